package dev.maptick.core;

import dev.maptick.core.spi.NanoClock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Writes what happens into the {@link EventLog} and tells listeners. Any thread, no lock held; only for what is rare. */
final class Events {
    private final NanoClock clock;
    private final Listeners listeners;
    private final EventLog log;
    private final long skipNs;

    /**
     * With the log to write to.
     *
     * @param skipNs deadlines worth so long are worth an event
     */
    Events(NanoClock clock, Listeners listeners, EventLog log, long skipNs) {
        this.clock = clock;
        this.listeners = listeners;
        this.log = log;
        this.skipNs = skipNs;
    }

    EventLog log() {
        return log;
    }

    /** For whoever has the text at hand. Never throws. */
    void tell(EventKind kind, @Nullable TickRegistration map, String text) {
        tell(kind, map, () -> text);
    }

    /** For whoever must not throw, whatever making the text may do. */
    void tell(EventKind kind, @Nullable TickRegistration map, Supplier<String> text) {
        try {
            listeners.event(log.add(clock.nanoTime(), kind, map, text.get()));
        } catch (Throwable t) {
            listeners.failed("the event log", t);
        }
    }

    void moved(TickEntry entry, Placement from, Placement to) {
        tell(
                EventKind.MOVED,
                entry,
                () -> Names.quote(entry.name()) + " moved: it was " + from.label() + ", it is " + to.label());
    }

    // ---- from the end of a tick: on its worker ----

    /** A tick that lasted so long passed over so many deadlines. */
    void skipped(TickEntry entry, long count, long durationNs, long nowNs) {
        // By division: the product may be more than a long holds.
        if (count < skipNs / entry.periodNs() || !entry.affairs().skipEvents.admits(nowNs)) {
            return;
        }
        tell(
                EventKind.SKIPPED,
                entry,
                () -> Names.quote(entry.name()) + " skipped " + count + " deadlines: its tick took "
                        + Times.text(durationNs) + " on a period of " + Times.text(entry.periodNs()));
    }

    void fault(TickEntry entry, Throwable fault, long nowNs) {
        if (!entry.affairs().faultEvents.admits(nowNs)) {
            return;
        }
        tell(
                EventKind.FAULT,
                entry,
                () -> Names.quote(entry.name()) + " tick " + entry.ticks() + " threw "
                        + Names.escape(fault.getClass().getName()) + ", the " + entry.faults() + ". of its faults");
    }
}
