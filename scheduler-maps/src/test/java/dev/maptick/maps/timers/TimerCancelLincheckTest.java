package dev.maptick.maps.timers;

import static dev.maptick.maps.timers.TimerWorld.MS;

import dev.maptick.maps.TimerLimits;
import java.time.Duration;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Start, tick and close by the owner, cancel by anybody: every run must be explained by some order of whole operations.
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
        private final int[] fired = new int[TIMERS];
        private final TimerWheel timers;
        private long now;
        private int started;

        /** Only owner operations set it, to the thread that runs them, and back. */
        private volatile Thread owner;

        /** Makes an empty one. */
        public Wheel() {
            timers = new TimerWheel(
                    TimerLimits.defaults().withSlots(4),
                    () -> now,
                    new TimerOwner() {
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
            ids[i] = i % 2 == 0 ? timers.after(STEP, f -> fired[i]++) : timers.every(STEP, f -> fired[i]++);
            owner = null;
            return i;
        }

        /** A tick one step later: which timers fired, a bit for each. */
        @Operation(nonParallelGroup = "owner")
        public int tick() {
            owner = Thread.currentThread();
            now += 8 * MS;
            timers.advance(now);
            owner = null;
            return takeFired();
        }

        /** Whether the cancel prevented a firing. */
        @Operation
        public boolean cancel(@Param(name = "timer") int timer) {
            Thread seen = owner;
            return seen != Thread.currentThread() && timers.cancel(ids[timer]);
        }

        private int takeFired() {
            int bits = 0;
            for (int i = 0; i < TIMERS; i++) {
                bits |= fired[i] << (4 * i);
                fired[i] = 0;
            }
            return bits;
        }
    }

    /** The same in plain words. */
    public static class Plain {
        private final boolean[] pending = new boolean[Wheel.TIMERS];
        private int started;

        /** As {@link Wheel#start}. */
        public int start() {
            if (started == Wheel.TIMERS) {
                return -1;
            }
            pending[started] = true;
            return started++;
        }

        /** As {@link Wheel#tick}. */
        public int tick() {
            int bits = 0;
            for (int i = 0; i < Wheel.TIMERS; i++) {
                if (pending[i]) {
                    bits |= 1 << (4 * i);
                    pending[i] = i % 2 == 1;
                }
            }
            return bits;
        }

        /** As {@link Wheel#cancel}. */
        public boolean cancel(int timer) {
            boolean was = pending[timer];
            pending[timer] = false;
            return was;
        }
    }

    @Test
    void modelChecked() {
        new ModelCheckingOptions()
                .iterations(15)
                .invocationsPerIteration(300)
                .threads(2)
                .actorsPerThread(3)
                .actorsBefore(3)
                .sequentialSpecification(Plain.class)
                .check(Wheel.class);
    }

    @Test
    @Tag("soak")
    void modelCheckedForLong() {
        new ModelCheckingOptions()
                .iterations(100)
                .invocationsPerIteration(5_000)
                .threads(3)
                .actorsPerThread(3)
                .actorsBefore(3)
                .sequentialSpecification(Plain.class)
                .check(Wheel.class);
    }

    @Test
    @Tag("soak")
    void stressed() {
        new StressOptions()
                .iterations(50)
                .invocationsPerIteration(5_000)
                .threads(3)
                .actorsPerThread(3)
                .actorsBefore(3)
                .sequentialSpecification(Plain.class)
                .check(Wheel.class);
    }
}
