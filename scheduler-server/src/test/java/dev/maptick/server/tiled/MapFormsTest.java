package dev.maptick.server.tiled;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The same floor gives equal plans however it is written: every form, over random maps. */
class MapFormsTest {

    private static final long SEED = 20_261_130L;
    private static final int FLOORS = Boolean.getBoolean("maptick.soak") ? 500 : 8;

    @TempDir
    Path directory;

    @ParameterizedTest
    @EnumSource
    void everyFormGivesThePlanOfThePlainForm(MapForm.Data data) throws IOException {
        for (int run = 0; run < FLOORS; run++) {
            Random random = new Random(SEED + run);
            RandomFloor floor = RandomFloor.of(random);
            FloorPlan plain = load(floor, MapForm.PLAIN, random);
            assertIsAsDrawn(plain, floor, run);
            for (MapForm form : MapForm.allOf(data)) {
                assertEqual(load(floor, form, random), plain, "seed " + (SEED + run) + ", " + form);
            }
        }
    }

    /** The writer's own libraries are the reader's, so here are texts that another implementation packed. */
    @Test
    void dataPackedElsewhereIsRead() {
        String walls = "[2, 2, 2, 2, 2, 0, 0, 0, 2, 0, 5, 6]";
        String base64 = "AgAAAAIAAAACAAAAAgAAAAIAAAAAAAAAAAAAAAAAAAACAAAAAAAAAAUAAAAGAAAA";
        FloorPlan plain = DrawnMap.parse(DrawnMap.BASE);

        assertEqual(encoded(walls, "", base64), plain, "base64");
        assertEqual(encoded(walls, "zlib", "eJxjYmBgYELDyADGZwViNiAGAAIgABg="), plain, "zlib");
        assertEqual(encoded(walls, "gzip", "H4sIAAAAAAACA2NiYGBgQsPIAMZnBWI2IAYAg+49ezAAAAA="), plain, "gzip");
    }

    private static FloorPlan encoded(String walls, String compression, String data) {
        return DrawnMap.parse(DrawnMap.with(
                walls, "\"%s\", \"encoding\": \"base64\", \"compression\": \"%s\"".formatted(data, compression)));
    }

    private FloorPlan load(RandomFloor floor, MapForm form, Random random) throws IOException {
        return FloorPlanLoader.load(new MapWriter(floor, form, random).write(directory));
    }

    private static void assertIsAsDrawn(FloorPlan plan, RandomFloor floor, int run) {
        assertThat(plan.width()).isEqualTo(floor.width());
        for (int tile = 0; tile < floor.width() * floor.height(); tile++) {
            assertThat(plan.blocked(tile % floor.width(), tile / floor.width()))
                    .as("run %d tile %d", run, tile)
                    .isEqualTo(floor.blocked(tile));
        }
    }

    private static void assertEqual(FloorPlan plan, FloorPlan expected, String how) {
        assertThat(plan).as(how).hasToString(expected.toString());
        for (int y = 0; y < expected.height(); y++) {
            for (int x = 0; x < expected.width(); x++) {
                if (plan.area(x, y) != expected.area(x, y)) {
                    assertThat(plan.area(x, y)).as("%s (%d, %d)", how, x, y).isEqualTo(expected.area(x, y));
                }
            }
        }
        assertThat(plan.residents()).as(how).isEqualTo(expected.residents());
        assertThat(plan.doors()).as(how).isEqualTo(expected.doors());
        assertThat(plan.spawns()).as(how).isEqualTo(expected.spawns());
    }
}
