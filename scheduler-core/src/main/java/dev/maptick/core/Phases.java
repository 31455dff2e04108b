package dev.maptick.core;

import dev.maptick.core.spi.NanoClock;
import dev.maptick.core.spi.Stagger;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

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

    /** The slots of a period; null if the stagger, given from outside, tells of none. */
    @Nullable
    SlotGrid grid(long periodNs) {
        return stagger instanceof SlotStagger slots ? slots.grid(periodNs) : null;
    }

    /** Where in a period the grid lies that a time is a point of. */
    long phaseNs(long pointNs, long periodNs) {
        return Math.floorMod(pointNs - epochNs, periodNs);
    }

    /** A point of the grid of a phase. */
    long pointNs(long phaseNs) {
        return epochNs + phaseNs;
    }

    /**
     * A registration is about to get another grid, with this point, of the period it has. It goes on being counted at the
     * period it came with, where it will be if it comes back to that. Under its lane's lock, so that it does not leave
     * before it has moved, and only where {@link #grid} tells of slots: so no code of a user runs in here.
     */
    void moves(TickEntry entry, long pointNs) {
        long periodNs = entry.firstPeriodNs();
        synchronized (lock) {
            stagger.left(periodNs, phaseNs(entry.firstPointNs(), periodNs), entry.costHintNs());
            stagger.taken(periodNs, phaseNs(pointNs, periodNs), entry.costHintNs());
        }
    }

    /** A registration has left, or could not be let in. */
    void left(TickEntry entry) {
        long periodNs = entry.firstPeriodNs();
        long phaseNs = phaseNs(entry.firstPointNs(), periodNs);
        synchronized (lock) {
            stagger.left(periodNs, phaseNs, entry.costHintNs());
        }
    }
}
