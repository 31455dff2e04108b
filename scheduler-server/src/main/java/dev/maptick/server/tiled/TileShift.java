package dev.maptick.server.tiled;

import org.jspecify.annotations.Nullable;

/** A layer's offset in whole tiles: its tiles block where they are drawn. */
record TileShift(int columns, int rows) {

    /** The shift of a layer, or null if its tiles are drawn across the map's own, so that they block none clearly. */
    static @Nullable TileShift of(PlacedLayer layer, MapHeader header) {
        double columns = layer.offsetX() / header.tileWidth();
        double rows = layer.offsetY() / header.tileHeight();
        return isWhole(columns) && isWhole(rows) ? new TileShift((int) columns, (int) rows) : null;
    }

    private static boolean isWhole(double tiles) {
        return Math.abs(tiles) <= TileBlock.MAX_PLACE && tiles == Math.rint(tiles);
    }
}
