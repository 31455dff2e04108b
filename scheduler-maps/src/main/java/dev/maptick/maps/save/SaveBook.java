package dev.maptick.maps.save;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Every map's {@link SaveState} and the steps between them: a state machine that is told what happened and when, and
 * answers with what to do. Guarded by the coordinator's lock; calls nothing outside.
 *
 * <p>{@code granted} counts the maps that have room for a snapshot, from PREPARING until the snapshot is done with; final
 * jobs need no grant. {@code writing} counts the jobs handed to the executor. Both stay within {@code atOnce}.
 */
final class SaveBook {
    private final SaveWork work;
    private final SaveSpread spread;
    private final Backoff backoff;
    private final int atOnce;
    private final int attempts;
    private final long captureLimitNs;
    private final SaveTimes times = new SaveTimes();
    private final Set<MapSaving> waiting = new LinkedHashSet<>();
    private final Set<SaveJob> toWrite = new LinkedHashSet<>();

    /** One for each type of maps that was ever taken in; never removed, so that no count goes down. */
    private final Map<String, SaveLedger> ledgers = new LinkedHashMap<>();

    private int granted;
    private int writing;
    private int inFlight;
    private int inFlightMax;

    SaveBook(SaveOptions options, long originNs, SaveWork work) {
        this.work = work;
        atOnce = options.atOnce();
        attempts = options.attempts();
        captureLimitNs = options.captureLimit().toNanos();
        spread = new SaveSpread(originNs, options.interval().toNanos(), options.seed());
        backoff = new Backoff(
                options.firstBackoff().toNanos(), options.maxBackoff().toNanos());
    }

    SaveStats stats(long hookFaults) {
        SaveLedger all = new SaveLedger();
        ledgers.values().forEach(all::add);
        return all.stats(inFlightMax, hookFaults);
    }

    Map<String, SaveStats> statsByType() {
        Map<String, SaveStats> all = new LinkedHashMap<>();
        ledgers.forEach((type, ledger) -> all.put(type, ledger.stats(ledger.inFlightMax, 0)));
        return all;
    }

    // Turns

    /** The map has its place in the spread from here on, and a turn from its first change on. */
    void add(MapSaving map, long nowNs) {
        map.ledger = ledgers.computeIfAbsent(map.type(), type -> new SaveLedger());
        map.ledger.maps++;
        map.ledger.dormant++;
        map.turnNs = spread.after(spread.firstAfter(nowNs), -1);
    }

    void advance(long nowNs, After after) {
        for (MapSaving map = times.pollDue(nowNs); map != null; map = times.pollDue(nowNs)) {
            due(map, nowNs, after);
        }
    }

    long nextDueIn(long nowNs) {
        return times.nextIn(nowNs);
    }

    boolean takeDueEarlier() {
        return times.takeEarlier();
    }

    /** The map's owner has read that it is dormant; whoever was faster may have taken it out of that. */
    void rouse(MapSaving map, long nowNs) {
        if (map.state == SaveState.DORMANT) {
            leaveDormant(map);
            map.state = SaveState.IDLE;
            turnAfter(map, spread.passed(map.turnNs, nowNs));
        }
    }

    private void leaveDormant(MapSaving map) {
        map.change.rouse();
        map.ledger.dormant--;
    }

    private void due(MapSaving map, long nowNs, After after) {
        switch (map.state) {
            case IDLE -> turn(map, after);
            case WANTED -> {
                map.ledger.withdrawn++;
                withdraw(map);
                // Not back into the row: maps that do not tick would take all the room in turn, and for good.
                idle(map, nowNs);
                grant(after);
            }
            case BACKING_OFF -> enqueue(map, job(map), after);
            case DORMANT, WAITING, PREPARING, CAPTURING, QUEUED, WRITING, CLOSING, LOST, ENDED ->
                throw new AssertionError(map + " has a time in state " + map.state);
        }
    }

    private void turn(MapSaving map, After after) {
        if (!map.saveFailed && map.change.sleep()) {
            map.state = SaveState.DORMANT;
            map.ledger.dormant++;
            map.ledger.unchanged++;
            return;
        }
        if (granted >= atOnce) {
            map.ledger.waited++;
        }
        await(map, after);
    }

    /** Into the row of those that wait for room; whoever is first goes on at once if there is some. */
    private void await(MapSaving map, After after) {
        map.state = SaveState.WAITING;
        waiting.add(map);
        map.ledger.waiting++;
        grant(after);
    }

    private void grant(After after) {
        Iterator<MapSaving> first = waiting.iterator();
        while (granted < atOnce && first.hasNext()) {
            MapSaving map = first.next();
            first.remove();
            map.ledger.waiting--;
            granted++;
            map.state = SaveState.PREPARING;
            after.add(a -> work.prepare(map, a));
        }
    }

    private void idle(MapSaving map, long nowNs) {
        long passed = spread.passed(map.turnNs, nowNs);
        map.ledger.missedTurns += passed;
        map.state = SaveState.IDLE;
        turnAfter(map, passed);
    }

    /** The map's next turn is the one after so many more. */
    private void turnAfter(MapSaving map, long passed) {
        map.turnNs = spread.after(map.turnNs, passed + 1);
        times.set(map, map.turnNs);
    }

    /** Takes back the room a map has while it has no snapshot. */
    private void withdraw(MapSaving map) {
        map.wanted.set(false);
        granted--;
    }

    // Prepare and capture

    void prepared(MapSaving map, long nowNs, After after) {
        if (map.state == SaveState.PREPARING) {
            map.state = SaveState.WANTED;
            // Before the wake-up is called; see MapSaving.wanted.
            map.wanted.set(true);
            times.set(map, nowNs + captureLimitNs);
            after.add(a -> work.wake(map));
        }
    }

    void unprepared(MapSaving map, long nowNs, After after) {
        if (map.state == SaveState.PREPARING) {
            map.ledger.unprepared++;
            withdraw(map);
            idle(map, nowNs);
            grant(after);
        }
    }

    boolean beginCapture(MapSaving map) {
        if (map.state != SaveState.WANTED) {
            return false;
        }
        times.remove(map);
        map.wanted.set(false);
        map.state = SaveState.CAPTURING;
        return true;
    }

    void captured(MapSaving map, Snapshot snapshot, long pauseNs, After after) {
        map.ledger.paused(pauseNs);
        if (map.state != SaveState.CAPTURING) {
            return;
        }
        countCaptured(map);
        map.saveFailed = false;
        map.sequence++;
        enqueue(map, new SaveJob(map, map.sequence, false, snapshot), after);
    }

    private void countCaptured(MapSaving map) {
        map.ledger.captured();
        inFlight++;
        inFlightMax = Math.max(inFlightMax, inFlight);
    }

    void captureFailed(MapSaving map, long pauseNs, long nowNs, After after) {
        map.ledger.paused(pauseNs);
        map.ledger.captureFaults++;
        if (map.state != SaveState.CAPTURING) {
            return;
        }
        map.saveFailed = true;
        granted--;
        settle(map, null, nowNs, after);
        grant(after);
    }

    // Writing

    private void enqueue(MapSaving map, SaveJob job, After after) {
        map.current = job;
        map.state = SaveState.QUEUED;
        toWrite.add(job);
        dispatch(after);
    }

    private void dispatch(After after) {
        Iterator<SaveJob> first = toWrite.iterator();
        while (writing < atOnce && first.hasNext()) {
            SaveJob job = first.next();
            first.remove();
            writing++;
            job.attempts++;
            job.map.state = SaveState.WRITING;
            after.add(a -> work.write(job, a));
        }
    }

    void wrote(SaveJob job, int bytes, long nowNs, After after) {
        job.map.ledger.written++;
        job.map.ledger.bytesWritten += bytes;
        done(job, null, nowNs, after);
    }

    void refused(SaveJob job, StoreRefusedException refusal, long nowNs, After after) {
        if (refusal.result() == SaveResult.STALE_EPOCH) {
            job.map.ledger.refused++;
            job.map.lost = refusal;
        } else {
            job.map.ledger.failed++;
        }
        done(job, refusal, nowNs, after);
    }

    void failed(SaveJob job, Throwable cause, long nowNs, After after) {
        job.map.ledger.failed++;
        done(job, cause, nowNs, after);
    }

    /**
     * An attempt failed that may be repeated.
     *
     * @return whether it will be; if not, the job has failed
     */
    boolean attemptFailed(SaveJob job, Throwable cause, long nowNs, After after) {
        MapSaving map = job.map;
        if (map.last != null && !job.last) {
            map.ledger.superseded++;
            done(job, cause, nowNs, after);
            return false;
        }
        if (job.attempts >= attempts) {
            failed(job, cause, nowNs, after);
            return false;
        }
        map.ledger.retried++;
        writing--;
        map.state = SaveState.BACKING_OFF;
        times.set(map, nowNs + backoff.afterNs(job.attempts));
        dispatch(after);
        return true;
    }

    /** A job that was being written is done with; its map goes on. */
    private void done(SaveJob job, @Nullable Throwable failure, long nowNs, After after) {
        MapSaving map = job.map;
        writing--;
        inFlight--;
        map.current = null;
        if (failure != null) {
            map.saveFailed = true;
        }
        if (!job.last) {
            granted--;
        }
        SaveJob last = map.last;
        if (last != null && !job.last) {
            enqueue(map, last, after);
        } else {
            settle(map, failure, nowNs, after);
        }
        grant(after);
        dispatch(after);
    }

    /** Where a map goes that has no snapshot left: to its next turn, or to its end. */
    private void settle(MapSaving map, @Nullable Throwable failure, long nowNs, After after) {
        if (map.closing) {
            map.state = SaveState.CLOSING;
            if (map.finalDecided) {
                Throwable told = map.finalFailure == null ? failure : map.finalFailure;
                end(map, map.abandoned ? SaveOutcome.ABANDONED : SaveOutcome.WRITTEN, told, after);
            }
        } else if (map.lost == null) {
            idle(map, nowNs);
        } else {
            map.state = SaveState.LOST;
        }
    }

    // Close

    /**
     * The map's last task has come to the final capture. No turn of the map begins any more.
     *
     * @return whether to capture; if not, the end is settled
     */
    boolean beginClose(MapSaving map, After after) {
        if (map.state == SaveState.CAPTURING) {
            throw new IllegalStateException("closing the " + map + " inside its own capture");
        }
        if (map.closing) {
            return false;
        }
        leaveTurns(map, after);
        if (map.state == SaveState.LOST) {
            map.finalDecided = true;
            end(map, SaveOutcome.UNCHANGED, map.lost, after);
            return false;
        }
        if (map.isChanged() || map.saveFailed) {
            return true;
        }
        map.ledger.unchanged++;
        decide(map, SaveOutcome.UNCHANGED, null, after);
        return false;
    }

    void closeCaptured(MapSaving map, Snapshot snapshot, long pauseNs, After after) {
        map.ledger.paused(pauseNs);
        if (map.finalDecided) {
            return;
        }
        map.finalDecided = true;
        map.sequence++;
        SaveJob last = new SaveJob(map, map.sequence, true, snapshot);
        map.last = last;
        switch (map.state) {
            case CLOSING -> {}
            case QUEUED -> supersede(map, toWrite.remove(job(map)));
            case BACKING_OFF -> supersede(map, times.remove(map));
            // The one that is being written comes first, and its end sends this one off.
            case WRITING -> {
                countCaptured(map);
                return;
            }
            case DORMANT, IDLE, WAITING, PREPARING, WANTED, CAPTURING, LOST, ENDED ->
                throw new AssertionError(map + " closes in state " + map.state);
        }
        countCaptured(map);
        enqueue(map, last, after);
        grant(after);
    }

    private void supersede(MapSaving map, boolean removed) {
        if (!removed) {
            throw new AssertionError("a snapshot that waits is in no queue");
        }
        map.ledger.superseded++;
        inFlight--;
        granted--;
    }

    void closeFailed(MapSaving map, Throwable cause, long pauseNs, After after) {
        map.ledger.paused(pauseNs);
        map.ledger.captureFaults++;
        if (!map.finalDecided) {
            decide(map, SaveOutcome.UNCHANGED, cause, after);
        }
    }

    /** The map leaves without a last task; a capture under way is given up, what waits to be written is written. */
    void abandon(MapSaving map, After after) {
        if (map.finalDecided) {
            return;
        }
        if (!map.closing) {
            boolean capturing = map.state == SaveState.CAPTURING;
            leaveTurns(map, after);
            if (capturing) {
                granted--;
                map.state = SaveState.CLOSING;
                grant(after);
            }
        }
        map.abandoned = true;
        decide(map, SaveOutcome.ABANDONED, map.lost, after);
    }

    /** No final snapshot will come: the map ends now, or with the snapshot it still has. */
    private void decide(MapSaving map, SaveOutcome outcome, @Nullable Throwable failure, After after) {
        map.finalDecided = true;
        map.finalFailure = failure;
        if (map.state == SaveState.CLOSING || map.state == SaveState.LOST) {
            end(map, outcome, failure, after);
        }
    }

    private void leaveTurns(MapSaving map, After after) {
        map.closing = true;
        switch (map.state) {
            case DORMANT -> leaveDormant(map);
            case IDLE -> times.remove(map);
            case WAITING -> {
                waiting.remove(map);
                map.ledger.waiting--;
            }
            case PREPARING -> withdraw(map);
            case WANTED -> {
                times.remove(map);
                withdraw(map);
            }
            case CAPTURING, QUEUED, WRITING, BACKING_OFF, CLOSING, LOST, ENDED -> {
                return;
            }
        }
        map.state = SaveState.CLOSING;
        grant(after);
    }

    private void end(MapSaving map, SaveOutcome outcome, @Nullable Throwable failure, After after) {
        map.state = SaveState.ENDED;
        map.ledger.maps--;
        after.add(a -> work.ended(map, outcome, failure));
    }

    private static SaveJob job(MapSaving map) {
        SaveJob job = map.current;
        if (job == null) {
            throw new AssertionError(map + " has no snapshot in state " + map.state);
        }
        return job;
    }
}
