package dev.maptick.server.tiled;

import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * Turns a tileset in XML form ({@code .tsx}) into the tree that its JSON form would give, holding only the fields the
 * loader looks at.
 *
 * <p>A document type is refused, and with it every entity but XML's own five: nothing is fetched, nothing is expanded.
 * Depth and number of elements are bounded. Attributes that should be numbers and are not stay text, so that {@link
 * Element} refuses them as it does in JSON.
 */
final class TilesetXml {

    private static final int MAX_DEPTH = 64;
    private static final int MAX_ELEMENTS = 500_000;
    private static final Pattern WHOLE = Pattern.compile("-?[0-9]{1,18}");
    private static final String ENCODINGS = "; allowed: UTF-8, as Tiled writes it, or UTF-16";
    private static final String NO_DTD = "; allowed: XML without DOCTYPE and entities, as Tiled writes it";

    /** What comes before the reason in the parser's own messages. */
    private static final String MESSAGE = "Message: ";

    private final String file;
    private final XMLStreamReader reader;
    private final String[] names = new String[MAX_DEPTH + 1];
    private final Map<String, Object> tileset = new LinkedHashMap<>();
    private final List<Object> tiles = new ArrayList<>();
    private List<Object> properties = new ArrayList<>();
    private int depth;
    private int elements;

    private TilesetXml(String file, XMLStreamReader reader) {
        this.file = file;
        this.reader = reader;
    }

    /** Reads a file's bytes; refuses what is not one plain {@code tileset} element, with line and column. */
    static Element read(String file, byte[] xml) {
        if (xml.length == 0) {
            throw refused(file, "is empty; allowed: a Tiled tileset in XML form");
        }
        try {
            XMLStreamReader reader = factory().createXMLStreamReader(new StringReader(decode(file, xml)));
            try {
                checkEncoding(file, reader.getCharacterEncodingScheme());
                return new TilesetXml(file, reader).read();
            } finally {
                reader.close();
            }
        } catch (XMLStreamException e) {
            throw new FloorPlanException(file, "file", "is not usable XML: " + reason(e), e);
        }
    }

    /** A new one each time: factories need not bear use from several threads. */
    private static XMLInputFactory factory() {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
        return factory;
    }

    /** Decoding is not left to the parser: told of a bad byte, it prints to the console. */
    private static String decode(String file, byte[] xml) {
        boolean wide = startsWith(xml, 0xFE, 0xFF) || startsWith(xml, 0xFF, 0xFE);
        try {
            String text = (wide ? UTF_16 : UTF_8)
                    .newDecoder()
                    .decode(ByteBuffer.wrap(xml))
                    .toString();
            return text.startsWith("\uFEFF") ? text.substring(1) : text;
        } catch (CharacterCodingException e) {
            throw new FloorPlanException(file, "file", "is not UTF-8 text" + ENCODINGS, e);
        }
    }

    private static boolean startsWith(byte[] xml, int first, int second) {
        return xml.length > 1 && xml[0] == (byte) first && xml[1] == (byte) second;
    }

    private static void checkEncoding(String file, @Nullable String declared) {
        if (declared != null && !declared.toUpperCase(Locale.ROOT).startsWith("UTF-")) {
            throw refused(file, "declares the encoding " + Printable.quote(declared) + ENCODINGS);
        }
    }

    private Element read() throws XMLStreamException {
        while (reader.hasNext()) {
            switch (reader.next()) {
                case XMLStreamConstants.DTD -> throw refused(file, "has a document type, " + here() + NO_DTD);
                case XMLStreamConstants.ENTITY_REFERENCE ->
                    throw refused(file, "refers to an entity of its own, " + here() + NO_DTD);
                case XMLStreamConstants.START_ELEMENT -> start(reader.getLocalName());
                case XMLStreamConstants.END_ELEMENT -> depth--;
                default -> {
                    // text, comments and instructions hold nothing of use
                }
            }
        }
        tileset.put("tiles", tiles);
        return Element.root(file, "tileset", tileset);
    }

    private void start(String name) {
        if (++elements > MAX_ELEMENTS) {
            throw refused(file, "holds more than " + MAX_ELEMENTS + " elements, " + here());
        }
        if (++depth > MAX_DEPTH) {
            throw refused(file, "nests elements deeper than " + MAX_DEPTH + ", " + here());
        }
        names[depth] = name;
        if (depth == 1) {
            startTileset(name);
        } else if (depth == 2 && name.equals("image")) {
            tileset.put("image", "");
        } else if (depth == 2 && name.equals("tile")) {
            startTile();
        } else if (depth == 4 && name.equals("property") && names[3].equals("properties") && names[2].equals("tile")) {
            properties.add(property());
        }
    }

    private void startTileset(String name) {
        if (!name.equals("tileset")) {
            throw refused(file, "is not a Tiled tileset: it begins with <" + shown(name) + ">; allowed: <tileset>");
        }
        put(tileset, "name", reader.getAttributeValue(null, "name"));
        put(tileset, "objectalignment", reader.getAttributeValue(null, "objectalignment"));
        put(tileset, "tilecount", number(reader.getAttributeValue(null, "tilecount")));
    }

    private void startTile() {
        Map<String, Object> tile = new LinkedHashMap<>(4);
        put(tile, "id", number(reader.getAttributeValue(null, "id")));
        properties = new ArrayList<>(1);
        tile.put("properties", properties);
        tiles.add(tile);
    }

    private Map<String, Object> property() {
        Map<String, Object> property = new LinkedHashMap<>(4);
        put(property, "name", reader.getAttributeValue(null, "name"));
        String value = reader.getAttributeValue(null, "value");
        boolean bool = "bool".equals(reader.getAttributeValue(null, "type"))
                && ("true".equals(value) || "false".equals(value));
        put(property, "value", bool ? (Object) Boolean.valueOf(value) : value);
        return property;
    }

    private static void put(Map<String, Object> fields, String name, @Nullable Object value) {
        if (value != null) {
            fields.put(name, value);
        }
    }

    private static @Nullable Object number(@Nullable String text) {
        return text != null && WHOLE.matcher(text).matches() ? (Object) Long.valueOf(text) : text;
    }

    private String here() {
        return "line " + reader.getLocation().getLineNumber() + ", column "
                + reader.getLocation().getColumnNumber();
    }

    /** The parser's message less its first line, which gives the place in words of its own. */
    private static String reason(XMLStreamException e) {
        String text = String.valueOf(e.getMessage());
        int at = text.indexOf(MESSAGE);
        String what = shown(at < 0 ? text : text.substring(at + MESSAGE.length()));
        return e.getLocation() == null
                ? what
                : "line " + e.getLocation().getLineNumber() + ", column "
                        + e.getLocation().getColumnNumber() + ": " + what;
    }

    private static String shown(String text) {
        return Printable.escape(text.length() <= 200 ? text : text.substring(0, 200) + "…");
    }

    private static FloorPlanException refused(String file, String reason) {
        return new FloorPlanException(file, "file", reason);
    }
}
