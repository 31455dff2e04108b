package dev.maptick.server.tiled;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class FloorPlanLoaderTest {

    @Test
    void readsSizeCollisionAndLandmarks() {
        FloorPlan plan = DrawnMap.parse(DrawnMap.BASE);

        assertThat(plan.name()).isEqualTo("test");
        assertThat(rows(plan)).containsExactly("####", "#...", "#...");
        assertThat(plan.walkableTiles()).isEqualTo(6);
        assertThat(plan.residents()).containsExactly(new Landmark("Ann", 1, 1));
        assertThat(plan.doors()).containsExactly(new Landmark("front", 2, 1));
        assertThat(plan.spawns()).containsExactly(new Landmark("in", 3, 2));
        assertThat(plan).hasToString("FloorPlan[test 4x3, 6 walkable, 1 residents, 1 doors, 1 spawns]");
    }

    @Test
    void everythingOutsideIsBlocked() {
        FloorPlan plan = DrawnMap.parse(DrawnMap.BASE);

        assertThat(plan.blocked(-1, 1)).isTrue();
        assertThat(plan.blocked(4, 1)).isTrue();
        assertThat(plan.blocked(1, 3)).isTrue();
        assertThat(plan.blocked(Integer.MIN_VALUE, Integer.MAX_VALUE)).isTrue();
        assertThat(plan.area(1, -1)).isEqualTo(FloorPlan.NO_AREA);
    }

    @Test
    void aTurnedTileCollidesLikeAnUprightOne() {
        // all four flag bits on tile 2
        FloorPlan plan = DrawnMap.parse(DrawnMap.with("2, 0, 0, 0, 2", "2, 0, 0, 4026531842, 2"));

        assertThat(rows(plan)).containsExactly("####", "#..#", "#...");
    }

    @Test
    void aLayerWithCollidesBlocksWhereverATileIsDrawn() {
        FloorPlan plan = DrawnMap.parse(DrawnMap.with(
                        "\"name\": \"walls\",",
                        "\"name\": \"walls\", \"properties\": [{\"name\": \"collides\", \"value\": true}],")
                .replace("0, 5, 6]", "5, 0, 0]"));

        assertThat(rows(plan)).containsExactly("####", "#...", "##..");
    }

    @Test
    void explicitCsvAndUnknownFieldsAreAccepted() {
        DrawnMap.parse(
                DrawnMap.with(
                        "\"name\": \"walls\",",
                        "\"name\": \"walls\", \"encoding\": \"csv\", \"compression\": \"\", \"parallaxx\": [[{\"a\": null}]],"));
    }

    @Test
    void imageLayersAndForeignObjectsArePassedOver() {
        FloorPlan plan = DrawnMap.parse(DrawnMap.with(
                        "{\"type\": \"objectgroup\"", "{\"type\": \"imagelayer\"}, {\"type\": \"objectgroup\"")
                .replace("\"objects\": [", "\"objects\": [{\"type\": \"shop\", \"x\": -500, \"polygon\": []}, "));

        assertThat(plan.residents()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"RESIDENT,type", "Resident,class", "resident,class"})
    void theKindMayStandInTypeOrClassInAnyCase(String kind, String field) {
        FloorPlan plan = DrawnMap.parse(DrawnMap.with("\"type\": \"resident\"", "\"" + field + "\": \"" + kind + "\""));

        assertThat(plan.residents()).containsExactly(new Landmark("Ann", 1, 1));
    }

    @ParameterizedTest
    @MethodSource("placedObjects")
    void anObjectStandsOnTheTileUnderItsCentre(String geometry, int x, int y) {
        FloorPlan plan = DrawnMap.parse(DrawnMap.with("\"x\": 32, \"y\": 16, \"width\": 16, \"height\": 16", geometry));

        assertThat(plan.doors()).containsExactly(new Landmark("front", x, y));
    }

    static Stream<Object[]> placedObjects() {
        return Stream.of(
                new Object[] {"\"x\": 0, \"y\": 0", 0, 0},
                new Object[] {"\"x\": 63.99, \"y\": 47.99", 3, 2},
                new Object[] {"\"x\": 15.5, \"y\": 14, \"width\": 17, \"height\": 18", 1, 1},
                new Object[] {"\"x\": 0, \"y\": 16, \"width\": 48, \"height\": 16, \"ellipse\": true", 1, 1},
                // a tile object hangs from its bottom left corner
                new Object[] {"\"gid\": 1, \"x\": 32, \"y\": 32, \"width\": 16, \"height\": 16", 2, 1},
                new Object[] {"\"gid\": 2147483649, \"x\": 32, \"y\": 48, \"width\": 16, \"height\": 16", 2, 2},
                // a quarter turn clockwise about the position
                new Object[] {"\"x\": 32, \"y\": 16, \"width\": 16, \"height\": 16, \"rotation\": 90", 1, 1});
    }

    @Test
    void aTilesetMaySetTheAlignmentOfItsObjects() {
        FloorPlan plan =
                DrawnMap.parse(DrawnMap.with("\"name\": \"b\",", "\"name\": \"b\", \"objectalignment\": \"top\",")
                        .replace(
                                "\"x\": 32, \"y\": 16, \"width\": 16, \"height\": 16",
                                "\"gid\": 5, \"x\": 40, \"y\": 16, \"width\": 16, \"height\": 16"));

        assertThat(plan.doors()).containsExactly(new Landmark("front", 2, 1));
    }

    @Test
    void anOffsetOfTheObjectLayerMovesItsObjects() {
        FloorPlan plan = DrawnMap.parse(
                DrawnMap.with("\"name\": \"things\",", "\"name\": \"things\", \"offsetx\": -16, \"offsety\": -8.5,")
                        .replace("\"resident\"", "\"none\""));

        assertThat(plan.spawns()).containsExactly(new Landmark("in", 2, 1));
    }

    @Test
    void aNamelessObjectIsCalledAfterItsKind() {
        assertThat(DrawnMap.parse(DrawnMap.with("\"Ann\"", "\" \""))
                        .residents()
                        .get(0)
                        .name())
                .isEqualTo("resident");
    }

    @ParameterizedTest
    @CsvSource({
        "'2, 2, 0, 2, 2, 0, 0, 0, 2, 0, 0, 0', 2, 0",
        "'2, 2, 2, 2, 2, 0, 0, 0, 2, 0, 0, 0', 3, 1",
        "'2, 2, 2, 2, 2, 0, 0, 2, 2, 0, 0, 0', 2, 2",
        "'2, 2, 2, 2, 2, 0, 0, 2, 2, 0, 2, 0', 1, 1",
        "'0, 2, 2, 2, 0, 2, 0, 2, 0, 0, 2, 0', 0, 0",
    })
    void withoutASpawnTheFirstWalkableTileRoundADoorServes(String walls, int x, int y) {
        // the door is at (2, 1); the order is above, right, below, left, else the largest area
        FloorPlan plan = DrawnMap.parse(DrawnMap.with("2, 2, 2, 2, 2, 0, 0, 0, 2, 0, 5, 6", walls)
                .replace("\"spawn\"", "\"none\"")
                .replace("\"resident\"", "\"none\""));

        assertThat(plan.spawns()).containsExactly(new Landmark("spawn", x, y));
    }

    @Test
    void ofEquallyLargeAreasTheFirstServes() {
        assertThat(DrawnMap.ofRows("#.#.").spawns()).containsExactly(new Landmark("spawn", 1, 0));
    }

    @Test
    void withoutSpawnAndDoorTheLargestAreaServes() {
        FloorPlan plan = DrawnMap.ofRows("..#...", "..#...", "####..");

        assertThat(plan.spawns()).containsExactly(new Landmark("spawn", 3, 0));
        assertThat(plan.area(0, 0)).isEqualTo(plan.area(1, 1)).isNotEqualTo(plan.area(3, 0));
    }

    @Test
    void aCollectionOfImagesMayNumberItsTilesPastTheirCount() {
        FloorPlan plan = DrawnMap.parse(DrawnMap.with(
                        "\"image\": \"b.png\", \"tilecount\": 2, \"tiles\": []",
                        "\"tilecount\": 1, \"tiles\": [{\"id\": 9, \"image\": \"x.png\","
                                + " \"properties\": [{\"name\": \"collides\", \"value\": true}]}]")
                .replace("2, 0, 5, 6", "2, 14, 0, 0"));

        assertThat(rows(plan)).containsExactly("####", "#...", "##..");
    }

    @Test
    void theLargestMapLoads() {
        int side = FloorPlan.MAX_SIDE;
        String[] rows = new String[side];
        Arrays.fill(rows, ".".repeat(side));

        assertThat(DrawnMap.ofRows(rows).walkableTiles()).isEqualTo(side * side);
    }

    private static List<String> rows(FloorPlan plan) {
        List<String> rows = new ArrayList<>();
        for (int y = 0; y < plan.height(); y++) {
            StringBuilder row = new StringBuilder();
            for (int x = 0; x < plan.width(); x++) {
                row.append(plan.blocked(x, y) ? '#' : '.');
            }
            rows.add(row.toString());
        }
        return rows;
    }
}
