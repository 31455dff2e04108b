package dev.maptick.server.tiled;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tilesets in files of their own: found within the told directory tree only, and read without trusting them. */
class ExternalTilesetTest {

    private static final String JSON = """
            {"type": "tileset", "name": "a", "image": "a.png", "tilecount": 4, "tiles": [
              {"id": 1, "properties": [{"name": "collides", "type": "bool", "value": true}]}]}
            """;

    private static final String XML = """
            <tileset name="a" tilecount="4"><image source="a.png"/>
             <tile id="1"><properties><property name="collides" type="bool" value="true"/></properties></tile></tileset>
            """;

    private static final String UNUSABLE = "leads to a tileset that cannot be used: ";

    @TempDir
    Path temporary;

    private Path root;
    private Path maps;

    @BeforeEach
    void makeDirectories() throws IOException {
        root = Files.createDirectories(temporary.resolve("world"));
        maps = Files.createDirectories(root.resolve("maps"));
    }

    @ParameterizedTest
    @CsvSource({"a.tsj", "a.json", "a.TSJ", "sub/a.tsj", "sub/../a.tsj", "./a.tsj", "a b.tsj"})
    void aTilesetBesideOrBelowTheMapIsRead(String source) throws IOException {
        put(maps.resolve(source).normalize(), JSON);

        assertThat(FloorPlanLoader.load(map(source)).walkableTiles()).isEqualTo(6);
    }

    @Test
    void aTilesetInXmlIsReadInItsOwnEncoding() throws IOException {
        Files.write(maps.resolve("a.tsx"), ("<?xml version=\"1.0\" encoding=\"UTF-16\"?>\n" + XML).getBytes(UTF_16));

        assertThat(FloorPlanLoader.load(map("a.tsx")).walkableTiles()).isEqualTo(6);
    }

    @Test
    void anXmlTilesetMayBeginWithAByteOrderMarkAndMustBeSoundText() throws IOException {
        put(maps.resolve("a.tsx"), "\uFEFF" + XML);
        assertThat(FloorPlanLoader.load(map("a.tsx")).walkableTiles()).isEqualTo(6);

        Files.write(maps.resolve("a.tsx"), XML.replace("a.png", "\u00e9.png").getBytes(ISO_8859_1));
        assertThatExceptionOfType(FloorPlanException.class)
                .isThrownBy(() -> FloorPlanLoader.load(map("a.tsx")))
                .withMessageEndingWith("a.tsx: file: is not UTF-8 text; allowed: UTF-8, as Tiled writes it, or UTF-16");
    }

    @Test
    void aTilesetBesideTheMapsDirectoryNeedsAWiderRoot() throws IOException {
        put(root.resolve("sets/a.tsj"), JSON);
        Path map = map("../sets/a.tsj");

        assertThat(FloorPlanLoader.load(map, root).walkableTiles()).isEqualTo(6);
        assertRefused(
                map,
                "tilesets[0].source: is \"../sets/a.tsj\", which leads outside the root directory " + maps.toRealPath()
                        + "; allowed: a path relative to the map file that stays within it");
    }

    @Test
    void aPathThatLeavesTheRootIsRefusedWhetherItsFileExistsOrNot() throws IOException {
        put(temporary.resolve("there.tsj"), JSON);

        for (String name : new String[] {"there.tsj", "missing.tsj"}) {
            assertThatExceptionOfType(FloorPlanException.class)
                    .isThrownBy(() -> FloorPlanLoader.load(map("../../" + name), root))
                    .withMessageContaining("which leads outside the root directory");
        }
    }

    @Test
    void anAbsolutePathIsRefusedEvenWithinTheRoot() throws IOException {
        Path tileset = put(maps.resolve("a.tsj"), JSON);

        assertThatExceptionOfType(FloorPlanException.class)
                .isThrownBy(
                        () -> FloorPlanLoader.load(map(tileset.toAbsolutePath().toString())))
                .withMessageContaining("allowed: a path relative to the map file");
    }

    @Test
    void aSymbolicLinkOutOfTheRootIsRefusedAndOneWithinFollowed() throws IOException {
        Path outside = put(temporary.resolve("out.tsj"), JSON);
        Files.createSymbolicLink(maps.resolve("a.tsj"), outside);
        Files.createSymbolicLink(maps.resolve("b.tsj"), put(maps.resolve("c.tsj"), JSON));

        assertRefused(
                map("a.tsj"),
                "tilesets[0].source: is \"a.tsj\", which leads by a symbolic link outside the root directory "
                        + maps.toRealPath() + "; allowed: a path relative to the map file that stays within it");
        assertThat(FloorPlanLoader.load(map("b.tsj")).walkableTiles()).isEqualTo(6);
    }

    @Test
    void theRootItselfMayBeASymbolicLink() throws IOException {
        put(root.resolve("sets/a.tsj"), JSON);
        Path link = Files.createSymbolicLink(temporary.resolve("link"), root);
        Path map = map("../sets/a.tsj");

        assertThat(FloorPlanLoader.load(map, link).walkableTiles()).isEqualTo(6);
        assertThat(FloorPlanLoader.load(link.resolve("maps/test.tmj"), root).walkableTiles())
                .isEqualTo(6);
    }

    @Test
    void aMapOutsideTheRootOrAMissingRootIsRefused() throws IOException {
        put(maps.resolve("a.tsj"), JSON);
        Path map = map("a.tsj");
        Path other = Files.createDirectories(temporary.resolve("other"));

        assertThatExceptionOfType(FloorPlanException.class)
                .isThrownBy(() -> FloorPlanLoader.load(map, other))
                .withMessage(map + ": file: lies outside the root directory " + other + "; allowed: a map within it");
        assertThatExceptionOfType(FloorPlanException.class)
                .isThrownBy(() -> FloorPlanLoader.load(map, other.resolve("none")))
                .withMessageStartingWith(map + ": file: has no usable root directory (");
    }

    @Test
    void aMissingTilesetIsNamed() throws IOException {
        assertRefused(
                map("sub/none.tsx"),
                "tilesets[0].source: is \"sub/none.tsx\", but there is no file " + maps.resolve("sub/none.tsx")
                        + "; allowed: a tileset that is there");
    }

    @Test
    void externalFilesAreBoundedTogether() throws IOException {
        String padded = JSON.replace("\"a.png\"", "\"a.png\", \"zzz\": \"" + "z".repeat(6 << 20) + "\"");
        put(maps.resolve("a.tsj"), padded);
        String entries = "";
        for (int gid = 5; gid < 13; gid += 4) {
            entries += "{\"firstgid\": " + gid + ", \"source\": \"a.tsj\"}, ";
        }
        Path map = put(
                maps.resolve("test.tmj"),
                withSource("a.tsj").replace("{\"firstgid\": 5", entries + "{\"firstgid\": 13"));

        long bytes = 3 * Files.size(maps.resolve("a.tsj"));
        assertRefused(
                map,
                "tilesets[2].source: brings the map's external files to " + bytes
                        + " bytes; allowed: at most 16777216 together");
    }

    @ParameterizedTest
    @MethodSource
    void refusesTilesetsThatCannotBeUsed(String name, String text, String reason) throws IOException {
        put(maps.resolve(name), text);

        assertRefused(map(name), "tilesets[0].source: " + UNUSABLE + maps.resolve(name) + ": " + reason);
    }

    static Stream<Arguments> refusesTilesetsThatCannotBeUsed() {
        return Stream.of(
                arguments("a.tsj", "", "file: is empty; allowed: a Tiled tileset in JSON form"),
                arguments("a.tsj", "[]", "file: is not a Tiled tileset: it begins with an array, not with an object"),
                arguments(
                        "a.tsj",
                        JSON.replace("\"tileset\"", "\"map\""),
                        "tileset.type: is \"map\", so this is no tileset; allowed: \"tileset\""),
                arguments(
                        "a.tsj",
                        JSON.replace("\"id\": 1", "\"id\": 4"),
                        "tiles[0].id: is 4; allowed: a whole number from 0 to 3"),
                arguments("a.tsx", "", "file: is empty; allowed: a Tiled tileset in XML form"),
                arguments("a.tsx", "<map/>", "file: is not a Tiled tileset: it begins with <map>; allowed: <tileset>"),
                arguments(
                        "a.tsx",
                        XML.replace("tilecount=\"4\"", "tilecount=\"four\""),
                        "tileset.tilecount: is the text \"four\"; allowed: a whole number from 0 to 262144"),
                arguments(
                        "a.tsx",
                        XML.replace("<tile id=\"1\">", "<tile>"),
                        "tiles[0].id: is missing; allowed: a whole number from 0 to 3"),
                arguments(
                        "a.tsx",
                        XML.replace("type=\"bool\"", ""),
                        "tiles[0].properties[0] \"collides\".value: is the text \"true\";"
                                + " allowed: true or false (a bool property)"),
                arguments(
                        "a.tsx",
                        "<tileset>" + "<a>".repeat(70),
                        "file: nests elements deeper than 64, line 1, column 202"));
    }

    @ParameterizedTest
    @MethodSource
    void refusesDocumentTypesEntitiesAndBrokenXml(String text, String reason) throws IOException {
        put(maps.resolve("secret.txt"), "4");
        put(maps.resolve("a.tsx"), text);

        assertThatExceptionOfType(FloorPlanException.class)
                .isThrownBy(() -> FloorPlanLoader.load(map("a.tsx")))
                .withMessageContaining(UNUSABLE + maps.resolve("a.tsx") + ": file: " + reason)
                .satisfies(e -> assertThat(e.getMessage()).doesNotContainPattern("[\\p{Cntrl}]"));
    }

    static Stream<Arguments> refusesDocumentTypesEntitiesAndBrokenXml() {
        String bomb = "<!DOCTYPE tileset [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\">]>";
        return Stream.of(
                arguments("<!DOCTYPE tileset>" + XML, "has a document type, line 1,"),
                arguments(
                        "<!DOCTYPE tileset SYSTEM \"http://localhost:1/x.dtd\">" + XML, "has a document type, line 1,"),
                arguments(bomb + XML.replace("\"4\"", "\"&b;\""), "has a document type, line 1,"),
                arguments(
                        "<!DOCTYPE tileset [<!ENTITY s SYSTEM \"secret.txt\">]>"
                                + XML.replace("</tileset>", "&s;</tileset>"),
                        "has a document type, line 1,"),
                arguments(XML.replace("</tileset>", "&s;</tileset>"), "is not usable XML: line 2, column"),
                arguments(XML.replace("</tileset>", ""), "is not usable XML: line 3, column 1: XML document"),
                arguments("<tileset a='1' a='2'/>", "is not usable XML: line 1, column"),
                arguments(XML + XML, "is not usable XML: line 3, column"),
                arguments("{\"type\": \"tileset\"}", "is not usable XML: line 1, column 1: Content is not allowed"),
                arguments(
                        "<?xml version=\"1.0\" encoding=\"EBCDIC-NONE\"?>" + XML,
                        "declares the encoding \"EBCDIC-NONE\"; allowed: UTF-8"),
                arguments("\u00e9" + XML, "is not usable XML: line 1, column 1: Content is not allowed in prolog"),
                arguments(
                        "<tileset>" + "<a/>".repeat(500_001) + "</tileset>",
                        "holds more than 500000 elements, line 1"));
    }

    private Path map(String source) throws IOException {
        return put(maps.resolve("test.tmj"), withSource(source));
    }

    private static String withSource(String source) {
        String embedded = DrawnMap.BASE.substring(
                DrawnMap.BASE.indexOf("{\"firstgid\": 1"), DrawnMap.BASE.indexOf("{\"firstgid\": 5"));
        return DrawnMap.with(embedded, "{\"firstgid\": 1, \"source\": \"" + source + "\"},\n    ");
    }

    private static Path put(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text, UTF_8);
    }

    private static void assertRefused(Path map, String reason) {
        assertThatExceptionOfType(FloorPlanException.class)
                .isThrownBy(() -> FloorPlanLoader.load(map))
                .withMessage(map + ": " + reason)
                .satisfies(e -> assertThat(e.file()).isEqualTo(map.toString()))
                .satisfies(e -> assertThat(reason).startsWith(e.element() + ": "));
    }
}
