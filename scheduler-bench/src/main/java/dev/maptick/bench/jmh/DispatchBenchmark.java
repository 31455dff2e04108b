package dev.maptick.bench.jmh;

import dev.maptick.core.TickOptions;
import dev.maptick.core.TickScheduler;
import dev.maptick.core.spi.SchedulerSeam;
import dev.maptick.core.spi.TickStepper;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The whole of an empty tick but waiting: claim, start, body, count, put back. The real scheduler is stepped, with statistics
 * on and no listener; its clock stands still during a slot and then jumps to the next one. So the two readings of the
 * system's clock are not in it.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class DispatchBenchmark {
    private static final Duration PERIOD = Duration.ofMillis(50);
    private static final long JUMP_NS = 250_000;

    /** How many maps are registered. */
    @Param({"1000", "100000"})
    public int maps;

    private long nowNs;

    @SuppressWarnings("NullAway.Init") // set up before use
    private TickStepper.Worker worker;

    /** For JMH. */
    public DispatchBenchmark() {}

    /** Registers the maps. */
    @Setup
    public void register() {
        SchedulerSeam seam = SchedulerSeam.SYSTEM.withClock(() -> nowNs).withProcessors(() -> 64);
        TickStepper stepper = TickScheduler.builder()
                .poolThreads(1)
                .keepJvmAlive(false)
                .seam(seam)
                .startStepped();
        for (int i = 0; i < maps; i++) {
            stepper.scheduler().register("map-" + i, TickOptions.every(PERIOD), tick -> {});
        }
        worker = stepper.workers().get(0);
    }

    /**
     * One tick.
     *
     * @return the worker
     */
    @Benchmark
    public Object emptyTick() {
        while (!worker.begin()) {
            nowNs += JUMP_NS;
        }
        worker.end();
        return worker;
    }

    /** How far the clock has come. */
    long nowNs() {
        return nowNs;
    }
}
