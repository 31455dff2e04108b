package dev.maptick.it.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.it.cases.Houses.Script;
import dev.maptick.maps.MapHandle;
import dev.maptick.maps.MapLimits;
import dev.maptick.maps.MapOptions;
import dev.maptick.maps.TimerLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** B39 (camunda#767), through the host and on a real tick of 2,001 ms: all that came due fires in order in the next tick. */
final class B39TimersAfterALongTickTest {
    private static final MapOptions SLOW =
            MapOptions.defaults().tick(Duration.ofMillis(250)).phase(Duration.ZERO);

    private final List<Integer> fired = new ArrayList<>();
    private final List<Long> repeats = new ArrayList<>();
    private final List<Long> coalesced = new ArrayList<>();

    private Script map(Houses houses, boolean repeating) {
        Script map = new Script();
        map.open = c -> {
            for (int i = 1; i <= 100; i++) {
                int due = 10 * i;
                c.timers().after(Duration.ofMillis(due), f -> fired.add(due));
            }
            if (repeating) {
                c.timers().every(Duration.ofMillis(40), f -> {
                    repeats.add(f.dueNanos() / 1_000_000);
                    coalesced.add(f.coalesced());
                });
            }
        };
        map.tick = c -> {
            if (map.ticks == 1) {
                houses.spend(2_001);
            }
        };
        return map;
    }

    @Test
    void theNextTickFiresAllInOrderAndTheRepeatingOneOnce() {
        try (Houses houses = new Houses()) {
            MapHandle house = houses.open("house", SLOW, map(houses, true));
            houses.run(2_249);
            assertThat(fired).isEmpty();
            houses.run(1);
            assertThat(house.stats().skipped()).isEqualTo(8);
            assertThat(fired).hasSize(100).isSorted();
            assertThat(repeats).containsExactly(40L);
            assertThat(coalesced).containsExactly(55L);
            houses.run(250);
            assertThat(repeats).containsExactly(40L, 2_280L);
        }
    }

    @Test
    void aLimitOfThirtySpreadsThemOverFourTicks() {
        try (Houses houses = new Houses()) {
            TimerLimits thirty = TimerLimits.defaults().withCallbacksPerTick(30);
            MapHandle house =
                    houses.open("house", SLOW.limits(MapLimits.defaults().withTimers(thirty)), map(houses, false));
            int[] after = {30, 60, 90, 100};
            houses.run(2_000);
            for (int expected : after) {
                houses.run(250);
                assertThat(fired).hasSize(expected).isSorted();
                assertThat(house.workStats().timers().pending()).isEqualTo(100 - expected);
            }
            assertThat(house.workStats().timers().budgetHits()).isEqualTo(3);
        }
    }
}
