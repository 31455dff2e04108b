package dev.maptick.core;

import static dev.maptick.core.CoreFixture.HOUR;
import static dev.maptick.core.CoreFixture.await20s;
import static dev.maptick.core.CoreFixture.pool;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.maptick.core.spi.DeadlineWaiter;
import dev.maptick.core.spi.TickStepper;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A tick allocates nothing in core. Measured on the worker's own thread over 100,000 ticks after a warm-up; the constant
 * allowed is for what the platform allocates once by itself, and is far below one object a tick.
 */
@Timeout(60)
class AllocationTest {
    private static final int WARM_UP = 30_000;
    private static final int TICKS = 100_000;
    private static final long ALLOWED_BYTES = 50_000;
    private static final int MAPS = 20;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** Counts the ticks of one worker, and what its thread has allocated between the end of the warm-up and the end. */
    private static final class Meter implements TickTask {
        private final CountDownLatch done = new CountDownLatch(1);
        private long ticks;
        private long atStart;
        private long bytes;

        @Override
        public void tick(Tick tick) {
            ticks++;
            if (ticks == WARM_UP) {
                atStart = THREADS.getCurrentThreadAllocatedBytes();
            } else if (ticks == WARM_UP + TICKS) {
                bytes = THREADS.getCurrentThreadAllocatedBytes() - atStart;
                done.countDown();
            }
        }
    }

    /** Waits for a deadline by putting the clock there, so that a real worker thread ticks without a pause. */
    private record JumpingWaiter(ManualClock clock, AtomicLong signals) implements DeadlineWaiter {
        @Override
        public void prepare() {}

        @Override
        public void awaitUntil(long deadlineNanos) {
            clock.advanceTo(deadlineNanos);
        }

        @Override
        public void awaitSignal() {
            LockSupport.parkNanos(1_000_000);
        }

        @Override
        public void signal() {
            signals.incrementAndGet();
        }
    }

    /** A listener that only adds up. */
    private static final class Summing implements TickListener {
        private final AtomicLong busyNs = new AtomicLong();
        private final AtomicLong ticks = new AtomicLong();

        @Override
        public void onTick(
                TickRegistration registration,
                Placement placement,
                int worker,
                long deadlineNanos,
                long startNanos,
                long endNanos,
                long skipped,
                Throwable fault) {
            ticks.incrementAndGet();
            busyNs.addAndGet(endNanos - startNanos);
        }
    }

    private final Summing listener = new Summing();

    @ParameterizedTest
    @EnumSource(Placement.class)
    @DisplayName(
            "on a worker's thread, with a listener and percentiles, ticks, late ones, skips and waits allocate nothing")
    void onAWorkerThread(Placement placement) {
        ManualClock clock = new ManualClock(Long.MAX_VALUE - 5_000_000_000L);
        AtomicLong signals = new AtomicLong();
        Meter meter = new Meter();
        TickScheduler scheduler = pool(1).dedicatedThreads(1)
                .percentilesPerMap(true)
                .listener(listener)
                .seam(CoreFixture.SEAM.withClock(clock).withWaiters(() -> new JumpingWaiter(clock, signals)))
                .start();
        try {
            if (placement == Placement.DEDICATED) {
                scheduler.register("alone", every(1).placement(placement), meter);
            } else {
                for (int i = 0; i < MAPS; i++) {
                    scheduler.register("map-" + i, every(1 + i % 5), tick -> {
                        if (tick.number() % 16 == 0) {
                            clock.advance(3_000_000);
                        }
                        meter.tick(tick);
                    });
                }
            }
            await20s(meter.done);
            assertThat(meter.bytes).as("bytes over %d ticks", TICKS).isLessThan(ALLOWED_BYTES);
            assertThat(listener.ticks.get()).isGreaterThanOrEqualTo(TICKS);
        } finally {
            scheduler.close();
        }
    }

    private static TickOptions every(int ms) {
        return TickOptions.every(Duration.ofMillis(ms));
    }

    @Test
    @DisplayName("stepped, the scheduler allocates nothing either")
    void stepped() {
        ManualClock clock = new ManualClock(-1);
        Meter meter = new Meter();
        TickStepper stepper = pool(1).listener(listener)
                .seam(CoreFixture.SEAM.withClock(clock))
                .startStepped();
        for (int i = 0; i < MAPS; i++) {
            stepper.scheduler().register("map-" + i, every(1 + i % 5), meter);
        }
        step(stepper, clock, meter);
        assertThat(listener.busyNs).hasValue(0);
    }

    @Test
    @DisplayName("nor with a fault policy for maps whose faults are behind them")
    void withAFaultPolicy() {
        ManualClock clock = new ManualClock(-1);
        Meter meter = new Meter();
        IllegalStateException fault = new IllegalStateException("planned");
        FaultPolicy policy = FaultPolicy.count().backOff(1).quarantineWithin(50, Duration.ofSeconds(1));
        TickStepper stepper = pool(1).faultLogPerSecond(0)
                .listener(listener)
                .seam(CoreFixture.SEAM.withClock(clock))
                .startStepped();
        for (int i = 0; i < MAPS; i++) {
            stepper.scheduler().register("map-" + i, every(1 + i % 5).faultPolicy(policy), tick -> {
                meter.tick(tick);
                if (tick.number() <= 3) {
                    throw fault;
                }
            });
        }
        step(stepper, clock, meter);
        assertThat(stepper.scheduler().stats().faults()).isEqualTo(3L * MAPS);
        assertThat(stepper.scheduler().stats().backOffs()).isEqualTo(MAPS);
    }

    @Test
    @DisplayName("nor for maps whose own phases lie between the slots of a period that has no wheel")
    void betweenTheSlots() {
        ManualClock clock = new ManualClock(-1);
        Meter meter = new Meter();
        TickStepper stepper = pool(1).seam(CoreFixture.SEAM.withClock(clock)).startStepped();
        for (int i = 0; i < MAPS; i++) {
            TickOptions options = every(1 + i % 5).phase(Duration.ofNanos(100_001 + i));
            stepper.scheduler().register("map-" + i, options, meter);
        }
        step(stepper, clock, meter);
    }

    private static void step(TickStepper stepper, ManualClock clock, Meter meter) {
        TickStepper.Worker worker = stepper.workers().get(0);
        while (meter.done.getCount() > 0) {
            clock.advanceTo(worker.nextDeadlineNanos());
            while (worker.begin()) {
                worker.end();
            }
        }
        assertThat(meter.bytes).as("bytes over %d ticks", TICKS).isLessThan(ALLOWED_BYTES);
    }

    @Test
    @DisplayName(
            "suspending, resuming and moving the deadline of a far map allocates nothing on the caller but its lambdas")
    void requests() {
        try (TickScheduler scheduler = pool(1).start()) {
            TickRegistration map =
                    scheduler.register("map", TickOptions.every(HOUR).phase(HOUR.minusMinutes(1)), t -> {});
            for (int i = 0; i < 5_000; i++) {
                map.suspend();
                map.resume();
            }
            long before = THREADS.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 10_000; i++) {
                map.suspend();
                map.resume();
            }
            long bytes = THREADS.getCurrentThreadAllocatedBytes() - before;
            assertThat(bytes).as("bytes over 20,000 requests").isLessThan(20_000L * 64);
        }
    }
}
