package dev.maptick.maps.timers;

import static dev.maptick.maps.timers.TimerWorld.MS;

import dev.maptick.maps.TimerLimits;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Start and tick by the owner, cancel by anybody: every run must be explained by some order of whole operations. A tick here
 * has a budget of one callback, since each firing is a step of its own and a cancel may come between two of one tick.
 * Catches a timer that both fires and is cancelled, one that does neither, and a cancel that hits another timer's node
 * reused meanwhile.
 */
class TimerCancelLincheckTest {
    private static final Duration STEP = Duration.ofMillis(8);

    /** One map; the owner is whoever runs the operations that exclude each other. */
    @Param(name = "timer", gen = IntGen.class, conf = "0:3")
    public static class Wheel {
        private static final int TIMERS = 4;

        private final long[] ids = new long[TIMERS];
        private int fired;
        private final TimerWheel timers;
        private long now;
        private int started;

        /** Only owner operations set it, to the thread that runs them, and back. */
        private volatile Thread owner;

        /** Makes an empty one. */
        public Wheel() {
            timers = new TimerWheel(
                    TimerLimits.defaults().withSlots(4).withCallbacksPerTick(1),
                    () -> now,
                    new TimerOwner() {
                        @Override
                        public String name() {
                            return "house-1";
                        }

                        @Override
                        public boolean isCurrent() {
                            return owner == Thread.currentThread();
                        }

                        @Override
                        public void check(String act) {}
                    },
                    (id, name, fault) -> {});
        }

        /** Starts the next timer, one-shot or repeating in turn; published by a volatile write. */
        @Operation(nonParallelGroup = "owner")
        public int start() {
            if (started == TIMERS) {
                return -1;
            }
            owner = Thread.currentThread();
            int i = started++;
            ids[i] = i % 2 == 0 ? timers.after(STEP, f -> fired = i + 1) : timers.every(STEP, f -> fired = i + 1);
            owner = null;
            return i;
        }

        /** A tick one step later: which timer fired, counted from 1. */
        @Operation(nonParallelGroup = "owner")
        public int tick() {
            owner = Thread.currentThread();
            now += 8 * MS;
            fired = 0;
            timers.advance(now);
            owner = null;
            return fired;
        }

        /** Whether the cancel prevented a firing. */
        @Operation
        public boolean cancel(@Param(name = "timer") int timer) {
            Thread seen = owner;
            return seen != Thread.currentThread() && timers.cancel(ids[timer]);
        }
    }

    /** The same in plain words. */
    public static class Plain {
        private final long[] due = new long[Wheel.TIMERS];
        private int started;
        private long now;

        /** As {@link Wheel#start}. */
        public int start() {
            if (started == Wheel.TIMERS) {
                return -1;
            }
            due[started] = now + 1;
            return started++;
        }

        /** As {@link Wheel#tick}. */
        public int tick() {
            now++;
            int first = -1;
            for (int i = 0; i < started; i++) {
                if (due[i] > 0 && due[i] <= now && (first < 0 || due[i] < due[first])) {
                    first = i;
                }
            }
            if (first >= 0) {
                due[first] = first % 2 == 0 ? 0 : now + 1;
            }
            return first + 1;
        }

        /** As {@link Wheel#cancel}. */
        public boolean cancel(int timer) {
            boolean was = due[timer] > 0;
            due[timer] = 0;
            return was;
        }
    }

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void modelChecked() {
        new ModelCheckingOptions()
                .iterations(3)
                .invocationsPerIteration(20)
                .threads(2)
                .actorsPerThread(2)
                .actorsBefore(2)
                .sequentialSpecification(Plain.class)
                .check(Wheel.class);
    }

    @Test
    @Tag("soak")
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    void modelCheckedForLong() {
        new ModelCheckingOptions()
                .iterations(20)
                .invocationsPerIteration(150)
                .threads(3)
                .actorsPerThread(3)
                .actorsBefore(3)
                .sequentialSpecification(Plain.class)
                .check(Wheel.class);
    }

    @Test
    @Tag("soak")
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    void stressed() {
        new StressOptions()
                .iterations(20)
                .invocationsPerIteration(1_000)
                .threads(3)
                .actorsPerThread(3)
                .actorsBefore(3)
                .sequentialSpecification(Plain.class)
                .check(Wheel.class);
    }
}
