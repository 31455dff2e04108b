package dev.maptick.server.world;

import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.server.tiled.DrawnMap;
import dev.maptick.server.tiled.FloorPlan;
import org.junit.jupiter.api.Test;

class SpreadFieldTest {
    private final FloorPlan plan = DrawnMap.ofRows(
            ".....#...", //
            ".....#...",
            ".....#...");

    @Test
    void spreadsAndThinsOutAndStaysOnItsSideOfTheWall() {
        SpreadField field = new SpreadField(plan, 6, 990);
        field.moveTo(2, 1);
        field.feed(100_000);

        for (int i = 0; i < 20; i++) {
            field.spread();
        }

        assertThat(field.at(2, 1)).isPositive().isLessThan(100_000);
        assertThat(field.at(0, 0)).isPositive();
        assertThat(field.at(4, 2)).isPositive();
        for (int y = 0; y < 3; y++) {
            for (int x = 5; x < 9; x++) {
                assertThat(field.at(x, y)).as(x + "," + y).isZero();
            }
        }
    }

    @Test
    void neverGrowsAndNeverTurnsNegative() {
        SpreadField field = new SpreadField(plan, 2, 1000);
        field.moveTo(4, 0);
        field.feed(10_000);

        long before = sum(field);
        for (int i = 0; i < 200; i++) {
            field.spread();
            long now = sum(field);
            assertThat(now).isLessThanOrEqualTo(before);
            before = now;
        }
        assertThat(before).isPositive();
    }

    @Test
    void anotherSourceBeginsEmpty() {
        SpreadField field = new SpreadField(plan, 2, 1000);
        field.moveTo(1, 1);
        field.feed(500);
        field.moveTo(7, 1);

        assertThat(sum(field)).isZero();
        assertThat(field.at(-100, 1)).isZero();
        assertThat(field.at(100, 1)).isZero();
    }

    private long sum(SpreadField field) {
        long sum = 0;
        for (int y = 0; y < plan.height(); y++) {
            for (int x = 0; x < plan.width(); x++) {
                assertThat(field.at(x, y)).isNotNegative();
                sum += field.at(x, y);
            }
        }
        return sum;
    }
}
