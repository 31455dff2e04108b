package dev.maptick.server.tiled;

import java.util.BitSet;

/**
 * One tileset: the tile numbers it covers, which of them collide, and how its tiles sit on an object's position.
 *
 * @param firstGid number of its first tile on this map
 * @param size how many numbers it covers
 * @param colliding its colliding tiles, by number within the tileset
 * @param alignment where a tile object's position lies on its picture
 */
record Tileset(int firstGid, int size, BitSet colliding, Alignment alignment) {

    private static final int MAX_TILES = 262_144;

    /** Reads one entry of the map's tilesets, and the file it may lead to. */
    static Tileset read(Element entry, ExternalFiles files) {
        int firstGid = entry.integer("firstgid", 1, Gid.MAX);
        return entry.has("source") ? external(firstGid, entry, files) : of(firstGid, entry);
    }

    private static Tileset external(int firstGid, Element entry, ExternalFiles files) {
        Element tileset = files.tileset(entry);
        try {
            return of(firstGid, tileset);
        } catch (FloorPlanException e) {
            throw ExternalFiles.unusable(entry, e);
        }
    }

    private static Tileset of(int firstGid, Element tileset) {
        int size = tileset.integer("tilecount", 0, MAX_TILES);
        boolean oneImage = tileset.has("image");
        BitSet colliding = new BitSet();
        for (Element tile : tileset.elements("tiles", MAX_TILES)) {
            // A collection of images keeps the numbers of its tiles when some are removed, so they may pass the count.
            int id = tile.integer("id", 0, oneImage ? Math.max(size - 1, 0) : MAX_TILES - 1);
            size = oneImage ? size : Math.max(size, id + 1);
            if (tile.collides(false)) {
                colliding.set(id);
            }
        }
        return new Tileset(firstGid, size, colliding, Alignment.read(tileset));
    }

    boolean covers(int gid) {
        return gid >= firstGid && gid - firstGid < size;
    }

    boolean collides(int gid) {
        return colliding.get(gid - firstGid);
    }

    boolean overlaps(Tileset other) {
        return (long) firstGid < (long) other.firstGid + other.size && (long) other.firstGid < (long) firstGid + size;
    }

    String range() {
        return size == 0 ? "none" : firstGid + ".." + (firstGid + size - 1L);
    }
}
