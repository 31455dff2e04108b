package dev.maptick.server.tiled;

/**
 * A layer with what its groups hand down to it.
 *
 * @param element the layer itself
 * @param offsetX pixels it is drawn to the right, its groups' offsets included
 * @param offsetY pixels it is drawn downwards, its groups' offsets included
 * @param collides whether every tile drawn on it blocks; the nearest of layer and groups that says so decides
 */
record PlacedLayer(Element element, double offsetX, double offsetY, boolean collides) {

    /** The map as the outermost group. */
    static PlacedLayer map(Element map) {
        return new PlacedLayer(map, 0, 0, false);
    }

    /** A layer or group within this one that may set {@code collides} for itself. */
    PlacedLayer inner(Element layer) {
        return new PlacedLayer(
                layer, offsetX + layer.number("offsetx"), offsetY + layer.number("offsety"), layer.collides(collides));
    }

    /** A layer of objects within this one: {@code collides} means nothing there, so it is not even looked at. */
    PlacedLayer innerObjects(Element layer) {
        return new PlacedLayer(layer, offsetX + layer.number("offsetx"), offsetY + layer.number("offsety"), false);
    }
}
