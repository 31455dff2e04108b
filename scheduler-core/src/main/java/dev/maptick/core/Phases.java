package dev.maptick.core;

import dev.maptick.core.spi.NanoClock;
import dev.maptick.core.spi.Stagger;
import java.time.Duration;

/** Where in its period each registration ticks. Any thread; the stagger's own lock is held while it is asked. */
final class Phases {
    private final NanoClock clock;
    private final Stagger stagger;
    private final Object lock = new Object();
    private volatile long epochNs;

    Phases(NanoClock clock, Stagger stagger) {
        this.clock = clock;
        this.stagger = stagger;
    }

    /** Phases count from here. Before the first registration. */
    void begin(long startNs) {
        epochNs = startNs;
    }

    /** The first deadline of a new registration, within a period from now. */
    long firstDeadline(TickOptions options, long periodNs) {
        Duration fixed = options.phase();
        long costHintNs = options.costHint().toNanos();
        long phaseNs;
        synchronized (lock) {
            if (fixed != null) {
                phaseNs = fixed.toNanos();
                stagger.taken(periodNs, phaseNs, costHintNs);
            } else {
                phaseNs = stagger.phaseNanos(periodNs, costHintNs);
            }
        }
        if (phaseNs < 0 || phaseNs >= periodNs) {
            throw new IllegalStateException(
                    "the stagger gave phase " + phaseNs + " ns, allowed: 0.." + (periodNs - 1) + " ns");
        }
        return Grid.firstDeadline(epochNs, clock.nanoTime(), periodNs, phaseNs);
    }

    /** A registration has left, or could not be let in. */
    void left(TickEntry entry) {
        long periodNs = entry.firstPeriodNs();
        long phaseNs = Math.floorMod(entry.firstPointNs() - epochNs, periodNs);
        synchronized (lock) {
            stagger.left(periodNs, phaseNs, entry.costHintNs());
        }
    }
}
