package dev.maptick.it.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.it.cases.Houses.Script;
import dev.maptick.maps.MapHandle;
import dev.maptick.maps.TimerCallback;
import dev.maptick.maps.TimerFiring;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * B36 (ModernUO#705) and B37 (muduo#668), through the host: callbacks that cancel, restart and throw, in one slot with
 * others. The race of a cancel against the firing is TimerCancelRaceTest of scheduler-maps.
 */
final class B36TimerCallbacksTest {
    private static Duration ms(long millis) {
        return Duration.ofMillis(millis);
    }

    @Test
    void aRepeatingTimerReplacesItselfInItsThirdCallback() {
        try (Houses houses = new Houses()) {
            Script map = new Script();
            List<Long> fired = new ArrayList<>();
            map.open = c -> c.timers().every(ms(100), new TimerCallback() {
                @Override
                public void onTimer(TimerFiring firing) {
                    fired.add(houses.now());
                    if (fired.size() == 3) {
                        assertThat(c.timers().cancel(firing.id())).isTrue();
                        assertThat(c.timers().every(ms(200), f -> fired.add(houses.now())))
                                .isPositive();
                    }
                }
            });
            MapHandle house = houses.open("house", Houses.AT_ZERO, map);
            for (int i = 0; i < 12; i++) {
                houses.run(100);
                assertThat(house.workStats().timers().pending()).isOne();
            }
            // Each rounded up by less than a step, then to the map's next tick.
            assertThat(fired).hasSize(7);
            long[] due = {100, 200, 300};
            for (int i = 0; i < due.length; i++) {
                assertThat(fired.get(i)).isBetween(due[i], due[i] + 8 + 50);
            }
            for (int i = 3; i < 7; i++) {
                long since = fired.get(2) + 200L * (i - 2);
                assertThat(fired.get(i)).isBetween(since, since + 8 + 50);
            }
        }
    }

    @Test
    void whatOneCallbackDoesCutsOffNoOther() {
        try (Houses houses = new Houses()) {
            Script map = new Script();
            int[] once = new int[1];
            int[] ended = new int[1];
            int[] thrown = new int[1];
            List<Long> others = new ArrayList<>();
            map.open = c -> {
                c.timers().after(ms(100), new TimerCallback() {
                    @Override
                    public void onTimer(TimerFiring firing) {
                        if (++once[0] <= 5) {
                            c.timers().after(ms(100), this);
                        }
                    }
                });
                c.timers().every(ms(100), f -> {
                    ended[0]++;
                    assertThat(c.timers().cancel(f.id())).isTrue();
                    assertThat(c.timers().cancel(f.id())).isFalse();
                });
                c.timers().every(ms(100), f -> {
                    thrown[0]++;
                    throw new IllegalStateException("planned");
                });
                for (int i = 0; i < 10; i++) {
                    c.timers().after(ms(100), f -> others.add(c.tick().number()));
                }
            };
            MapHandle house = houses.open("house", Houses.AT_ZERO, map);
            houses.run(990);
            assertThat(once[0]).isEqualTo(6);
            assertThat(ended[0]).isOne();
            assertThat(thrown[0]).isEqualTo(9);
            assertThat(others).hasSize(10).containsOnly(others.get(0));
            assertThat(house.workStats().timers().faults()).isEqualTo(9);
            assertThat(house.stats().faults()).isZero();
            assertThat(house.workStats().timers().pending()).isOne();
        }
    }

    @Test
    void aCancelSaysTrueOnlyIfItPreventsAFiring() {
        try (Houses houses = new Houses()) {
            Script map = new Script();
            List<String> ran = new ArrayList<>();
            long[] second = new long[1];
            boolean[] answers = new boolean[2];
            map.open = c -> {
                c.timers().after(ms(100), f -> {
                    ran.add("first");
                    answers[0] = c.timers().cancel(second[0]);
                    answers[1] = c.timers().cancel(f.id());
                });
                second[0] = c.timers().after(ms(100), f -> ran.add("second"));
            };
            MapHandle house = houses.open("house", Houses.AT_ZERO, map);
            houses.run(1_000);
            assertThat(ran).containsExactly("first");
            assertThat(answers).containsExactly(true, false);
            assertThat(map.context.timers().cancel(second[0])).isFalse();
            assertThat(map.context.timers().cancel(123_456_789L)).isFalse();
            var gone = house.close();
            houses.run(0);
            assertThat(gone).isCompleted();
            assertThat(map.context.timers().cancel(second[0])).isFalse();
        }
    }
}
