package dev.maptick.server.tiled;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Infinite maps: the plan is the rectangle round all chunks, within the largest side. */
class InfiniteMapTest {

    private static final String OBJECTS = "{'type': 'objectgroup', 'name': 'o', 'objects': ["
            + "{'type': 'door', 'name': 'd', 'x': -24, 'y': 40}, {'type': 'resident', 'name': 'r', 'x': 8, 'y': -8}]}";

    @Test
    void thePlanCoversAllChunksOfAllLayersAndObjectsMoveAlong() {
        FloorPlan plan =
                load(layer("a", chunk(-2, 1, 2, 2, "1, 1, 1, 2")), layer("b", chunk(0, -1, 1, 1, "1")), OBJECTS);

        assertThat(plan.width()).isEqualTo(3);
        assertThat(plan.height()).isEqualTo(4);
        assertThat(plan.walkableTiles()).isEqualTo(11);
        assertThat(plan.blocked(1, 3)).isTrue();
        assertThat(plan.doors()).containsExactly(new Landmark("d", 0, 3));
        assertThat(plan.residents()).containsExactly(new Landmark("r", 2, 0));
    }

    @Test
    void aShiftedLayerWidensThePlan() {
        String shifted = layer("a", chunk(0, 0, 1, 1, "2")).replace("'name'", "'offsetx': -32, 'name'");

        FloorPlan plan = load(shifted, layer("b", chunk(0, 0, 1, 1, "1")));

        assertThat(plan.width()).isEqualTo(3);
        assertThat(plan.blocked(0, 0)).isTrue();
        assertThat(plan.blocked(2, 0)).isFalse();
    }

    @Test
    void aMapOfTheLargestSideLoadsWhereverItLies() {
        FloorPlan plan = load(layer(
                "a", chunk(-16_777_216, 5, 1, 1, "1"), chunk(-16_777_216 + FloorPlan.MAX_SIDE - 1, 5, 1, 1, "2")));

        assertThat(plan.width()).isEqualTo(FloorPlan.MAX_SIDE);
        assertThat(plan.walkableTiles()).isEqualTo(FloorPlan.MAX_SIDE - 1);
    }

    @ParameterizedTest
    @MethodSource
    void refusesWithElementReasonAndRemedy(String layers, String message) {
        assertThatExceptionOfType(FloorPlanException.class)
                .isThrownBy(() -> load(layers))
                .withMessage("maps/test.tmj: " + message);
    }

    static Stream<Arguments> refusesWithElementReasonAndRemedy() {
        return Stream.of(
                arguments(
                        layer("a", chunk(0, 0, 1, 1, "1"), chunk(5_000, 0, 16, 1, "1")),
                        "layers[0] \"a\".chunks[1]: at (5000, 0) makes the map span the columns 0 to 5015, 5016 in all;"
                                + " allowed: at most 1024 (look for stray tiles far off)"),
                arguments(
                        layer("a", chunk(0, 1, 1, 1, "1")) + "," + layer("b", chunk(0, -1024, 1, 1, "1")),
                        "layers[1] \"b\".chunks[0]: at (0, -1024) makes the map span the rows -1024 to 1, 1026 in all;"
                                + " allowed: at most 1024 (look for stray tiles far off)"),
                arguments(
                        layer("a", chunk(2_000_000_000, 0, 1, 1, "1")),
                        "layers[0] \"a\".chunks[0].x: is 2000000000;"
                                + " allowed: a whole number from -16777216 to 16777216"),
                arguments(
                        layer("a", chunk(0, 0, 1025, 1, "1")),
                        "layers[0] \"a\".chunks[0].width: is 1025; allowed: a whole number from 1 to 1024"),
                arguments(
                        layer("a", chunk(0, 0, 2, 2, "1, 1, 1")),
                        "layers[0] \"a\".chunks[0].data: has 3 tiles; allowed: width x height = 2 x 2 = 4"),
                arguments(
                        layer("a", chunk(0, 0, 2, 2, "1, 1, 1, 99")),
                        "layers[0] \"a\".chunks[0].data[3]: is tile 99, which no tileset has;"
                                + " allowed: 0 (empty) or 1..2"),
                arguments(
                        layer("a", chunk(0, 0, 2, 2, "1, 1, 1, 1"), chunk(1, 1, 1, 1, "1")),
                        "layers[0] \"a\".chunks[1]: covers tiles of another chunk;"
                                + " allowed: chunks that do not overlap"),
                arguments(
                        layer("a"), "map: is infinite and has no chunks: nothing is drawn; allowed: at least one tile"),
                arguments(
                        layer("a", chunk(4, -4, 1, 1, "1")) + "," + OBJECTS,
                        "layers[1] \"o\".objects[0] \"d\": lies outside the map: its centre is at pixel (-24.0, 40.0);"
                                + " allowed: (64, -64) up to, not including, (80, -48)"),
                arguments(
                        layer("a", "{'x': 0, 'y': 0, 'width': 1, 'height': 1}"),
                        "layers[0] \"a\".chunks[0].data: is missing; allowed: an array of tile numbers"));
    }

    private static FloorPlan load(String... layers) {
        String map = """
                {'type': 'map', 'orientation': 'orthogonal', 'infinite': true, 'tilewidth': 16, 'tileheight': 16,
                 'tilesets': [{'firstgid': 1, 'tilecount': 2, 'image': 'i.png', 'tiles': [
                   {'id': 1, 'properties': [{'name': 'collides', 'type': 'bool', 'value': true}]}]}],
                 'layers': [%s]}
                """;
        return DrawnMap.parse(map.formatted(String.join(",", layers)).replace('\'', '"'));
    }

    private static String layer(String name, String... chunks) {
        return "{'type': 'tilelayer', 'name': '%s', 'chunks': [%s]}".formatted(name, String.join(",", chunks));
    }

    private static String chunk(int x, int y, int width, int height, String data) {
        return "{'x': %d, 'y': %d, 'width': %d, 'height': %d, 'data': [%s]}".formatted(x, y, width, height, data);
    }
}
