package dev.maptick.server.tiled;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * A small map for tests, as text in which single parts can be replaced: 4x3 tiles of 16 pixels, tile 2 collides, a
 * resident at (1, 1), a door at (2, 1) and a spawn at (3, 2).
 */
public final class DrawnMap {

    public static final String BASE = """
            {
              "type": "map", "orientation": "orthogonal", "infinite": false,
              "width": 4, "height": 3, "tilewidth": 16, "tileheight": 16,
              "tilesets": [
                {"firstgid": 1, "name": "a", "image": "a.png", "tilecount": 4, "tiles": [
                  {"id": 1, "properties": [{"name": "collides", "type": "bool", "value": true}]}]},
                {"firstgid": 5, "name": "b", "image": "b.png", "tilecount": 2, "tiles": []}
              ],
              "layers": [
                {"type": "tilelayer", "name": "floor", "width": 4, "height": 3,
                  "data": [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]},
                {"type": "tilelayer", "name": "walls", "width": 4, "height": 3,
                  "data": [2, 2, 2, 2, 2, 0, 0, 0, 2, 0, 5, 6]},
                {"type": "objectgroup", "name": "things", "objects": [
                  {"name": "Ann", "type": "resident", "point": true, "x": 24, "y": 24, "width": 0, "height": 0},
                  {"name": "front", "type": "door", "x": 32, "y": 16, "width": 16, "height": 16},
                  {"name": "in", "type": "spawn", "point": true, "x": 56, "y": 40}]}
              ]
            }
            """;

    private DrawnMap() {}

    /** The map with the first occurrence of one part replaced. */
    public static String with(String part, String replacement) {
        int at = BASE.indexOf(part);
        if (at < 0) {
            throw new IllegalArgumentException("not in the map: " + part);
        }
        return BASE.substring(0, at) + replacement + BASE.substring(at + part.length());
    }

    public static FloorPlan parse(String json) {
        return FloorPlanLoader.parse("maps/test.tmj", json.getBytes(UTF_8));
    }

    /** A plan from rows of text, in which {@code #} blocks. */
    public static FloorPlan ofRows(String... rows) {
        StringBuilder data = new StringBuilder();
        for (String row : rows) {
            for (int x = 0; x < row.length(); x++) {
                data.append(data.isEmpty() ? "" : ",").append(row.charAt(x) == '#' ? 1 : 0);
            }
        }
        return parse("""
                {"type": "map", "orientation": "orthogonal", "width": %d, "height": %d, "tilewidth": 1, "tileheight": 1,
                 "tilesets": [{"firstgid": 1, "tilecount": 1, "image": "i.png"}],
                 "layers": [{"type": "tilelayer", "name": "w", "data": [%s],
                   "properties": [{"name": "collides", "type": "bool", "value": true}]}]}
                """.formatted(rows[0].length(), rows.length, data));
    }
}
