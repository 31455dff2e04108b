package dev.maptick.maps.timers;

import static dev.maptick.maps.timers.TimerWorld.ms;
import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.maps.TimerFiring;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** B36 and the single-threaded part of B37: a callback changes the very timers it is called from. */
class TimerCallbackCasesTest {
    private final TimerWorld world = new TimerWorld();
    private final TimerWheel timers = world.timers;
    private final List<Integer> seenOutside = new ArrayList<>();

    /** B36, first. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aRepeatingTimerMayReplaceItself(boolean cancelFirst) {
        int[] firings = new int[1];
        long[] id = new long[1];
        id[0] = timers.every(ms(100), f -> {
            world.log.add("100@" + world.nowMs());
            lookFromOutside();
            if (++firings[0] == 3) {
                if (cancelFirst) {
                    assertThat(timers.cancel(id[0])).isTrue();
                    assertThat(timers.pending()).isZero();
                    lookFromOutside();
                }
                assertThat(timers.every(ms(200), world.note("200"))).isPositive();
                if (cancelFirst) {
                    lookFromOutside();
                } else {
                    // Two for this moment, and everybody may see them.
                    assertThat(timers.pending()).isEqualTo(2);
                    assertThat(timers.cancel(f.id())).isTrue();
                }
                assertThat(timers.pending()).isEqualTo(1);
                lookFromOutside();
            }
        });
        for (long t = 0; t <= 1_000; t += 8) {
            world.tickAt(t);
            lookFromOutside();
        }
        assertThat(world.log).containsExactly("100@104", "100@200", "100@304", "200@504", "200@704", "200@904");
        assertThat(seenOutside).hasSizeGreaterThan(128).containsOnly(1);
    }

    /** B36, second. */
    @Test
    void aOneShotMayStartItselfAgain() {
        int[] left = {5};
        TimerAgain again = new TimerAgain(left);
        timers.after(ms(100), again::fire);
        for (long t = 0; t <= 1_000; t += 8) {
            world.tickAt(t);
        }
        assertThat(world.log).hasSize(6);
        assertThat(seenOutside).containsOnly(1);
        assertThat(timers.pending()).isZero();
        assertThat(timers.stats().fired()).isEqualTo(6);
    }

    /** B36, the rest: in one slot with ten others. */
    @Test
    void whatOneCallbackDoesCutsOffNoOther() {
        timers.every(ms(100), f -> {
            world.log.add("self-cancelled");
            assertThat(timers.cancel(f.id())).isTrue();
            assertThat(timers.cancel(f.id())).isFalse();
        });
        timers.every(ms(100), f -> {
            world.log.add("throwing");
            throw new IllegalStateException("planted");
        });
        for (int i = 0; i < 10; i++) {
            timers.after(ms(100), world.note("other"));
        }
        assertThat(world.tickAt(104)).isEqualTo(12);
        assertThat(world.log.subList(2, 12)).containsOnly("other@104");
        assertThat(timers.stats().faults()).isEqualTo(1);
        assertThat(world.tickAt(200)).isEqualTo(1);
        assertThat(timers.stats().faults()).isEqualTo(2);
        assertThat(timers.pending()).isEqualTo(1);
    }

    /** B37. */
    @Test
    void aTimerCancelledByAnotherOfTheSameRoundDoesNotRun() {
        long[] second = new long[1];
        timers.after(ms(100), f -> world.log.add("T1 " + timers.cancel(second[0]) + timers.cancel(second[0])));
        second[0] = timers.after(ms(100), world.note("T2"));
        world.tickAt(104);
        world.tickAt(10_000);
        assertThat(world.log).containsExactly("T1 truefalse");
    }

    /** B37. */
    @Test
    void aRunningOneShotIsTooLateToCancelAndARepeatingOneIsNot() {
        timers.after(ms(100), f -> world.log.add("once " + timers.cancel(f.id())));
        timers.every(ms(100), f -> world.log.add("often " + timers.cancel(f.id()) + timers.cancel(f.id())));
        world.tickAt(104);
        world.tickAt(10_000);
        assertThat(world.log).containsExactly("once false", "often truefalse");
        assertThat(timers.pending()).isZero();
    }

    /** B37: a repeating timer cancels itself, and its node serves the next timer before its callback has ended. */
    @Test
    void theNodeOfATimerThatEndedInItsCallbackMayBeUsedAtOnce() {
        timers.every(ms(100), f -> {
            assertThat(timers.cancel(f.id())).isTrue();
            for (int i = 0; i < 3; i++) {
                timers.after(ms(50), world.note("new " + i));
            }
        });
        world.tickAt(104);
        assertThat(timers.pending()).isEqualTo(3);
        world.tickAt(160);
        assertThat(world.log).containsExactly("new 0@160", "new 1@160", "new 2@160");
        assertThat(timers.pending()).isZero();
    }

    /** B37. */
    @Test
    void cancellingWhatIsNotThereIsFalse() {
        long fired = timers.after(ms(1), world.note("x"));
        long cancelled = timers.after(ms(1), world.note("y"));
        assertThat(timers.cancel(cancelled)).isTrue();
        assertThat(timers.cancel(cancelled)).isFalse();
        world.tickAt(8);
        long successor = timers.after(ms(1), world.note("z"));
        assertThat(timers.cancel(fired)).isFalse();
        for (long id : new long[] {0, -1, -5, 1, Long.MAX_VALUE, Long.MIN_VALUE, successor + (1L << 20)}) {
            assertThat(timers.cancel(id)).isFalse();
        }
        timers.close(new IllegalStateException("map gone"));
        assertThat(timers.cancel(successor)).isFalse();
        assertThat(timers.pending()).isZero();
    }

    /** What another thread reads at this moment. */
    private void lookFromOutside() {
        seenOutside.add(CompletableFuture.supplyAsync(timers::pending).join());
    }

    private final class TimerAgain {
        private final int[] left;

        TimerAgain(int[] left) {
            this.left = left;
        }

        void fire(TimerFiring firing) {
            world.log.add("again@" + world.nowMs());
            lookFromOutside();
            if (left[0]-- > 0) {
                timers.after(ms(100), this::fire);
                lookFromOutside();
            }
        }
    }
}
