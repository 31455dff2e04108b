package dev.maptick.server.world;

import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.server.tiled.DrawnMap;
import dev.maptick.server.tiled.FloorPlan;
import org.junit.jupiter.api.Test;

class SightTest {
    private final FloorPlan plan = DrawnMap.ofRows(
            "......", //
            "..##..", "......");

    @Test
    void seesAlongOpenTilesAndItself() {
        assertThat(Sight.sees(plan, 0, 0, 5, 0)).isTrue();
        assertThat(Sight.sees(plan, 0, 0, 0, 2)).isTrue();
        assertThat(Sight.sees(plan, 3, 2, 3, 2)).isTrue();
    }

    @Test
    void doesNotSeeThroughAWallNorIntoIt() {
        assertThat(Sight.sees(plan, 0, 1, 5, 1)).isFalse();
        assertThat(Sight.sees(plan, 2, 0, 2, 2)).isFalse();
        assertThat(Sight.sees(plan, 0, 1, 2, 1)).isFalse();
    }

    @Test
    void endsOutsideThePlanAtItsBorder() {
        assertThat(Sight.sees(plan, 0, 0, 100, 50)).isFalse();
    }
}
