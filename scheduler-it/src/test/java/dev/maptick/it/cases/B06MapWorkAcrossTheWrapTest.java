package dev.maptick.it.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.it.cases.Houses.Script;
import dev.maptick.maps.MapHandle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * B06 (PaperMC/Paper#8833) and B07 (quartznet#3148), the parts about timers and posts: wherever the clock's readings lie,
 * at its wrap too, each timer of a map fires once and never early, a repeating one five times a second, and a sleeping map
 * is woken.
 */
final class B06MapWorkAcrossTheWrapTest {
    private static final long MS = 1_000_000;

    @ParameterizedTest
    @ValueSource(
            longs = {
                0,
                -1,
                -120 * MS,
                Long.MAX_VALUE - 120 * MS,
                Long.MAX_VALUE,
                Long.MIN_VALUE,
                Long.MIN_VALUE - 50 * MS,
                -50 * MS
            })
    void timersFireOnceAndNeverEarlyAndPostsRun(long clockStart) {
        try (Houses houses = new Houses(clockStart)) {
            Script map = new Script();
            List<Integer> fired = new ArrayList<>();
            List<Long> repeated = new ArrayList<>();
            map.open = c -> {
                for (int i = 1; i <= 20; i++) {
                    int delay = 20 * i;
                    c.timers().after(Duration.ofMillis(delay), f -> {
                        assertThat(houses.now()).isBetween((long) delay, delay + 8L + 50);
                        fired.add(delay);
                    });
                }
                c.timers().every(Duration.ofMillis(200), f -> repeated.add(houses.now()));
            };
            MapHandle house = houses.open("house", Houses.AT_ZERO, map);
            int[] posts = new int[1];
            for (int i = 0; i < 10; i++) {
                house.post(() -> posts[0]++);
                houses.run(100);
            }
            assertThat(fired).hasSize(20).isSorted();
            assertThat(repeated).hasSize(5).allMatch(at -> at % 200 <= 50);
            assertThat(posts[0]).isEqualTo(10);
            houses.run(10_000 - 1_000 + 60);
            assertThat(repeated).hasSize(50);
            assertThat(house.workStats().timers().faults()).isZero();
            assertThat(house.stats().skipped()).isZero();
            assertThat(map.ticks).isEqualTo(202);
        }
    }
}
