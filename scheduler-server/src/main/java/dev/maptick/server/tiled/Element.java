package dev.maptick.server.tiled;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One JSON object of a map file with its place in the file, and typed access to its fields.
 *
 * <p>Every getter refuses a value of the wrong JSON type or outside its bounds, naming the field's path.
 */
final class Element {

    private final String file;
    private final @Nullable Element parent;
    private final String key;
    private final int index;
    private final Map<String, Object> fields;

    private Element(String file, @Nullable Element parent, String key, int index, Map<String, Object> fields) {
        this.file = file;
        this.parent = parent;
        this.key = key;
        this.index = index;
        this.fields = fields;
    }

    /** The whole of a file; {@code kind} is what its path in messages begins with. */
    static Element root(String file, String kind, Map<String, Object> fields) {
        return new Element(file, null, kind, 0, fields);
    }

    boolean has(String name) {
        return fields.containsKey(name);
    }

    /** The raw value of a field, null if absent. */
    @Nullable
    Object raw(String name) {
        return fields.get(name);
    }

    /** A required whole number within bounds. */
    int integer(String name, int min, int max) {
        Object value = fields.get(name);
        String allowed = "a whole number from " + min + " to " + max;
        if (!(value instanceof Long number)) {
            throw wrongType(name, value, allowed);
        }
        if (number < min || number > max) {
            throw problem(name, "is " + number + "; allowed: " + allowed);
        }
        return number.intValue();
    }

    /** A number, 0 if absent. */
    double number(String name) {
        Object value = fields.get(name);
        if (value == null) {
            return 0;
        }
        if (!(value instanceof Long) && !(value instanceof Double)) {
            throw wrongType(name, value, "a number");
        }
        double number = ((Number) value).doubleValue();
        // 1e999 is well-formed JSON, and infinity would turn into NaN in later sums.
        if (!Double.isFinite(number)) {
            throw problem(name, "is too large a number");
        }
        return number;
    }

    /** A text, empty if absent. */
    String text(String name) {
        Object value = fields.get(name);
        if (value == null) {
            return "";
        }
        if (!(value instanceof String text)) {
            throw wrongType(name, value, "text");
        }
        return text;
    }

    /** A truth value, false if absent. */
    boolean flag(String name) {
        Object value = fields.get(name);
        if (value == null) {
            return false;
        }
        if (!(value instanceof Boolean flag)) {
            throw wrongType(name, value, "true or false");
        }
        return flag;
    }

    /** The objects of an array, empty if absent; refuses more than {@code max}. */
    List<Element> elements(String name, int max) {
        Object value = fields.get(name);
        if (value == null) {
            return List.of();
        }
        if (!(value instanceof List<?> items)) {
            throw wrongType(name, value, "an array of objects");
        }
        if (items.size() > max) {
            throw problem(name, "has " + items.size() + " entries; allowed: at most " + max);
        }
        List<Element> elements = new ArrayList<>(items.size());
        for (int i = 0; i < items.size(); i++) {
            elements.add(element(name, i, items.get(i)));
        }
        return elements;
    }

    /** The custom property {@code collides}, or {@code otherwise} if it is not set. */
    boolean collides(boolean otherwise) {
        for (Element property : elements("properties", 1_000)) {
            if (property.text("name").equals("collides")) {
                if (!(property.raw("value") instanceof Boolean collides)) {
                    throw property.wrongType("value", property.raw("value"), "true or false (a bool property)");
                }
                return collides;
            }
        }
        return otherwise;
    }

    /** A refusal of this element. */
    FloorPlanException problem(String reason) {
        return new FloorPlanException(file, path(), reason);
    }

    /** A refusal of one of this element's fields; {@code name} may carry an index, as in {@code data[3]}. */
    FloorPlanException problem(String name, String reason) {
        return new FloorPlanException(file, join(name), reason);
    }

    FloorPlanException wrongType(String name, @Nullable Object value, String allowed) {
        String found = value == null ? "is missing" : "is " + kindOf(value);
        return problem(name, found + "; allowed: " + allowed);
    }

    private Element element(String name, int i, @Nullable Object item) {
        if (!(item instanceof Map<?, ?> map)) {
            throw wrongType(name + "[" + i + "]", item, "an object");
        }
        @SuppressWarnings("unchecked") // JsonTree builds no other maps
        Map<String, Object> checked = (Map<String, Object>) map;
        return new Element(file, this, name, i, checked);
    }

    private String path() {
        if (parent == null) {
            return key;
        }
        String path = parent.join(key + "[" + index + "]");
        return fields.get("name") instanceof String name && !name.isEmpty() ? path + " " + Printable.quote(name) : path;
    }

    private String join(String name) {
        // The map's own arrays are well known; "map." before each would only lengthen every message.
        return parent == null && name.endsWith("]") ? name : path() + "." + name;
    }

    private static String kindOf(Object value) {
        if (value instanceof String text) {
            return "the text " + Printable.quote(text);
        }
        if (value instanceof Number || value instanceof Boolean) {
            return value.toString();
        }
        if (value instanceof Map) {
            return "an object";
        }
        return value == JsonTree.NULL ? "null" : "an array";
    }
}
