package dev.maptick.maps.activation;

import org.jspecify.annotations.Nullable;

/**
 * The sectors of a map: by how many players each is covered, and which entities are in it, as a list through the entities.
 * The map's thread only.
 */
final class SectorGrid {
    private static final int MOST_SECTORS = 1 << 22;

    final int columns;
    final int rows;

    private final TileArea area;
    private final int sectorTiles;
    private final int[] cover;
    private final @Nullable ThinkingEntity[] first;

    SectorGrid(TileArea area, int sectorTiles) {
        this.area = area;
        this.sectorTiles = sectorTiles;
        columns = (area.width() - 1) / sectorTiles + 1;
        rows = (area.height() - 1) / sectorTiles + 1;
        long sectors = (long) columns * rows;
        if (sectors > MOST_SECTORS) {
            throw new IllegalArgumentException(
                    sectors + " sectors of " + sectorTiles + " tiles, at most " + MOST_SECTORS + " are allowed");
        }
        cover = new int[(int) sectors];
        first = new @Nullable ThinkingEntity[(int) sectors];
    }

    /** The sector of a tile. */
    int sectorAt(int x, int y) {
        if (!area.contains(x, y)) {
            throw new IllegalArgumentException("tile " + x + ", " + y + " is outside " + area);
        }
        // Unsigned: an area may be wider than the largest int from its lowest tile on.
        int column = Integer.divideUnsigned(x - area.minX(), sectorTiles);
        int row = Integer.divideUnsigned(y - area.minY(), sectorTiles);
        return row * columns + column;
    }

    boolean isCovered(int sector) {
        return cover[sector] > 0;
    }

    /** Whether this made it covered. */
    boolean cover(int sector) {
        cover[sector]++;
        return cover[sector] == 1;
    }

    /** Whether this left it uncovered. */
    boolean uncover(int sector) {
        cover[sector]--;
        return cover[sector] == 0;
    }

    @Nullable
    ThinkingEntity first(int sector) {
        return first[sector];
    }

    void link(ThinkingEntity entity, int sector) {
        ThinkingEntity head = first[sector];
        entity.sector = sector;
        entity.previous = null;
        entity.next = head;
        if (head != null) {
            head.previous = entity;
        }
        first[sector] = entity;
    }

    void unlink(ThinkingEntity entity) {
        ThinkingEntity before = entity.previous;
        ThinkingEntity behind = entity.next;
        if (before == null) {
            first[entity.sector] = behind;
        } else {
            before.next = behind;
        }
        if (behind != null) {
            behind.previous = before;
        }
        entity.previous = null;
        entity.next = null;
    }
}
