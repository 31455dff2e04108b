package dev.maptick.bench.jmh;

import dev.maptick.core.spi.NanoClock;
import dev.maptick.maps.TimerCallback;
import dev.maptick.maps.TimerLimits;
import dev.maptick.maps.timers.TimerOwner;
import dev.maptick.maps.timers.TimerWheel;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** A map's timers in virtual time, many at once. Limits are out of the way, so that the wheel is what is measured. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class TimerBenchmark {
    private static final int TIMERS = 60_000;
    private static final int FAR = 10_000;
    private static final Duration FAR_AWAY = Duration.ofDays(36_500);
    private static final long TICK_NS = 50_000_000;
    private static final long LATER_NS = Duration.ofHours(2).toNanos();

    private final TimerCallback nothing = firing -> {};
    private final Duration[] near = new Duration[TIMERS];
    private final Duration[] wide = new Duration[TIMERS];
    private final long[] ids = new long[TIMERS];
    private final Clock clock = new Clock();
    private final TimerWheel timers = wheel(clock);
    private final TimerWheel waiting = wheel(clock);

    /** For JMH. */
    public TimerBenchmark() {}

    /** Delays are made before, since making them costs as much as starting a timer. */
    @Setup
    public void fill() {
        for (int i = 0; i < TIMERS; i++) {
            near[i] = Duration.ofMillis(10 + i * 37 % 391);
            wide[i] = Duration.ofMillis(1_000 + i * 7_919L % 3_600_000);
        }
        for (int i = 0; i < FAR; i++) {
            waiting.after(FAR_AWAY, nothing);
        }
    }

    /**
     * Start and fire of a one-shot, 10 to 400 ms.
     *
     * @return how many fired
     */
    @Benchmark
    @OperationsPerInvocation(TIMERS)
    public int startAndFireNear() {
        return startAndFire(near);
    }

    /**
     * Start and fire of a one-shot, 1 s to 1 h.
     *
     * @return how many fired
     */
    @Benchmark
    @OperationsPerInvocation(TIMERS)
    public int startAndFireFar() {
        return startAndFire(wide);
    }

    /**
     * Start and cancel, 10 to 400 ms.
     *
     * @return how many are left
     */
    @Benchmark
    @OperationsPerInvocation(TIMERS)
    public int startAndCancelNear() {
        start(near);
        for (long id : ids) {
            timers.cancel(id);
        }
        return timers.pending();
    }

    /**
     * A tick in which none is due, 10,000 pending.
     *
     * @return how many fired
     */
    @Benchmark
    public int quietTick() {
        clock.nowNs += TICK_NS;
        return waiting.advance(clock.nowNs);
    }

    private int startAndFire(Duration[] delays) {
        start(delays);
        clock.nowNs += LATER_NS;
        int fired = timers.advance(clock.nowNs);
        if (fired != TIMERS) {
            throw new IllegalStateException(fired + " of " + TIMERS + " fired");
        }
        return fired;
    }

    private void start(Duration[] delays) {
        for (int i = 0; i < TIMERS; i++) {
            ids[i] = timers.after(delays[i], nothing);
        }
    }

    private static TimerWheel wheel(Clock clock) {
        TimerLimits limits =
                TimerLimits.defaults().withCallbacksPerTick(1_000_000).withBudget(Duration.ofHours(1));
        return new TimerWheel(limits, clock, new Alone(), (id, name, fault) -> {
            throw new IllegalStateException("timer " + id, fault);
        });
    }

    private static final class Clock implements NanoClock {
        long nowNs;

        @Override
        public long nanoTime() {
            return nowNs;
        }
    }

    /** One thread does everything. */
    private static final class Alone implements TimerOwner {
        @Override
        public String name() {
            return "house";
        }

        @Override
        public boolean isCurrent() {
            return true;
        }

        @Override
        public void check(String act) {}
    }
}
