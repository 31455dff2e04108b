package dev.maptick.server.report;

import dev.maptick.core.Placement;
import dev.maptick.core.TickOptions;
import dev.maptick.core.TickScheduler;
import dev.maptick.metrics.MetricsReport;
import dev.maptick.metrics.TickMetrics;
import dev.maptick.server.VirtualTime;
import java.time.Duration;

/** Real reports of a scheduler in virtual time, for tests of their layout. */
final class Figures {
    private final TickMetrics metrics = new TickMetrics();
    final VirtualTime time = new VirtualTime(
            TickScheduler.builder().poolThreads(1).dedicatedThreads(2).listener(metrics));

    Activity activity = Activity.NONE;

    Figures house(String name, int tickMicros) {
        return map(name, "house", Placement.POOL, 50, tickMicros);
    }

    Figures dungeon(String name, int tickMicros) {
        return map(name, "dungeon", Placement.DEDICATED, 25, tickMicros);
    }

    private Figures map(String name, String type, Placement placement, int periodMillis, int tickMicros) {
        time.scheduler()
                .register(
                        name,
                        TickOptions.every(Duration.ofMillis(periodMillis))
                                .group(type)
                                .placement(placement),
                        tick -> time.spend(Duration.ofNanos(tickMicros * 1_000L)));
        return this;
    }

    Figures run(int seconds) {
        time.run(Duration.ofSeconds(seconds));
        return this;
    }

    MetricsReport metrics() {
        return metrics.snapshot();
    }

    Mark mark(long poolCpuMillis, long dedicatedCpuMillis) {
        return new Mark(
                time.scheduler().nanoTime(),
                metrics.snapshot(),
                new ThreadCpu(VirtualTime.ms(poolCpuMillis), VirtualTime.ms(dedicatedCpuMillis)),
                activity);
    }
}
