package dev.maptick.core;

import dev.maptick.core.FaultHistory.Change;
import dev.maptick.core.TickEntry.Suspension;
import java.util.OptionalLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out what fault policies decide: suspends maps and lets them go, counts, logs and tells. A tick that does not throw,
 * after one that did not, never comes here.
 *
 * <p>It is a second suspension beside the one an owner asks for ({@link TickNotes#faultSuspension}), so that neither ends the
 * other. The worker sets it during its turn, under the lane's lock, and marks the turn so that it ends under the lock too, where
 * the map is queued for the end of the later of the two. Both end by themselves in one place: {@link Lane}, when that time has
 * come.
 */
final class FaultStages {
    private static final Logger LOG = LoggerFactory.getLogger(TickScheduler.class);
    private static final int MAX_CAUSE = 200;

    private final Listeners listeners;
    private final Events events;
    private final int logPerSecond;
    private final LongAdder backOffs = new LongAdder();
    private final LongAdder quarantines = new LongAdder();

    FaultStages(Listeners listeners, Events events, int logPerSecond) {
        this.listeners = listeners;
        this.events = events;
        this.logPerSecond = logPerSecond;
    }

    /** Times a map went into back-off. */
    long backOffs() {
        return backOffs.sum();
    }

    /** Times a map was quarantined. */
    long quarantines() {
        return quarantines.sum();
    }

    // ---- the worker, during the turn, no lock held ----

    /** A tick threw. */
    void faulted(TickEntry entry, Throwable fault, long endNs) {
        FaultPolicy policy = entry.faultPolicy();
        if (policy.isCount()) {
            return;
        }
        try {
            String latest = words(fault);
            FaultHistory history = entry.faultHistory();
            if (history == null) {
                history = new FaultHistory(policy, entry.name().hashCode());
                entry.affairs().history = history;
            }
            boolean isNews;
            Lane lane = Moves.lockLane(entry);
            try {
                isNews = !entry.stopping && suspend(entry, history, endNs, latest);
            } finally {
                lane.unlock();
            }
            told(entry, history, isNews);
        } catch (Throwable t) {
            // Memory ran out: the map ticks on as if there were no policy.
            listeners.failed("the fault policy", t);
        }
    }

    private static boolean suspend(TickEntry entry, FaultHistory history, long endNs, String latest) {
        // First what may need memory.
        TickNotes notes = entry.notes();
        boolean isNews = history.faulted(endNs, entry.nextNs(), entry.periodToBeNs(), latest);
        FaultStanding now = history.standing();
        if (now.stage() != FaultStage.FREE) {
            OptionalLong untilNs = now.untilNanos();
            notes.faultSuspension = untilNs.isPresent() ? Suspension.UNTIL : Suspension.UNLIMITED;
            notes.faultUntilNs = untilNs.orElse(0);
            entry.note();
        }
        return isNews;
    }

    /** A tick did not throw, and the one before it did. */
    void wentWell(TickEntry entry, long endNs) {
        FaultHistory history = entry.faultHistory();
        if (history == null) {
            return;
        }
        try {
            boolean isNews;
            Lane lane = Moves.lockLane(entry);
            try {
                isNews = history.wentWell(endNs);
            } finally {
                lane.unlock();
            }
            told(entry, history, isNews);
        } catch (Throwable t) {
            listeners.failed("the fault policy", t);
        }
    }

    // ---- any thread ----

    /**
     * Ends a suspension for faults by hand. Under the lane's lock; the caller sees to the map's place, and calls {@link #tell}
     * once the lock is free.
     *
     * @return false if there is none
     */
    static boolean lift(TickEntry entry, long nowNs) {
        TickNotes notes = entry.notesIfAny();
        FaultHistory history = entry.faultHistory();
        if (notes == null || notes.faultSuspension == Suspension.NONE || history == null) {
            return false;
        }
        notes.faultSuspension = Suspension.NONE;
        history.lift(nowNs);
        return true;
    }

    /** After {@link #lift}; no lock held. */
    void tell(TickEntry entry) {
        FaultHistory history = entry.faultHistory();
        if (history != null) {
            told(entry, history, true);
        }
    }

    private void told(TickEntry entry, FaultHistory history, boolean isNews) {
        if (isNews) {
            history.news.tell(change -> tell(entry, history, change));
        }
    }

    private void tell(TickEntry entry, FaultHistory history, Change change) {
        FaultStage to = change.now().stage();
        if (to == FaultStage.BACK_OFF) {
            backOffs.increment();
        } else if (to == FaultStage.QUARANTINE) {
            quarantines.increment();
        }
        listeners.log(() -> log(entry, history, change));
        event(entry, history, change);
        listeners.faultStage(entry, change.before(), change.now());
    }

    /**
     * One record for each change. But back-offs may come and go tick by tick, and so may quarantines with a short trial: of
     * either, as many a second begin in the log as faults are in it, and what did not begin there does not end there.
     */
    private void log(TickEntry entry, FaultHistory history, Change change) {
        FaultStanding now = change.now();
        if (now.stage() == FaultStage.FREE) {
            if (history.inLog) {
                history.inLog = false;
                LOG.info(
                        "map {} of {}: its {} has ended",
                        name(entry),
                        group(entry),
                        change.before().stage().words());
            }
            return;
        }
        boolean quarantine = now.stage() == FaultStage.QUARANTINE;
        FaultWindow window = quarantine ? history.quarantinesLogged : history.backOffsLogged;
        long leftOut = window.admit(now.sinceNanos(), logPerSecond);
        if (leftOut < 0) {
            return;
        }
        history.inLog = true;
        if (quarantine) {
            LOG.error(
                    "map {} of {}: quarantined {}; {} ({} quarantines left out since the record before)",
                    name(entry),
                    group(entry),
                    length(now),
                    now.cause(),
                    leftOut);
        } else {
            LOG.warn(
                    "map {} of {}: backs off; {} ({} back-offs left out since the record before)",
                    name(entry),
                    group(entry),
                    now.cause(),
                    leftOut);
        }
    }

    /** Of either stage at most one event a second for each map begins; what did not begin in the log does not end there. */
    private void event(TickEntry entry, FaultHistory history, Change change) {
        FaultStanding now = change.now();
        switch (now.stage()) {
            case FREE -> {
                if (history.inEvents) {
                    history.inEvents = false;
                    String ended = change.before().stage().words();
                    events.tell(
                            EventKind.FREED,
                            entry,
                            () -> name(entry) + " ticks as before: its " + ended + " has ended");
                }
            }
            case BACK_OFF -> {
                if (history.backOffEvents.admits(now.sinceNanos())) {
                    history.inEvents = true;
                    events.tell(EventKind.BACK_OFF, entry, () -> name(entry) + " backs off; " + now.cause());
                }
            }
            case QUARANTINE -> {
                if (history.quarantineEvents.admits(now.sinceNanos())) {
                    history.inEvents = true;
                    events.tell(
                            EventKind.QUARANTINED,
                            entry,
                            () -> name(entry) + " quarantined " + length(now) + "; " + now.cause());
                }
            }
        }
    }

    private static String name(TickEntry entry) {
        return Names.quote(entry.name());
    }

    private static String group(TickEntry entry) {
        return Names.quote(entry.group());
    }

    private static String length(FaultStanding quarantine) {
        OptionalLong untilNs = quarantine.untilNanos();
        return untilNs.isPresent()
                ? "for " + (untilNs.getAsLong() - quarantine.sinceNanos()) / 1_000_000 + " ms"
                : "until it is resumed by hand";
    }

    /** The fault in short. Its own code may throw, or return anything. */
    static String words(Throwable fault) {
        String words = fault.getClass().getName();
        try {
            @Nullable String message = fault.getMessage();
            words = message == null || message.isEmpty() ? words : words + ": " + message;
        } catch (Throwable hostile) {
            words += " (its message can't be read)";
        }
        return Names.escape(words.length() <= MAX_CAUSE ? words : words.substring(0, MAX_CAUSE) + "…");
    }
}
