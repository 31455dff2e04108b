package dev.maptick.maps.timers;

import static dev.maptick.maps.timers.TimerWorld.MS;
import static dev.maptick.maps.timers.TimerWorld.ms;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.maptick.core.SettingsException;
import dev.maptick.maps.NotOwnerException;
import dev.maptick.maps.TimerLimits;
import dev.maptick.maps.TimerRefusal;
import dev.maptick.maps.TimerStats;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** M4 to M7: rounding, order, grids, names, budgets, faults. */
class TimerWheelTest {
    private final TimerWorld world = new TimerWorld();
    private final TimerWheel timers = world.timers;

    @Test
    void dueTimesAreRoundedUpToTheStepAndNeverFireEarly() {
        timers.after(ms(1), world.note("1"));
        timers.after(ms(8), world.note("8"));
        timers.after(ms(9), world.note("9"));
        world.tickUntil(0, 40, 1);
        assertThat(world.log).containsExactly("1@8", "8@8", "9@16");
    }

    @Test
    void aTimerStartedInALateCallbackCountsItsDelayFromThatMoment() {
        timers.after(ms(10), f -> timers.after(ms(10), world.note("second")));
        world.tickAt(1_000);
        world.tickUntil(1_000, 1_100, 1);
        assertThat(world.log).containsExactly("second@1016");
    }

    @Test
    void ordersByDueTimeThenByStartWithinAStepAndAcrossSteps() {
        timers.after(ms(30), world.note("d"));
        timers.after(ms(24), world.note("b"));
        timers.after(ms(20), world.note("a"));
        timers.after(ms(24), world.note("c"));
        timers.after(ms(9_000), world.note("f"));
        timers.after(ms(8_999), world.note("e"));
        world.tickAt(20_000);
        assertThat(world.log).containsExactly("a@20000", "b@20000", "c@20000", "d@20000", "e@20000", "f@20000");
    }

    @Test
    void aBigUnorderedStepIsSorted() {
        List<Long> dues = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            timers.after(Duration.ofNanos(1 + i * 7_919L % 8_000_000), f -> dues.add(f.dueNanos()));
        }
        world.set(8 * MS);
        while (timers.advance(world.nanoTime()) > 0) {}
        assertThat(dues).hasSize(10_000).isSorted();
    }

    @Test
    void aRepeatingTimerKeepsItsGridAndCountsWhatItMissed() {
        List<String> seen = new ArrayList<>();
        timers.every(ms(30), ms(20), f -> seen.add(f.dueNanos() / MS + "+" + f.coalesced() + "@" + world.nowMs()));
        world.tickAt(50);
        world.tickAt(100);
        world.tickAt(300);
        world.tickAt(304);
        world.tickAt(312);
        // 30, 50, 70, 90, ... are due at 32, 56, 72, 96, ...
        assertThat(seen).containsExactly("30+0@50", "50+2@100", "110+9@300", "310+0@312");
        assertThat(timers.stats().coalesced()).isEqualTo(11);
        assertThat(timers.pending()).isEqualTo(1);
    }

    @Test
    void aPeriodBelowTheStepFiresOnceATick() {
        List<Long> coalesced = new ArrayList<>();
        timers.every(Duration.ofNanos(1), f -> coalesced.add(f.coalesced()));
        world.tickAt(4);
        world.tickAt(8);
        world.tickAt(24);
        assertThat(coalesced).containsExactly(8 * MS - 1, 16 * MS - 1);
    }

    @Test
    void firingTellsIdAndName() {
        List<Object> seen = new ArrayList<>();
        long named = timers.after("door", ms(5), f -> {
            seen.add(f.id());
            seen.add(f.name());
        });
        world.tickAt(10);
        timers.after(ms(5), f -> seen.add(f.name()));
        world.tickAt(20);
        assertThat(seen).containsExactly(named, "door", null);
    }

    @Test
    void cancelsByNameOnlyThatName() {
        timers.after("a", ms(10), world.note("a1"));
        timers.every("a", ms(10), world.note("a2"));
        timers.every("a", ms(9_999), ms(10), world.note("a3"));
        timers.after("b", ms(10), world.note("b"));
        timers.after(ms(10), world.note("none"));
        assertThat(timers.cancelNamed("a")).isEqualTo(3);
        assertThat(timers.cancelNamed("a")).isZero();
        assertThat(timers.cancelNamed("unknown")).isZero();
        assertThat(timers.pending()).isEqualTo(2);
        world.tickAt(20_000);
        assertThat(world.log).containsExactly("b@20000", "none@20000");
        assertThat(timers.cancelNamed("b")).isZero();
    }

    @Test
    void aCallbackMayCancelItsOwnNameAndEverything() {
        timers.every("a", ms(10), f -> world.log.add("n" + timers.cancelNamed("a")));
        timers.every("a", ms(10), world.note("never"));
        world.tickAt(16);
        timers.every(ms(10), f -> world.log.add("all" + timers.cancelAll() + " " + timers.pending()));
        timers.after(ms(10), world.note("never"));
        timers.after(ms(9_000), world.note("never"));
        world.tickAt(32);
        world.tickAt(20_000);
        assertThat(world.log).containsExactly("n2", "all3 0");
        assertThat(timers.pending()).isZero();
    }

    @Test
    void aCallbackThatThrowsCostsItselfOnly() {
        RuntimeException broken = new RuntimeException("planted");
        timers.every(ms(10), f -> {
            throw broken;
        });
        timers.after(ms(10), world.note("other"));
        world.tickAt(16);
        world.tickAt(24);
        assertThat(world.faults).containsExactly(broken, broken);
        assertThat(timers.stats().faults()).isEqualTo(2);
        assertThat(world.log).containsExactly("other@16");
        assertThat(timers.pending()).isEqualTo(1);
    }

    @Test
    void aFaultHookThatThrowsIsCounted() {
        TimerWorld w = new TimerWorld();
        TimerWheel wheel = new TimerWheel(TimerLimits.defaults(), w, new Anybody(), (id, name, fault) -> {
            throw new IllegalStateException("planted");
        });
        wheel.after(ms(1), f -> {
            throw new Error("planted");
        });
        wheel.after(ms(1), w.note("other"));
        assertThat(wheel.advance(8 * MS)).isEqualTo(2);
        assertThat(wheel.stats().hookFailures()).isEqualTo(1);
        assertThat(w.log).hasSize(1);
    }

    @Test
    void theTimeBudgetLeavesTheRestForTheNextTick() {
        for (int i = 0; i < 10; i++) {
            timers.after(ms(10), f -> {
                world.log.add("x");
                world.spend(2);
            });
        }
        assertThat(world.tickAt(16)).isEqualTo(3);
        assertThat(timers.pending()).isEqualTo(7);
        assertThat(world.tickAt(50)).isEqualTo(3);
        assertThat(timers.stats().budgetHits()).isEqualTo(2);
        // One slow callback still gets its turn.
        timers.cancelAll();
        timers.after(ms(1), f -> world.spend(1_000));
        timers.after(ms(2), world.note("after it"));
        assertThat(world.tickAt(100)).isEqualTo(1);
        assertThat(world.tickAt(1_200)).isEqualTo(1);
    }

    @Test
    void noHitIsCountedWhenNothingIsLeft() {
        TimerWorld w = new TimerWorld(0, TimerLimits.defaults().withCallbacksPerTick(2));
        w.timers.after(ms(1), w.note("a"));
        w.timers.after(ms(1), w.note("b"));
        assertThat(w.tickAt(8)).isEqualTo(2);
        assertThat(w.timers.stats().budgetHits()).isZero();
    }

    @Test
    void nextDueIsExactAndForgetsTheCancelled() {
        assertThat(timers.hasNextDue()).isFalse();
        long far = timers.after(ms(60_001), world.note("far"));
        assertThat(timers.nextDueNanos()).isEqualTo(60_008 * MS);
        long near = timers.after(ms(50), world.note("near"));
        assertThat(timers.hasNextDue()).isTrue();
        assertThat(timers.nextDueNanos()).isEqualTo(56 * MS);
        timers.cancel(near);
        assertThat(timers.nextDueNanos()).isEqualTo(60_008 * MS);
        timers.cancel(far);
        assertThat(timers.hasNextDue()).isFalse();
        timers.after(Duration.ofSeconds(Long.MAX_VALUE), world.note("never"));
        assertThat(timers.hasNextDue()).isFalse();
        assertThat(timers.nextDueNanos() - world.nanoTime()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void nextDueOfWhatABudgetLeftLiesInThePast() {
        TimerWorld w = new TimerWorld(0, TimerLimits.defaults().withCallbacksPerTick(1));
        w.timers.after(ms(1), w.note("a"));
        w.timers.after(ms(2), w.note("b"));
        w.tickAt(50);
        assertThat(w.timers.nextDueNanos()).isEqualTo(8 * MS);
    }

    @Test
    void closingDropsAllAndRefusesFromThenOn() {
        long once = timers.after(ms(10), world.note("once"));
        timers.every(ms(10), world.note("often"));
        timers.stop();
        assertThat(TimerRefusal.of(timers.after(ms(1), world.note("late")))).isEqualTo(TimerRefusal.STOPPING);
        assertThat(timers.pending()).isEqualTo(2);
        timers.close(new IllegalStateException("map gone"));
        timers.close(new IllegalStateException("again"));
        timers.stop();
        assertThat(timers.pending()).isZero();
        assertThat(timers.cancel(once)).isFalse();
        assertThat(world.tickAt(100)).isZero();
        world.owner = null;
        assertThat(TimerRefusal.of(timers.every(ms(1), world.note("late")))).isEqualTo(TimerRefusal.GONE);
        assertThat(world.log).isEmpty();
        TimerStats stats = timers.stats();
        assertThat(stats.dropped()).isEqualTo(2);
        assertThat(stats.refusedStopping()).isEqualTo(1);
        assertThat(stats.refusedGone()).isEqualTo(1);
        assertThat(stats.refused()).isEqualTo(2);
    }

    @Test
    void closingInsideACallbackEndsTheRound() {
        timers.every(ms(10), f -> timers.close(new IllegalStateException("map gone")));
        timers.after(ms(10), world.note("never"));
        assertThat(world.tickAt(16)).isEqualTo(1);
        assertThat(world.tickAt(100)).isZero();
        assertThat(timers.pending()).isZero();
        assertThat(timers.stats().dropped()).isEqualTo(2);
    }

    @Test
    void aForeignThreadIsToldTheAct() {
        world.owner = null;
        assertThatThrownBy(() -> timers.after(ms(1), world.note("x")))
                .isInstanceOf(NotOwnerException.class)
                .hasMessageStartingWith("starting a timer from thread");
        assertThatThrownBy(() -> timers.cancelNamed("x")).hasMessageStartingWith("cancelling timers by name");
        assertThatThrownBy(timers::cancelAll).hasMessageStartingWith("cancelling all timers");
        assertThatThrownBy(() -> timers.delay(ms(1))).hasMessageStartingWith("starting a timer");
        assertThat(timers.cancel(1)).isFalse();
        assertThat(timers.pending()).isZero();
    }

    @Test
    void badNamesAndSettingsAreRefused() {
        assertThat(TimerRefusal.of(timers.after("", ms(1), world.note("x")))).isEqualTo(TimerRefusal.BAD_NAME);
        assertThat(timers.stats().refusedName()).isEqualTo(1);
        assertThat(TimerRefusal.of(timers.after(ms(1), world.note("x")))).isNull();
        assertThatThrownBy(() -> TimerRefusal.of(-77)).isInstanceOf(IllegalArgumentException.class);
        TimerLimits d = TimerLimits.defaults();
        assertThatThrownBy(() -> new TimerWorld(0, d.withSlots(500).withStep(ms(0))))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("slots = 500")
                .hasMessageContaining("step = PT0S");
        for (TimerLimits bad : List.of(
                d.withSlots(0),
                d.withSlots(-512),
                d.withSlots(131_072),
                d.withStep(ms(9)),
                d.withStep(ms(-8)),
                d.withStep(ms(2_048)),
                d.withStep(Duration.ofNanos(8_000_001)),
                d.withPending(0),
                d.withPending(1_000_001),
                d.withCallbacksPerTick(0),
                d.withBudget(Duration.ZERO),
                d.withBudget(Duration.ofHours(2)))) {
            assertThatThrownBy(() -> new TimerWorld(0, bad)).isInstanceOf(SettingsException.class);
        }
        for (TimerLimits good : List.of(d.withSlots(1), d.withStep(ms(1)), d.withStep(ms(1_024)), d.withPending(1))) {
            TimerWorld w = new TimerWorld(0, good);
            w.timers.after(ms(1_500), w.note("x"));
            w.tickUntil(0, 5_000, 50);
            assertThat(w.log).hasSize(1);
        }
    }

    @Test
    void theEquationOfTheCountsHolds() {
        timers.every(ms(10), world.note("a"));
        timers.after(ms(10), world.note("b"));
        timers.cancel(timers.after(ms(10), world.note("c")));
        timers.after(ms(-1), world.note("d"));
        world.tickAt(40);
        TimerStats s = timers.stats();
        assertThat(s.scheduled()).isEqualTo(3);
        assertThat(s.finished() + s.cancelled() + s.dropped() + s.pending()).isEqualTo(3);
        assertThat(s.fired()).isEqualTo(2);
        assertThat(s.refusedDelay()).isEqualTo(1);
    }

    /** Every thread is inside the tick. */
    private static final class Anybody implements TimerOwner {
        @Override
        public String name() {
            return "house-1";
        }

        @Override
        public boolean isCurrent() {
            return true;
        }

        @Override
        public void check(String act) {}
    }
}
