package dev.maptick.server.tiled;

import java.util.ArrayList;
import java.util.List;

/** One of the ways in which the editor may write the same map. */
record MapForm(Data data, boolean infinite, Tilesets tilesets, boolean groups, boolean flips) {

    /** What all others must equal. */
    static final MapForm PLAIN = new MapForm(Data.CSV, false, Tilesets.EMBEDDED, false, false);

    /** All 24 forms with one kind of tile data. */
    static List<MapForm> allOf(Data data) {
        List<MapForm> forms = new ArrayList<>();
        for (Tilesets tilesets : Tilesets.values()) {
            for (int bits = 0; bits < 8; bits++) {
                forms.add(new MapForm(data, (bits & 1) != 0, tilesets, (bits & 2) != 0, (bits & 4) != 0));
            }
        }
        return forms;
    }

    enum Data {
        CSV,
        BASE64,
        GZIP,
        ZLIB
    }

    enum Tilesets {
        EMBEDDED,
        TSJ,
        TSX
    }
}
