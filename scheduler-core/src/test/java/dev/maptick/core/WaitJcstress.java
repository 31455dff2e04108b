package dev.maptick.core;

import dev.maptick.core.spi.DeadlineWaiter;
import dev.maptick.core.spi.NanoClock;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/**
 * A waiter about to wait and whoever has something for it to do: the work is noted, then signalled; the owner prepares, looks
 * for work, and waits. No lock, as between the keeper and those it waits for, so that every step may fall between every two
 * others; with a lock around look and note, as in a lane, there are fewer ways. A wait that nothing but a bound of time ends is
 * a lost wake-up. {@link JcstressTest} runs them.
 */
final class WaitJcstress {
    /** Nobody keeps a running thread from its processor for so long. */
    private static final long BOUND_NS = TimeUnit.SECONDS.toNanos(10);

    private WaitJcstress() {}

    /** A way to wait. */
    abstract static class Way {
        abstract DeadlineWaiter waiter();

        /** Waits. False if nothing but the bound has ended it. */
        abstract boolean await();
    }

    /** Parks with a deadline. */
    static final class Parks extends Way {
        private final DeadlineWaiter waiter = new ParkingWaiter(NanoClock.SYSTEM);

        @Override
        DeadlineWaiter waiter() {
            return waiter;
        }

        @Override
        boolean await() {
            long untilNs = System.nanoTime() + BOUND_NS;
            waiter.awaitUntil(untilNs);
            return System.nanoTime() - untilNs < 0;
        }

        @Override
        public String toString() {
            return "parks";
        }
    }

    /** Parks without a deadline; a thread of its own comes to the rescue. */
    static final class ParksForever extends Way {
        private static volatile @Nullable ParksForever waiting;

        private final DeadlineWaiter waiter = new ParkingWaiter(NanoClock.SYSTEM);
        private volatile boolean rescued;

        static {
            Thread rescuer = new Thread(ParksForever::rescue);
            rescuer.setDaemon(true);
            rescuer.start();
        }

        private static void rescue() {
            ParksForever seen = null;
            long sinceNs = 0;
            for (; ; ) {
                ParksForever now = waiting;
                if (now != seen) {
                    seen = now;
                    sinceNs = System.nanoTime();
                } else if (now != null && System.nanoTime() - sinceNs > BOUND_NS) {
                    now.rescued = true;
                    now.waiter.signal();
                }
                LockSupport.parkNanos(100_000_000);
            }
        }

        @Override
        DeadlineWaiter waiter() {
            return waiter;
        }

        @Override
        boolean await() {
            waiting = this;
            waiter.awaitSignal();
            waiting = null;
            return !rescued;
        }

        @Override
        public String toString() {
            return "parks for ever";
        }
    }

    /** Spins for a few turns, and parks when real time has jumped over the rest. */
    static final class SpinsAndParks extends Way implements WaitMachine {
        private static final int MOST_TURNS = 30;
        private static final long DEADLINE_NS = 50_000;
        private static final ProcFs NONE = new ProcFs(Path.of("none"));

        private int turns;

        /** The bound has ended a park: the clock has reached the deadline then. */
        private boolean over;

        private final DeadlineWaiter waiter = new WaitControl(
                        WaitMode.PRECISE,
                        new SpinPolicy(950, 150_000, 150_000, 1),
                        true,
                        "",
                        () -> over ? DEADLINE_NS : 0,
                        NONE,
                        this)
                .get();

        @Override
        public long nanoTime() {
            return turns > 0 ? 0 : 1_000_000_000;
        }

        @Override
        public void park(Object blocker, long ns) {
            long startNs = System.nanoTime();
            LockSupport.parkNanos(blocker, BOUND_NS);
            over = System.nanoTime() - startNs >= BOUND_NS;
        }

        @Override
        public void spin() {
            turns--;
            Thread.onSpinWait();
        }

        @Override
        DeadlineWaiter waiter() {
            return waiter;
        }

        @Override
        boolean await() {
            turns = ThreadLocalRandom.current().nextInt(1, MOST_TURNS);
            waiter.awaitUntil(DEADLINE_NS);
            return !over;
        }

        @Override
        public String toString() {
            return "spins and parks";
        }
    }

    /**
     * Two pieces of work, each noted and signalled, and a wait for each. Where the first is seen without a wait its signal comes
     * as late as in the second wait, with its permit: that may end too early for it, but never misses its own.
     */
    @JCStressTest
    @State
    @Outcome(
            id = {"parks, all seen", "parks for ever, all seen", "spins and parks, all seen"},
            expect = Expect.ACCEPTABLE,
            desc = "it did not have to wait")
    @Outcome(
            id = {"parks, woken", "parks for ever, woken", "spins and parks, woken"},
            expect = Expect.ACCEPTABLE,
            desc = "a signal has ended each wait")
    @Outcome(expect = Expect.FORBIDDEN, desc = "nobody woke it")
    public static class SignalOrWait extends Meeting {
        private final Way way = switch (ThreadLocalRandom.current().nextInt(3)) {
            case 0 -> new Parks();
            case 1 -> new ParksForever();
            default -> new SpinsAndParks();
        };

        private volatile int work;

        /** The owner. */
        @Actor
        public void owner(L_Result r) {
            String waited = "all seen";
            meet(30);
            for (int piece = 1; piece <= 2; piece++) {
                while (work < piece) {
                    way.waiter().prepare();
                    if (work >= piece) {
                        break;
                    }
                    if (!way.await()) {
                        r.r1 = way + ", not woken for piece " + piece;
                        return;
                    }
                    waited = "woken";
                }
            }
            r.r1 = way + ", " + waited;
        }

        /** Whoever has work. */
        @Actor
        public void other() {
            meet(30);
            work = 1;
            way.waiter().signal();
            work = 2;
            way.waiter().signal();
        }
    }
}
