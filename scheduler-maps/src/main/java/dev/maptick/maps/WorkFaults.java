package dev.maptick.maps;

import dev.maptick.core.Names;
import dev.maptick.core.spi.NanoClock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What becomes of faults in posts, completions and timer callbacks. Each is counted where it ran; here they are logged, one
 * full record a second for each map, and a map whose policy says so is told to stop. Inside the map's tick only.
 */
final class WorkFaults {
    private static final Logger LOG = LoggerFactory.getLogger(WorkFaults.class);
    private static final long LOG_EVERY_NS = 1_000_000_000L;

    private final String mapName;
    private final PostFaults policy;
    private final NanoClock clock;
    private final Consumer<Throwable> stop;

    private boolean logged;
    private long loggedNs;
    private long unlogged;
    private @Nullable Throwable stopCause;

    /**
     * @param stop closes the map; called once at most
     */
    WorkFaults(String mapName, PostFaults policy, NanoClock clock, Consumer<Throwable> stop) {
        this.mapName = mapName;
        this.policy = policy;
        this.clock = clock;
        this.stop = stop;
    }

    /** A post or a completion threw. */
    void work(String what, Throwable fault) {
        log(what, fault);
        if (policy == PostFaults.STOP_MAP && stopCause == null) {
            stopCause = fault;
            stop.accept(fault);
        }
    }

    /** A timer callback threw. */
    void timer(long id, @Nullable String name, Throwable fault) {
        log(name == null ? "timer " + id : "timer " + Names.quote(name), fault);
    }

    /** Why the map is to stop, if its policy made it. */
    @Nullable
    Throwable stopCause() {
        return stopCause;
    }

    private void log(String what, Throwable fault) {
        long nowNs = clock.nanoTime();
        if (logged && nowNs - loggedNs < LOG_EVERY_NS) {
            unlogged++;
            return;
        }
        logged = true;
        loggedNs = nowNs;
        long before = unlogged;
        unlogged = 0;
        LOG.warn(
                "{} of map {} threw and cost itself; {} such faults since the record before were not logged",
                what,
                Names.quote(mapName),
                before,
                fault);
    }
}
