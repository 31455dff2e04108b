package dev.maptick.server.tiled;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Turns the bytes of a map file into a small tree that holds only the fields the loader looks at.
 *
 * <p>A general tree would keep every field of a hostile 16 MiB file as objects, which costs some thirty times its size.
 * Here unknown fields are skipped, tile data is kept as ints or as the base64 text it is, and the number of all other values is bounded. Objects become
 * {@link Map}s, arrays {@link List}s ({@code data}: {@link GidArray} or {@link String}), whole numbers {@link Long}s, other numbers {@link
 * Double}s, and null becomes {@link #NULL}. A key given twice in one object is refused: readers disagree on which one
 * counts, so what the editor shows may not be what would run.
 */
final class JsonTree {

    /** Stands for JSON null. */
    static final Object NULL = new Object();

    private static final int MAX_VALUES = 500_000;
    private static final int MAX_DEPTH = 64;

    /** Longest text besides base64 tile data, which may be nearly the whole file. */
    private static final int MAX_TEXT = 65_536;

    private static final Set<String> KEPT = Set.of(
            "chunks",
            "class",
            "compression",
            "data",
            "ellipse",
            "encoding",
            "firstgid",
            "gid",
            "height",
            "id",
            "image",
            "infinite",
            "layers",
            "name",
            "objectalignment",
            "objects",
            "offsetx",
            "offsety",
            "orientation",
            "point",
            "polygon",
            "polyline",
            "properties",
            "rotation",
            "source",
            "template",
            "text",
            "tilecount",
            "tileheight",
            "tiles",
            "tilesets",
            "tilewidth",
            "type",
            "value",
            "width",
            "x",
            "y");

    /** The parser names its own settings in messages about bounds, which tells nothing to whoever drew the map. */
    private static final Pattern BOUND_SOURCE = Pattern.compile(", from `[^`]*`");

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxDocumentLength(MapFile.MAX_BYTES)
                    .maxNestingDepth(MAX_DEPTH)
                    .maxStringLength(MapFile.MAX_BYTES)
                    .maxNameLength(1_000)
                    .maxNumberLength(100)
                    .build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            // Keys come from untrusted files; interned they would outlive the load.
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .build();

    private final String file;
    private final String kind;
    private final JsonParser parser;
    private int values;

    private JsonTree(String file, String kind, JsonParser parser) {
        this.file = file;
        this.kind = kind;
        this.parser = parser;
    }

    /** Reads the bytes of a "map" or "tileset" file; refuses what is not one JSON object, with line and column. */
    static Element read(String file, String kind, byte[] json) {
        try (JsonParser parser = FACTORY.createParser(json)) {
            return new JsonTree(file, kind, parser).readOrRefuse();
        } catch (IOException e) {
            String reason = "is not JSON text (" + Printable.escape(String.valueOf(e.getMessage())) + ")";
            throw new FloorPlanException(file, "file", reason, e);
        }
    }

    private Element readOrRefuse() throws IOException {
        try {
            return readRoot();
        } catch (JsonProcessingException e) {
            // A broken bound carries no place of its own.
            JsonLocation place = e.getLocation() == null ? parser.currentLocation() : e.getLocation();
            String what =
                    BOUND_SOURCE.matcher(String.valueOf(e.getOriginalMessage())).replaceAll("");
            String reason = "is not usable JSON: " + position(place) + ": " + Printable.escape(shorten(what));
            throw new FloorPlanException(file, "file", reason, e);
        }
    }

    private Element readRoot() throws IOException {
        JsonToken first = parser.nextToken();
        if (first == null) {
            throw new FloorPlanException(file, "file", "is empty; allowed: a Tiled " + kind + " in JSON form");
        }
        if (first != JsonToken.START_OBJECT) {
            throw new FloorPlanException(
                    file,
                    "file",
                    "is not a Tiled " + kind + ": it begins with " + nameOf(first) + ", not with an object");
        }
        Element root = Element.root(file, kind, readObject());
        if (parser.nextToken() != null) {
            throw new FloorPlanException(file, "file", "goes on after the end of the " + kind + ", " + here());
        }
        return root;
    }

    private Map<String, Object> readObject() throws IOException {
        Map<String, Object> fields = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            JsonToken token = parser.nextToken();
            if (!KEPT.contains(key)) {
                skip(token);
            } else if (key.equals("data")) {
                fields.put(key, readData(token));
            } else {
                fields.put(key, readValue(token));
            }
        }
        return fields;
    }

    private Object readData(JsonToken token) throws IOException {
        if (token == JsonToken.START_ARRAY) {
            countValue();
            return readGids();
        }
        return token == JsonToken.VALUE_STRING ? parser.getText() : readValue(token);
    }

    private GidArray readGids() throws IOException {
        GidArray gids = new GidArray();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            if (token != JsonToken.VALUE_NUMBER_INT) {
                gids.addBad("is " + nameOf(token));
                skip(token);
            } else if (parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
                gids.addBad("is a number beyond 32 bits");
            } else {
                gids.add(parser.getLongValue());
            }
        }
        return gids;
    }

    private List<Object> readArray() throws IOException {
        List<Object> items = new ArrayList<>();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            items.add(readValue(token));
        }
        return items;
    }

    private Object readValue(JsonToken token) throws IOException {
        countValue();
        return switch (token) {
            case START_OBJECT -> readObject();
            case START_ARRAY -> readArray();
            case VALUE_STRING -> readText();
            case VALUE_NUMBER_INT -> readWhole();
            case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            default -> NULL;
        };
    }

    private String readText() throws IOException {
        if (parser.getTextLength() > MAX_TEXT) {
            throw new FloorPlanException(
                    file,
                    "file",
                    "holds a text of " + parser.getTextLength() + " characters, " + here() + "; allowed: at most "
                            + MAX_TEXT + " besides tile data");
        }
        return parser.getText();
    }

    /** Passes over a value. Its parts count as well, for the parser keeps an object's keys to find those given twice. */
    private void skip(JsonToken first) throws IOException {
        int depth = 0;
        JsonToken token = first;
        while (true) {
            countValue();
            if (token.isStructStart()) {
                depth++;
            } else if (token.isStructEnd()) {
                depth--;
            }
            if (depth == 0) {
                return;
            }
            token = parser.nextToken();
        }
    }

    private void countValue() {
        if (++values > MAX_VALUES) {
            throw new FloorPlanException(
                    file, "file", "holds more than " + MAX_VALUES + " values besides tile data, " + here());
        }
    }

    private Object readWhole() throws IOException {
        if (parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
            return parser.getDoubleValue();
        }
        return parser.getLongValue();
    }

    private String here() {
        return position(parser.currentLocation());
    }

    private static String shorten(String text) {
        return text.length() <= 200 ? text : text.substring(0, 200) + "…";
    }

    private static String position(JsonLocation location) {
        return "line " + location.getLineNr() + ", column " + location.getColumnNr();
    }

    private static String nameOf(JsonToken token) {
        return switch (token) {
            case START_OBJECT -> "an object";
            case START_ARRAY -> "an array";
            case VALUE_STRING -> "text";
            case VALUE_NUMBER_INT -> "a whole number";
            case VALUE_NUMBER_FLOAT -> "a number with a fraction";
            case VALUE_TRUE, VALUE_FALSE -> "true or false";
            default -> "null";
        };
    }
}
