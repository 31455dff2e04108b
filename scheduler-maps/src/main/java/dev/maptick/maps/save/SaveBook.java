package dev.maptick.maps.save;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.TreeSet;
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
    private final long intervalNs;
    private final long captureLimitNs;
    private final SaveLedger ledger = new SaveLedger();

    /** Maps with a time at which something is due. Times lie close together, so their differences order them. */
    private final TreeSet<MapSaving> timed = new TreeSet<>(SaveBook::byTime);

    private final Set<MapSaving> waiting = new LinkedHashSet<>();
    private final Set<SaveJob> toWrite = new LinkedHashSet<>();
    private int granted;
    private int writing;

    SaveBook(SaveOptions options, long originNs, SaveWork work) {
        this.work = work;
        atOnce = options.atOnce();
        attempts = options.attempts();
        intervalNs = options.interval().toNanos();
        captureLimitNs = options.captureLimit().toNanos();
        spread = new SaveSpread(originNs, intervalNs, options.seed());
        backoff = new Backoff(
                options.firstBackoff().toNanos(), options.maxBackoff().toNanos());
    }

    private static int byTime(MapSaving a, MapSaving b) {
        long difference = a.dueNs - b.dueNs;
        return difference == 0 ? Long.compare(a.serial, b.serial) : Long.signum(difference);
    }

    SaveStats stats(long hookFaults) {
        return ledger.stats(waiting.size(), hookFaults);
    }

    // Turns

    void add(MapSaving map, long nowNs) {
        ledger.maps++;
        map.turnNs = spread.firstAfter(nowNs);
        schedule(map, map.turnNs);
    }

    void advance(long nowNs, After after) {
        MapSaving map = timed.isEmpty() ? null : timed.first();
        while (map != null && map.dueNs - nowNs <= 0) {
            timed.remove(map);
            due(map, nowNs, after);
            map = timed.isEmpty() ? null : timed.first();
        }
    }

    long nextDueIn(long nowNs) {
        return timed.isEmpty() ? intervalNs : Math.max(0, Math.min(intervalNs, timed.first().dueNs - nowNs));
    }

    private void due(MapSaving map, long nowNs, After after) {
        switch (map.state) {
            case IDLE -> turn(map, nowNs, after);
            case WANTED -> {
                ledger.withdrawn++;
                withdraw(map);
                await(map, after);
            }
            case BACKING_OFF -> enqueue(map, job(map), after);
            case WAITING, PREPARING, CAPTURING, QUEUED, WRITING, CLOSING, LOST, ENDED ->
                throw new AssertionError(map + " has a time in state " + map.state);
        }
    }

    private void turn(MapSaving map, long nowNs, After after) {
        if (map.isChanged() || map.saveFailed) {
            if (granted >= atOnce) {
                ledger.waited++;
            }
            await(map, after);
        } else {
            ledger.unchanged++;
            idle(map, nowNs);
        }
    }

    /** Into the row of those that wait for room; whoever is first goes on at once if there is some. */
    private void await(MapSaving map, After after) {
        map.state = SaveState.WAITING;
        waiting.add(map);
        grant(after);
    }

    private void grant(After after) {
        Iterator<MapSaving> first = waiting.iterator();
        while (granted < atOnce && first.hasNext()) {
            MapSaving map = first.next();
            first.remove();
            granted++;
            map.state = SaveState.PREPARING;
            after.add(a -> work.prepare(map, a));
        }
    }

    private void idle(MapSaving map, long nowNs) {
        long passed = spread.passed(map.turnNs, nowNs);
        ledger.missedTurns += passed;
        map.turnNs = spread.after(map.turnNs, passed + 1);
        map.state = SaveState.IDLE;
        schedule(map, map.turnNs);
    }

    private void schedule(MapSaving map, long dueNs) {
        map.dueNs = dueNs;
        timed.add(map);
    }

    /** Takes back the room a map has while it has no snapshot. */
    private void withdraw(MapSaving map) {
        map.wanted.setOpaque(false);
        granted--;
    }

    // Prepare and capture

    void prepared(MapSaving map, long nowNs, After after) {
        if (map.state == SaveState.PREPARING) {
            map.state = SaveState.WANTED;
            map.wanted.setOpaque(true);
            schedule(map, nowNs + captureLimitNs);
            after.add(a -> work.wake(map));
        }
    }

    void unprepared(MapSaving map, long nowNs, After after) {
        if (map.state == SaveState.PREPARING) {
            ledger.unprepared++;
            withdraw(map);
            idle(map, nowNs);
            grant(after);
        }
    }

    boolean beginCapture(MapSaving map) {
        if (map.state != SaveState.WANTED) {
            return false;
        }
        timed.remove(map);
        map.wanted.setOpaque(false);
        map.state = SaveState.CAPTURING;
        return true;
    }

    void captured(MapSaving map, Snapshot snapshot, long pauseNs, After after) {
        ledger.paused(pauseNs);
        if (map.state != SaveState.CAPTURING) {
            return;
        }
        ledger.captured();
        map.saveFailed = false;
        map.sequence++;
        enqueue(map, new SaveJob(map, map.sequence, false, snapshot), after);
    }

    void captureFailed(MapSaving map, long pauseNs, long nowNs, After after) {
        ledger.paused(pauseNs);
        ledger.captureFaults++;
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
        ledger.written++;
        ledger.bytesWritten += bytes;
        done(job, null, nowNs, after);
    }

    void refused(SaveJob job, StoreRefusedException refusal, long nowNs, After after) {
        if (refusal.result() == SaveResult.STALE_EPOCH) {
            ledger.refused++;
            job.map.lost = refusal;
        } else {
            ledger.failed++;
        }
        done(job, refusal, nowNs, after);
    }

    void failed(SaveJob job, Throwable cause, long nowNs, After after) {
        ledger.failed++;
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
            ledger.superseded++;
            done(job, cause, nowNs, after);
            return false;
        }
        if (job.attempts >= attempts) {
            failed(job, cause, nowNs, after);
            return false;
        }
        ledger.retried++;
        writing--;
        map.state = SaveState.BACKING_OFF;
        schedule(map, nowNs + backoff.afterNs(job.attempts));
        dispatch(after);
        return true;
    }

    /** A job that was being written is done with; its map goes on. */
    private void done(SaveJob job, @Nullable Throwable failure, long nowNs, After after) {
        MapSaving map = job.map;
        writing--;
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
        ledger.unchanged++;
        decide(map, SaveOutcome.UNCHANGED, null, after);
        return false;
    }

    void closeCaptured(MapSaving map, Snapshot snapshot, long pauseNs, After after) {
        ledger.paused(pauseNs);
        if (map.finalDecided) {
            return;
        }
        map.finalDecided = true;
        map.sequence++;
        SaveJob last = new SaveJob(map, map.sequence, true, snapshot);
        map.last = last;
        switch (map.state) {
            case CLOSING -> {}
            case QUEUED -> supersede(toWrite.remove(job(map)));
            case BACKING_OFF -> supersede(timed.remove(map));
            // The one that is being written comes first, and its end sends this one off.
            case WRITING -> {
                ledger.captured();
                return;
            }
            case IDLE, WAITING, PREPARING, WANTED, CAPTURING, LOST, ENDED ->
                throw new AssertionError(map + " closes in state " + map.state);
        }
        ledger.captured();
        enqueue(map, last, after);
        grant(after);
    }

    private void supersede(boolean removed) {
        if (!removed) {
            throw new AssertionError("a snapshot that waits is in no queue");
        }
        ledger.superseded++;
        granted--;
    }

    void closeFailed(MapSaving map, Throwable cause, long pauseNs, After after) {
        ledger.paused(pauseNs);
        ledger.captureFaults++;
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
            case IDLE -> timed.remove(map);
            case WAITING -> waiting.remove(map);
            case PREPARING -> withdraw(map);
            case WANTED -> {
                timed.remove(map);
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
        ledger.maps--;
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
