package dev.maptick.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.core.spi.DeadlineWaiter;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Signals that come before, inside and after a spin, and in the step from the spin to the park. Parks here have no time
 * limit and the clock stands still, so nothing but the signal ends a wait: a lost one hangs the test.
 */
@Timeout(60)
class WaitSignalRaceTest {
    private static final long SEED = 11;
    private static final long DEADLINE_NS = 50_000;

    /** The owner's real time: stands still for a number of turns and then jumps past the end of the spin. */
    private static final class Machine implements WaitMachine {
        private int turns;
        private long nowNs;
        private long spins;
        private long parks;

        @Override
        public long nanoTime() {
            return nowNs;
        }

        @Override
        public void park(Object blocker, long ns) {
            parks++;
            LockSupport.park(blocker);
        }

        @Override
        public void spin() {
            spins++;
            Thread.onSpinWait();
            if (--turns <= 0) {
                nowNs += 1_000_000_000;
            }
        }
    }

    @Test
    void noSignalIsLost() throws Exception {
        run(30_000);
    }

    @Test
    @Tag("soak")
    @Timeout(300)
    void noSignalIsLostForLong() throws Exception {
        run(2_000_000);
    }

    private static void run(int rounds) throws Exception {
        Machine machine = new Machine();
        ManualClock still = new ManualClock(0);
        DeadlineWaiter waiter = new WaitControl(
                        WaitMode.PRECISE,
                        new SpinPolicy(950, 150_000, 150_000, 1),
                        true,
                        "",
                        still,
                        new ProcFs(Path.of("none")),
                        machine)
                .get();
        AtomicInteger prepared = new AtomicInteger();
        CountDownLatch done = new CountDownLatch(1);
        Thread owner = new Thread(() -> {
            SplittableRandom random = new SplittableRandom(SEED);
            for (int round = 1; round <= rounds; round++) {
                machine.turns = random.nextInt(400);
                waiter.prepare();
                prepared.set(round);
                pause(random.nextInt(200));
                waiter.awaitUntil(DEADLINE_NS);
            }
            done.countDown();
        });
        owner.setDaemon(true);
        owner.start();
        SplittableRandom random = new SplittableRandom(~SEED);
        for (int round = 1; round <= rounds; round++) {
            for (int looks = 1; prepared.get() < round; looks++) {
                Thread.onSpinWait();
                if (Thread.currentThread().isInterrupted()) {
                    throw new AssertionError("seed " + SEED + ": the signal of round " + (round - 1) + " was lost");
                }
                if (looks % 10_000 == 0) {
                    // With one processor the owner would otherwise get none.
                    LockSupport.parkNanos(1_000);
                }
            }
            pause(random.nextInt(600));
            waiter.signal();
        }
        CoreFixture.await20s(done);
        assertThat(machine.spins).as("seed %d: turns spun", SEED).isPositive();
        assertThat(machine.parks).as("seed %d: parks", SEED).isPositive();
    }

    private static void pause(int turns) {
        for (int i = 0; i < turns; i++) {
            Thread.onSpinWait();
        }
    }
}
