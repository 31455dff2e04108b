package dev.maptick.server.tiled;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ShippedWorldsTest {

    @ParameterizedTest
    @CsvSource({
        "house-small, 20, 15, 152, 4, 5, 1",
        "house-garden, 28, 20, 334, 5, 5, 2",
        "house-tavern, 32, 22, 441, 6, 8, 2",
        "dungeon, 96, 96, 2273, 69, 66, 4",
    })
    void loadAsDrawn(String name, int width, int height, int walkable, int residents, int doors, int spawns) {
        FloorPlan plan = ShippedWorlds.load(name);

        assertThat(plan.name()).isEqualTo(name);
        assertThat(plan.width()).isEqualTo(width);
        assertThat(plan.height()).isEqualTo(height);
        assertThat(plan.walkableTiles()).isEqualTo(walkable);
        assertThat(plan.residents()).hasSize(residents).doesNotHaveDuplicates();
        assertThat(plan.doors()).hasSize(doors).doesNotHaveDuplicates();
        assertThat(plan.spawns()).hasSize(spawns).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @MethodSource("names")
    void everyWalkableTileAndLandmarkIsInOneArea(String name) {
        FloorPlan plan = ShippedWorlds.load(name);

        for (int y = 0; y < plan.height(); y++) {
            for (int x = 0; x < plan.width(); x++) {
                assertThat(plan.area(x, y)).as("(%d, %d)", x, y).isIn(0, FloorPlan.NO_AREA);
            }
        }
        assertThat(Stream.of(plan.residents(), plan.doors(), plan.spawns()).flatMap(places -> places.stream()))
                .allSatisfy(place -> assertThat(plan.area(place.x(), place.y()))
                        .as(place.toString())
                        .isZero());
    }

    static Stream<String> names() {
        return ShippedWorlds.NAMES.stream();
    }
}
