package dev.maptick.server.tiled;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LayerGroupsTest {

    private static final String COLLIDES = "'properties': [{'name': 'collides', 'type': 'bool', 'value': %s}]";

    @ParameterizedTest
    @CsvSource({
        "'', '', '', false",
        "true, '', '', true",
        "'', true, '', true",
        "true, '', false, false",
        "true, false, '', false",
        "false, '', true, true",
    })
    void theNearestThatSaysSoDecidesWhetherALayerCollides(String outer, String inner, String layer, boolean blocks) {
        String layers = group(collides(outer), group(collides(inner), tiles(collides(layer), "1, 0")));

        assertThat(load(layers).blocked(0, 0)).isEqualTo(blocks);
    }

    @Test
    void hiddenGroupsCountLikeShownOnes() {
        assertThat(load(group("'visible': false", tiles(collides("true"), "1, 0")))
                        .blocked(0, 0))
                .isTrue();
    }

    @Test
    void offsetsAddUpAndWholeTilesShiftWhatBlocks() {
        String layers =
                group("'offsetx': 4.5", group("'offsetx': 19.5", tiles("'offsetx': -8, " + collides("true"), "1, 1")));

        // the second tile is drawn past the right border, where everything is blocked anyway
        FloorPlan plan = load(layers);
        assertThat(plan.blocked(0, 0)).isFalse();
        assertThat(plan.blocked(1, 0)).isTrue();
    }

    @Test
    void offsetsThatLeaveCollidingTilesBetweenTheTilesOfTheMapAreRefused() {
        String layers = group("'name': 'up', 'offsety': 4", tiles("'offsety': 0.5, " + collides("true"), "1, 0"));

        assertThatExceptionOfType(FloorPlanException.class)
                .isThrownBy(() -> load(layers))
                .withMessageStartingWith(
                        "maps/test.tmj: layers[0] \"up\".layers[0]: is drawn off by (0.0, 4.5) pixels");
    }

    @Test
    void anOffsetPastAllBoundsHarmsNoDecorationAndIsRefusedForWalls() {
        String far = "'offsetx': 1.7e308, 'offsety': 1e200";

        assertThat(load(group(far, group(far, tiles("'offsetx': 0", "1, 0")))).walkableTiles())
                .isEqualTo(2);
        assertThatExceptionOfType(FloorPlanException.class)
                .isThrownBy(() -> load(group(far, group(far, tiles(collides("true"), "1, 0")))))
                .withMessageContaining("is drawn off by (Infinity, 2.0E200) pixels");
    }

    @Test
    void sixteenGroupsWithinEachOtherAreReadAndMoreRefused() {
        assertThat(load(nested(16)).walkableTiles()).isEqualTo(2);
        assertThatExceptionOfType(FloorPlanException.class)
                .isThrownBy(() -> load(nested(17)))
                .withMessageEndingWith("is a group within 16 groups; allowed: at most 16 groups within each other");
    }

    @Test
    void theLayersOfAllGroupsCountTogether() {
        String hundred = group("'x': 0", String.join(",", Collections.nCopies(100, tiles("'x': 0", "1, 1"))));

        assertThat(load(hundred, hundred).walkableTiles()).isEqualTo(2);
        assertThatExceptionOfType(FloorPlanException.class)
                .isThrownBy(() -> load(hundred, hundred, hundred))
                .withMessage("maps/test.tmj: map.layers: has more than 256 layers with those in groups;"
                        + " allowed: at most that many");
    }

    private static String nested(int depth) {
        return depth == 0 ? tiles("'x': 0", "1, 1") : group("'x': 0", nested(depth - 1));
    }

    private static String group(String fields, String layers) {
        return "{'type': 'group', %s, 'layers': [%s]}".formatted(fields, layers);
    }

    private static String tiles(String fields, String data) {
        return "{'type': 'tilelayer', %s, 'data': [%s]}".formatted(fields, data);
    }

    private static String collides(String value) {
        return value.isEmpty() ? "'x': 0" : COLLIDES.formatted(value);
    }

    private static FloorPlan load(String... layers) {
        String map = """
                {'type': 'map', 'orientation': 'orthogonal', 'width': 2, 'height': 1, 'tilewidth': 16, 'tileheight': 16,
                 'tilesets': [{'firstgid': 1, 'tilecount': 2, 'image': 'i.png'}], 'layers': [%s]}
                """;
        return DrawnMap.parse(map.formatted(String.join(",", layers)).replace('\'', '"'));
    }
}
