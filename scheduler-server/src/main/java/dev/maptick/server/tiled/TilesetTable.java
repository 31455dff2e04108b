package dev.maptick.server.tiled;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** All tilesets of one map: finds the tileset a tile number belongs to. */
final class TilesetTable {

    private static final int MAX_TILESETS = 256;
    private static final int LISTED = 8;

    private final List<Tileset> tilesets;

    /** Takes the list over; a map may hold millions of tiles, so it is sorted for looking up. */
    private TilesetTable(List<Tileset> tilesets) {
        tilesets.sort(Comparator.comparingInt(Tileset::firstGid));
        this.tilesets = tilesets;
    }

    /** Reads the map's tilesets; refuses two that claim the same tile numbers, since collision would be a guess. */
    static TilesetTable read(Element map, ExternalFiles files) {
        List<Tileset> tilesets = new ArrayList<>();
        for (Element element : map.elements("tilesets", MAX_TILESETS)) {
            Tileset tileset = Tileset.read(element, files);
            for (int other = 0; other < tilesets.size(); other++) {
                if (tileset.overlaps(tilesets.get(other))) {
                    throw element.problem(
                            "firstgid",
                            "gives the tile numbers " + tileset.range() + ", which overlap those of tilesets[" + other
                                    + "] (" + tilesets.get(other).range() + ")");
                }
            }
            tilesets.add(tileset);
        }
        return new TilesetTable(tilesets);
    }

    /** The tileset of a tile number without flags, or null if it is in none. */
    @Nullable
    Tileset find(int gid) {
        int low = 0;
        int high = tilesets.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            Tileset tileset = tilesets.get(middle);
            if (tileset.covers(gid)) {
                return tileset;
            }
            if (gid < tileset.firstGid()) {
                high = middle - 1;
            } else {
                low = middle + 1;
            }
        }
        return null;
    }

    /** The tile numbers that exist, for messages. */
    String ranges() {
        if (tilesets.isEmpty()) {
            return "the map has no tilesets";
        }
        String listed = tilesets.stream().limit(LISTED).map(Tileset::range).collect(Collectors.joining(", "));
        return tilesets.size() > LISTED ? listed + ", …" : listed;
    }
}
