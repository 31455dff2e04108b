package dev.maptick.server.tiled;

/**
 * The centre of an object in map pixels: the tile under it is where the object counts as standing.
 *
 * <p>The centre, since a rectangle drawn round a tile by hand often starts a pixel or two outside of it.
 */
record ObjectCentre(double x, double y) {

    static ObjectCentre of(Element object, PlacedLayer layer, TilesetTable tilesets) {
        Alignment alignment = alignmentOf(object, tilesets);
        double across = object.number("width") * (0.5 - alignment.across());
        double down = object.number("height") * (0.5 - alignment.down());
        // Tiled turns an object clockwise about its position, not about its centre.
        double angle = Math.toRadians(object.number("rotation"));
        double turnedAcross = across * Math.cos(angle) - down * Math.sin(angle);
        double turnedDown = across * Math.sin(angle) + down * Math.cos(angle);
        return new ObjectCentre(
                object.number("x") + layer.offsetX() + turnedAcross, object.number("y") + layer.offsetY() + turnedDown);
    }

    private static Alignment alignmentOf(Element object, TilesetTable tilesets) {
        Object raw = object.raw("gid");
        if (raw == null) {
            return Alignment.TOPLEFT;
        }
        if (!(raw instanceof Long number) || number < 1 || number > 0xFFFF_FFFFL) {
            throw object.wrongType("gid", raw, "a whole number from 1 to 4294967295");
        }
        int gid = Gid.withoutFlags(number.intValue());
        Tileset tileset = tilesets.find(gid);
        if (tileset == null) {
            throw object.problem("gid", "is tile " + gid + ", which no tileset has; allowed: " + tilesets.ranges());
        }
        return tileset.alignment();
    }
}
