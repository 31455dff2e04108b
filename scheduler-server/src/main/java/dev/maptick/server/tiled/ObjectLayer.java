package dev.maptick.server.tiled;

import java.util.List;
import java.util.Locale;

/**
 * Gathers the residents, doors and spawn points of one object layer.
 *
 * <p>What an object is, its {@code type} says, or its {@code class} in files of Tiled 1.9, in any case of letters.
 * Objects of other kinds are left alone: they belong to other tools.
 */
final class ObjectLayer {

    private static final int MAX_OBJECTS = 65_536;
    private static final int MAX_NAME = 128;

    private final PlacedLayer layer;
    private final MapHeader header;
    private final Extent extent;
    private final TilesetTable tilesets;

    ObjectLayer(PlacedLayer layer, MapHeader header, Extent extent, TilesetTable tilesets) {
        this.layer = layer;
        this.header = header;
        this.extent = extent;
        this.tilesets = tilesets;
    }

    /** Adds this layer's landmarks; those that must be stood on are checked against {@code areas}. */
    void gather(FloorAreas areas, Landmarks into) {
        for (Element object : layer.element().elements("objects", MAX_OBJECTS)) {
            if (object.has("template")) {
                throw object.problem("template", "is not supported; allowed: plain objects (\"Detach\" it)");
            }
            String kind = kindOf(object);
            switch (kind) {
                case "resident" -> into.residents().add(walkable(object, landmark(object, kind), areas));
                case "door" -> into.doors().add(landmark(object, kind));
                case "spawn" -> into.spawns().add(walkable(object, landmark(object, kind), areas));
                default -> {
                    // another tool's object
                }
            }
        }
    }

    private static String kindOf(Element object) {
        String type = object.text("type");
        return (type.isEmpty() ? object.text("class") : type).toLowerCase(Locale.ROOT);
    }

    private Landmark landmark(Element object, String kind) {
        for (String shape : List.of("polygon", "polyline", "text")) {
            if (object.has(shape)) {
                throw object.problem("is a " + shape + "; allowed for a " + kind + ": a point, a rectangle or a tile");
            }
        }
        ObjectCentre centre = ObjectCentre.of(object, layer, tilesets);
        double x = Math.floor(centre.x() / header.tileWidth()) - extent.left();
        double y = Math.floor(centre.y() / header.tileHeight()) - extent.top();
        if (x < 0 || y < 0 || x >= extent.width() || y >= extent.height()) {
            throw object.problem("lies outside the map: its centre is at pixel (" + centre.x() + ", " + centre.y()
                    + "); allowed: " + pixel(extent.left(), extent.top()) + " up to, not including, "
                    + pixel(extent.left() + extent.width(), extent.top() + extent.height()));
        }
        return new Landmark(name(object, kind), (int) x, (int) y);
    }

    private String pixel(int column, int row) {
        return "(" + (long) column * header.tileWidth() + ", " + (long) row * header.tileHeight() + ")";
    }

    private static String name(Element object, String kind) {
        String name = object.text("name");
        if (name.isBlank()) {
            return kind;
        }
        // Names reach logs, pages and meters, so what could forge a line there is kept out here.
        if (name.length() > MAX_NAME || !Printable.isPlainName(name)) {
            throw object.problem(
                    "name", "is not usable; allowed: at most " + MAX_NAME + " characters, no control characters");
        }
        return name;
    }

    private static Landmark walkable(Element object, Landmark landmark, FloorAreas areas) {
        if (!areas.walkable(landmark.x(), landmark.y())) {
            throw object.problem("stands on tile (" + landmark.x() + ", " + landmark.y()
                    + "), which is blocked; allowed: a walkable tile");
        }
        return landmark;
    }
}
