package dev.maptick.server.tiled;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FloorPlanRefusalTest {

    private static final String FORMATS =
            "; allowed: the tile layer formats CSV and Base64, uncompressed or with gzip or zlib (map properties)";

    private static final String DEPTH = "is not usable JSON: line 1, column ";
    private static final String TOO_DEEP = "Document nesting depth (65) exceeds the maximum allowed (64)";

    @ParameterizedTest
    @MethodSource({"maps", "tilesets", "layers", "objects"})
    void refusesWithElementReasonAndRemedy(String part, String replacement, String message) {
        String json = DrawnMap.with(part, replacement);

        assertThatExceptionOfType(FloorPlanException.class)
                .isThrownBy(() -> DrawnMap.parse(json))
                .withMessage("maps/test.tmj: " + message)
                .satisfies(e -> assertThat(e.file()).isEqualTo("maps/test.tmj"))
                .satisfies(e -> assertThat(message).startsWith(e.element() + ": "));
    }

    static Stream<Arguments> maps() {
        return Stream.of(
                arguments(
                        "\"type\": \"map\"",
                        "\"type\": \"tileset\"",
                        "map.type: is \"tileset\", so this is not a Tiled map; allowed: \"map\""),
                arguments("\"type\": \"map\"", "\"type\": 7", "map.type: is 7; allowed: text"),
                arguments("orthogonal", "isometric", "map.orientation: is \"isometric\"; allowed: \"orthogonal\""),
                arguments("orthogonal", "hexagonal", "map.orientation: is \"hexagonal\"; allowed: \"orthogonal\""),
                arguments("\"orientation\"", "\"o\"", "map.orientation: is missing; allowed: \"orthogonal\""),
                arguments(
                        "\"infinite\": false",
                        "\"infinite\": true",
                        "layers[0] \"floor\".data: belongs to maps of fixed size, and map.infinite is true;"
                                + " allowed: chunks"),
                arguments("\"infinite\": false", "\"infinite\": null", "map.infinite: is null; allowed: true or false"),
                arguments("\"width\": 4", "\"width\": 0", "map.width: is 0; allowed: a whole number from 1 to 1024"),
                arguments(
                        "\"height\": 3",
                        "\"height\": 1025",
                        "map.height: is 1025; allowed: a whole number from 1 to 1024"),
                arguments(
                        "\"width\": 4",
                        "\"width\": \"4\"",
                        "map.width: is the text \"4\"; allowed: a whole number from 1 to 1024"),
                arguments(
                        "\"width\": 4", "\"width\": 4.5", "map.width: is 4.5; allowed: a whole number from 1 to 1024"),
                arguments(
                        "\"width\": 4",
                        "\"width\": 99999999999999999999",
                        "map.width: is 1.0E20; allowed: a whole number from 1 to 1024"),
                arguments("\"width\": 4,", "", "map.width: is missing; allowed: a whole number from 1 to 1024"),
                arguments(
                        "\"tilewidth\": 16",
                        "\"tilewidth\": -16",
                        "map.tilewidth: is -16; allowed: a whole number from 1 to 4096"),
                arguments("\"layers\": [", "\"l\": [", "map.layers: is missing; allowed: an array of objects"),
                arguments(
                        "\"layers\": [",
                        "\"layers\": {}, \"l\": [",
                        "map.layers: is an object; allowed: an array of objects"),
                arguments("\"layers\": [", "\"layers\": [3, ", "layers[0]: is 3; allowed: an object"));
    }

    static Stream<Arguments> tilesets() {
        return Stream.of(
                arguments(
                        "\"firstgid\": 1, \"name\": \"a\",",
                        "\"firstgid\": 1, \"source\": \"../a.tsx\",",
                        "tilesets[0].source: is \"../a.tsx\", an external tileset of a map that was not read from a file;"
                                + " allowed: tilesets embedded in the map (\"Embed Tileset\")"),
                arguments(
                        "\"firstgid\": 1, \"name\": \"a\",",
                        "\"firstgid\": 1, \"source\": \"/etc/passwd\",",
                        "tilesets[0].source: is \"/etc/passwd\", neither .tsj, .json nor .tsx;"
                                + " allowed: a Tiled tileset with one of these endings"),
                arguments(
                        "\"firstgid\": 5",
                        "\"firstgid\": 4",
                        "tilesets[1] \"b\".firstgid: gives the tile numbers 4..5, which overlap those of tilesets[0]"
                                + " (1..4)"),
                arguments(
                        "\"firstgid\": 1",
                        "\"firstgid\": 0",
                        "tilesets[0] \"a\".firstgid: is 0; allowed: a whole number from 1 to 268435455"),
                arguments(
                        "\"tilecount\": 4,",
                        "",
                        "tilesets[0] \"a\".tilecount: is missing; allowed: a whole number from 0 to 262144"),
                arguments(
                        "\"id\": 1,",
                        "\"id\": 4,",
                        "tilesets[0] \"a\".tiles[0].id: is 4; allowed: a whole number from 0 to 3"),
                arguments(
                        "\"value\": true",
                        "\"value\": \"true\"",
                        "tilesets[0] \"a\".tiles[0].properties[0] \"collides\".value: is the text \"true\";"
                                + " allowed: true or false (a bool property)"),
                arguments(
                        "\"properties\": [{\"name\": \"collides\", \"type\": \"bool\", \"value\": true}]",
                        "\"properties\": {\"collides\": true}",
                        "tilesets[0] \"a\".tiles[0].properties: is an object; allowed: an array of objects"),
                arguments(
                        "\"name\": \"b\",",
                        "\"name\": \"b\", \"objectalignment\": \"middle\",",
                        "tilesets[1] \"b\".objectalignment: is \"middle\"; allowed: one of [unspecified, topleft, top,"
                                + " topright, left, center, right, bottomleft, bottom, bottomright]"));
    }

    static Stream<Arguments> layers() {
        return Stream.of(
                arguments(
                        "{\"type\": \"objectgroup\"",
                        "{\"type\": \"group\", \"name\": \"upper\"}, {\"type\": \"objectgroup\"",
                        "layers[2] \"upper\".layers: is missing; allowed: an array of objects"),
                arguments(
                        "{\"type\": \"objectgroup\"",
                        "{\"type\": \"group\", \"name\": \"upper\", \"layers\": [{\"type\": \"tilelayer\", \"name\": \"w\","
                                + " \"data\": [9]}]}, {\"type\": \"objectgroup\"",
                        "layers[2] \"upper\".layers[0] \"w\".data: has 1 tiles; allowed: width x height = 4 x 3 = 12"),
                arguments(
                        "{\"type\": \"objectgroup\"",
                        "{\"type\": \"group\", \"properties\": [{\"name\": \"collides\", \"value\": 1}],"
                                + " \"layers\": []}, {\"type\": \"objectgroup\"",
                        "layers[2].properties[0] \"collides\".value: is 1; allowed: true or false (a bool property)"),
                arguments(
                        "{\"type\": \"objectgroup\"",
                        "{\"type\": \"wall\\u001b[2J\\n\"}, {\"type\": \"objectgroup\"",
                        "layers[2].type: is \"wall\\u001b[2J\\u000a\";"
                                + " allowed: \"tilelayer\", \"objectgroup\", \"imagelayer\", \"group\""),
                arguments(
                        "\"name\": \"walls\",",
                        "\"name\": \"walls\", \"encoding\": \"base64\",",
                        "layers[1] \"walls\".data: is an array; allowed: base64 text, as the layer's encoding says"),
                arguments(
                        "\"name\": \"walls\",",
                        "\"name\": \"walls\", \"encoding\": \"base91\",",
                        "layers[1] \"walls\".encoding: is \"base91\"" + FORMATS),
                arguments(
                        "\"name\": \"walls\",",
                        "\"name\": \"walls\", \"compression\": \"zlib\",",
                        "layers[1] \"walls\".compression: is \"zlib\" without encoding base64" + FORMATS),
                arguments(
                        "\"name\": \"walls\",",
                        "\"name\": \"walls\", \"encoding\": \"base64\", \"compression\": \"lzma\",",
                        "layers[1] \"walls\".compression: is \"lzma\"" + FORMATS),
                arguments(
                        "\"name\": \"walls\",",
                        "\"name\": \"walls\", \"encoding\": \"base64\", \"compression\": \"zstd\",",
                        "layers[1] \"walls\".compression: is \"zstd\", which Java cannot read by itself" + FORMATS),
                arguments(
                        "\"data\": [2, 2, 2, 2, 2, 0, 0, 0, 2, 0, 5, 6]",
                        "\"data\": \"AgAAAAIA\"",
                        "layers[1] \"walls\".data: is text, and the layer names no encoding" + FORMATS),
                arguments(
                        "\"data\": [2, 2, 2, 2, 2, 0, 0, 0, 2, 0, 5, 6]",
                        "\"encoding\": \"base64\", \"data\": \"AgAAAAIAAAA=\"",
                        "layers[1] \"walls\".data: holds 8 bytes; allowed: width x height x 4 = 4 x 3 x 4 = 48"),
                arguments(
                        "\"data\": [2, 2, 2, 2, 2, 0, 0, 0, 2, 0, 5, 6]",
                        "\"encoding\": \"base64\", \"data\": \"Ag*AAAIAAAA=\"",
                        "layers[1] \"walls\".data: is not base64 text (Illegal base64 character 2a);"
                                + " allowed: A-Z, a-z, 0-9, +, / and padding"),
                arguments(
                        "\"data\": [2, 2, 2, 2, 2, 0, 0, 0, 2, 0, 5, 6]",
                        "\"encoding\": \"base64\", \"compression\": \"zlib\", \"data\": \"AgAAAAIAAAA=\"",
                        "layers[1] \"walls\".data: is no sound zlib data (incorrect header check);"
                                + " allowed: what the editor writes, whole"),
                arguments(
                        "\"data\": [2, 2, 2, 2, 2, 0, 0, 0, 2, 0, 5, 6]",
                        "\"encoding\": \"base64\", \"compression\": \"gzip\", \"data\": \"AgAAAAIAAAA=\"",
                        "layers[1] \"walls\".data: is no sound gzip data (Not in GZIP format);"
                                + " allowed: what the editor writes, whole"),
                arguments(
                        "\"data\": [2, 2, 2, 2, 2, 0, 0, 0, 2, 0, 5, 6]",
                        "\"chunks\": []",
                        "layers[1] \"walls\".chunks: belong to infinite maps, and map.infinite is not true; allowed: data"),
                arguments(
                        "\"data\": [2, 2, 2, 2, 2, 0, 0, 0, 2, 0, 5, 6]",
                        "\"visible\": true",
                        "layers[1] \"walls\".data: is missing; allowed: an array of tile numbers"),
                arguments(
                        "0, 5, 6]",
                        "0, 5]",
                        "layers[1] \"walls\".data: has 11 tiles; allowed: width x height = 4 x 3 = 12"),
                arguments(
                        "0, 5, 6]",
                        "0, 5, 6, 0]",
                        "layers[1] \"walls\".data: has 13 tiles; allowed: width x height = 4 x 3 = 12"),
                arguments(
                        "0, 5, 6]",
                        "0, 5, 7]",
                        "layers[1] \"walls\".data[11]: is tile 7, which no tileset has;"
                                + " allowed: 0 (empty) or 1..4, 5..6"),
                arguments("0, 5, 6]", "0, \"5\", 6]", data(10, "text")),
                arguments("0, 5, 6]", "0, 5.5, 6]", data(10, "a number with a fraction")),
                arguments("0, 5, 6]", "0, [[1]], {}]", data(10, "an array")),
                arguments("0, 5, 6]", "0, {\"a\": {}}, 6]", data(10, "an object")),
                arguments("0, 5, 6]", "0, true, 6]", data(10, "true or false")),
                arguments("0, 5, 6]", "0, null, 6]", data(10, "null")),
                arguments("0, 5, 6]", "0, 5, -1]", data(11, "-1")),
                arguments("0, 5, 6]", "0, 5, 4294967296]", data(11, "4294967296")),
                arguments("0, 5, 6]", "0, 5, 99999999999999999999]", data(11, "a number beyond 32 bits")),
                arguments(
                        "\"name\": \"walls\", \"width\": 4",
                        "\"name\": \"walls\", \"width\": 5",
                        "layers[1] \"walls\".width: is 5; allowed: the map's width, 4"),
                arguments(
                        "\"name\": \"walls\",",
                        "\"name\": \"walls\", \"offsety\": -8,",
                        "layers[1] \"walls\": is drawn off by (0.0, -8.0) pixels, not by whole tiles, and has colliding tiles;"
                                + " allowed: an offset (with those of its groups) of whole tiles, or no colliding tile"),
                arguments(
                        "[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]",
                        "[2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2]",
                        "map: has no walkable tile: all 12 tiles collide"));
    }

    static Stream<Arguments> objects() {
        return Stream.of(
                arguments(
                        "\"x\": 24, \"y\": 24",
                        "\"x\": 8, \"y\": 8",
                        "layers[2] \"things\".objects[0] \"Ann\": stands on tile (0, 0), which is blocked;"
                                + " allowed: a walkable tile"),
                arguments(
                        "\"x\": 56, \"y\": 40",
                        "\"x\": 0, \"y\": 40",
                        "layers[2] \"things\".objects[2] \"in\": stands on tile (0, 2), which is blocked;"
                                + " allowed: a walkable tile"),
                arguments(
                        "\"x\": 24, \"y\": 24",
                        "\"x\": 64, \"y\": 24",
                        "layers[2] \"things\".objects[0] \"Ann\": lies outside the map: its centre is at pixel"
                                + " (64.0, 24.0); allowed: (0, 0) up to, not including, (64, 48)"),
                arguments(
                        "\"x\": 24, \"y\": 24",
                        "\"x\": 24, \"y\": -0.5",
                        "layers[2] \"things\".objects[0] \"Ann\": lies outside the map: its centre is at pixel"
                                + " (24.0, -0.5); allowed: (0, 0) up to, not including, (64, 48)"),
                arguments(
                        "\"x\": 24, \"y\": 24",
                        "\"x\": 1e999, \"y\": 24",
                        "layers[2] \"things\".objects[0] \"Ann\".x: is too large a number"),
                arguments(
                        "\"x\": 24, \"y\": 24",
                        "\"x\": \"24\", \"y\": 24",
                        "layers[2] \"things\".objects[0] \"Ann\".x: is the text \"24\"; allowed: a number"),
                arguments(
                        "\"point\": true",
                        "\"polygon\": []",
                        "layers[2] \"things\".objects[0] \"Ann\": is a polygon;"
                                + " allowed for a resident: a point, a rectangle or a tile"),
                arguments(
                        "\"point\": true",
                        "\"template\": \"npc.tj\"",
                        "layers[2] \"things\".objects[0] \"Ann\".template: is not supported;"
                                + " allowed: plain objects (\"Detach\" it)"),
                arguments(
                        "\"point\": true",
                        "\"gid\": 99",
                        "layers[2] \"things\".objects[0] \"Ann\".gid: is tile 99, which no tileset has;"
                                + " allowed: 1..4, 5..6"),
                arguments(
                        "\"point\": true",
                        "\"gid\": -3",
                        "layers[2] \"things\".objects[0] \"Ann\".gid: is -3;"
                                + " allowed: a whole number from 1 to 4294967295"),
                arguments(
                        "\"Ann\"",
                        "\"An\\nn\"",
                        "layers[2] \"things\".objects[0] \"An\\u000an\".name: is not usable;"
                                + " allowed: at most 128 characters, no control characters"),
                arguments("\"Ann\"", "5", "layers[2] \"things\".objects[0].name: is 5; allowed: text"),
                arguments(
                        "\"objects\": [",
                        "\"objects\": [null, ",
                        "layers[2] \"things\".objects[0]: is null; allowed: an object"));
    }

    private static String data(int index, String what) {
        return "layers[1] \"walls\".data[" + index + "]: is " + what + "; allowed: a whole number from 0 to 4294967295";
    }

    @ParameterizedTest(name = "{1}") // the texts are too long for a name
    @MethodSource("texts")
    void refusesWhatIsNoMapAtAllWithLineAndColumn(String text, String start) {
        assertThatExceptionOfType(FloorPlanException.class)
                .isThrownBy(() -> DrawnMap.parse(text))
                .withMessageStartingWith("maps/test.tmj: file: " + start);
    }

    static Stream<Arguments> texts() {
        return Stream.of(
                arguments("", "is empty"),
                arguments("  \n ", "is empty"),
                arguments("[1, 2]", "is not a Tiled map: it begins with an array"),
                arguments("\"map\"", "is not a Tiled map: it begins with text"),
                arguments("<map>", "is not usable JSON: line 1, column 1: Unexpected character ('<'"),
                arguments("{\n\"type\": map}", "is not usable JSON: line 2, column 9: Unrecognized token 'map'"),
                arguments("{\n\"a\": \"b", "is not usable JSON: line 2, column"),
                arguments(
                        DrawnMap.BASE.substring(0, 400),
                        "is not usable JSON: line 9, column 5: Unexpected end-of-input"),
                arguments(DrawnMap.BASE + "{}", "goes on after the end of the map, line"),
                arguments("{\"type\": \"map\", \"type\": \"map\"}", "is not usable JSON: line 1, column 23: Duplicate"),
                arguments("{\"zzz\": {\"b\": 1, \"b\": 2}}", "is not usable JSON: line 1, column 21: Duplicate"),
                arguments("{\"a\": " + "[".repeat(100_000), DEPTH + "71: " + TOO_DEEP),
                arguments("{\"layers\": " + "[".repeat(100_000), DEPTH + "76: " + TOO_DEEP),
                arguments("{\"name\": \"" + "x".repeat(70_000) + "\"}", "holds a text of 70000 characters, line 1,"),
                arguments("{\"width\": " + "9".repeat(70_000) + "}", "is not usable JSON"),
                arguments("{\"layers\": [" + "{},".repeat(600_000) + "{}]}", "holds more than 500000 values"),
                arguments("{\"zzz\": [" + "{},".repeat(600_000) + "{}]}", "holds more than 500000 values"));
    }

    /** A bad value just where the kept array is full once let the next one be written past its end. */
    @Test
    void refusesABadTileNumberAtAnyIndex() {
        for (int index = 0; index < 300; index++) {
            String data = "1, ".repeat(index) + "null, " + "1, ".repeat(300) + "1";
            String json = DrawnMap.with("2, 2, 2, 2, 2, 0, 0, 0, 2, 0, 5, 6", data);
            String element = "layers[1] \"walls\".data[" + index + "]";

            assertThatExceptionOfType(FloorPlanException.class)
                    .isThrownBy(() -> DrawnMap.parse(json))
                    .satisfies(e -> assertThat(e.element()).isEqualTo(element));
        }
    }

    @Test
    void refusesAMissingFile(@TempDir Path directory) {
        assertRefused(directory.resolve("none.tmj"), "file: does not exist");
    }

    @Test
    void refusesADirectory(@TempDir Path directory) {
        assertRefused(directory, "file: is a directory; allowed: a .tmj file");
    }

    @Test
    void refusesATooLargeFileBeforeReadingIt(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("huge.tmj");
        try (RandomAccessFile huge = new RandomAccessFile(file.toFile(), "rw")) {
            huge.setLength(1L << 40);
        }

        assertRefused(file, "file: has 1099511627776 bytes; allowed: at most 16777216");
    }

    @Test
    void refusesAFileWithoutReadPermission(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("secret.tmj"), DrawnMap.BASE);
        boolean denied = file.toFile().setReadable(false) && !Files.isReadable(file);
        // root may read everything
        assumeTrue(denied);

        assertRefused(file, "file: may not be read by this process");
    }

    @Test
    void refusesTooManyBytesInMemory() {
        byte[] bytes = new byte[MapFile.MAX_BYTES + 1];

        assertThatExceptionOfType(FloorPlanException.class)
                .isThrownBy(() -> FloorPlanLoader.parse("big.tmj", bytes))
                .withMessage("big.tmj: file: has 16777217 bytes; allowed: at most 16777216");
    }

    @Test
    void refusesADeviceWithoutReadingIt() {
        Path endless = Path.of("/dev/zero");
        assumeTrue(Files.exists(endless));

        assertRefused(endless, "file: is not a regular file");
    }

    @Test
    void refusesTextThatIsNotUtf8() {
        byte[] json = DrawnMap.with("\"Ann\"", "\"\u00c9va\"").getBytes(ISO_8859_1);

        assertThatExceptionOfType(FloorPlanException.class)
                .isThrownBy(() -> FloorPlanLoader.parse("latin.tmj", json))
                .withMessageStartingWith("latin.tmj: file: is not usable JSON: line 15, column")
                .withMessageContaining("UTF-8");
    }

    @Test
    void escapesTheFileNameToo() {
        assertThatExceptionOfType(FloorPlanException.class)
                .isThrownBy(() -> FloorPlanLoader.parse("a\nb\u202e.tmj", "{".getBytes(UTF_8)))
                .withMessageStartingWith("a\\u000ab\\u202e.tmj: file: is not usable JSON");
    }

    @Test
    void shortensLongNames() {
        String json =
                DrawnMap.with("\"walls\"", "\"" + "w".repeat(5_000) + "\"").replace("5, 6]", "5, 7]");

        assertThatExceptionOfType(FloorPlanException.class)
                .isThrownBy(() -> DrawnMap.parse(json))
                .withMessageContaining("layers[1] \"" + "w".repeat(64) + "…\".data[11]");
    }

    private static void assertRefused(Path file, String reason) {
        assertThatExceptionOfType(FloorPlanException.class)
                .isThrownBy(() -> FloorPlanLoader.load(file))
                .withMessage(file + ": " + reason);
    }
}
