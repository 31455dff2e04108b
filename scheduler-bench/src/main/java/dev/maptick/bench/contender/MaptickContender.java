package dev.maptick.bench.contender;

import dev.maptick.core.Placement;
import dev.maptick.core.TickOptions;
import dev.maptick.core.TickRegistration;
import dev.maptick.core.TickScheduler;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Our own scheduler, as a user gets it: with its statistics, spreading the maps by itself. */
final class MaptickContender implements Contender {
    private final WaitModeSwitch mode;
    private @Nullable TickScheduler scheduler;

    MaptickContender(WaitModeSwitch mode) {
        this.mode = mode;
    }

    @Override
    public void open(int threads, int dedicatedThreads) {
        scheduler = mode.set(TickScheduler.builder().poolThreads(threads).dedicatedThreads(dedicatedThreads))
                .start();
    }

    @Override
    public Registered add(MapSpec map) {
        TickBody body = map.body();
        TickOptions options = TickOptions.every(Duration.ofNanos(map.periodNs()))
                .placement(map.dedicated() ? Placement.DEDICATED : Placement.POOL);
        TickRegistration registration =
                scheduler().register(map.name(), options, tick -> body.tick(tick.deadlineNanos()));
        return () -> {
            CompletableFuture<Void> unused = registration.unregister();
        };
    }

    @Override
    public void close() {
        scheduler().close();
    }

    private TickScheduler scheduler() {
        if (scheduler == null) {
            throw new IllegalStateException("not open");
        }
        return scheduler;
    }
}
