package dev.maptick.maps.save;

import dev.maptick.core.SettingsCheck;
import dev.maptick.core.spi.NanoClock;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Saves the maps of a host in turn, each once in every interval, their turns spread evenly over it, and never more than a
 * set number of snapshots captured and not yet written: a slow store makes captures wait, not memory grow. {@link SaveState}
 * draws what one map goes through, and {@link SaveBook} holds it.
 *
 * <p>It owns no thread. A driver, whoever has a clock, calls {@link #advance}, which starts what is due and tells when the
 * next is; if something comes up that is due earlier than that, the driver is called and asks again. So it may sleep in
 * between, and it sleeps for good while no map has anything to save: a map that does not change has no time here. The
 * blocking parts run on the executor given. An executor that refuses a write, whatever it throws, counts as a failed
 * attempt.
 *
 * <p>A shutdown closes or abandons every map and waits for all their futures; then everything is written or has failed,
 * and no claim is held. Until then the driver goes on, for attempts are repeated by it, and the executor runs all it took.
 *
 * <p>Final captures do not wait for room, since a last task must not block; they queue to be written, so that no more than
 * the set number are written at one time.
 *
 * <p>Any thread may call any method. One lock guards the book of all maps; a map's tick takes it twice in a turn, to begin
 * and to end the capture, and once with the first change after a spell without, and nothing of anyone else's runs while it is held.
 */
public final class SaveCoordinator {
    /** {@link #advance}'s answer when nothing is due at any time. */
    public static final long NOTHING_DUE = Long.MAX_VALUE;

    private final MapStore store;
    private final Executor executor;
    private final NanoClock clock;
    private final SaveNotices notices;
    private final AtomicLong serials = new AtomicLong();

    private final ReentrantLock lock = new ReentrantLock();

    /** Guarded by the lock. */
    private final SaveBook book;

    /**
     * Makes one that saves nothing yet.
     *
     * @param options how to save
     * @param store where to
     * @param executor runs what blocks; its tasks never wait for one another
     * @param clock measures pauses, and tells the time where a write ended
     * @param listener told of each save
     * @param dueEarlier called when something has come up that is due before the time that {@link #advance} told last, or
     *     before it has told any: it is to have the driver call {@code advance} again soon. Called without the lock, on
     *     whichever thread caused it, a map's tick included, so it must be quick; it may come before the driver has begun
     *     to sleep, and must not be forgotten then. What it throws is logged and counted
     * @throws dev.maptick.core.SettingsException naming every bad option
     */
    public SaveCoordinator(
            SaveOptions options,
            MapStore store,
            Executor executor,
            NanoClock clock,
            SaveListener listener,
            Runnable dueEarlier) {
        SettingsCheck check = new SettingsCheck();
        options.check(check, "saving.");
        check.throwIfAny();
        this.store = store;
        this.executor = executor;
        this.clock = clock;
        notices = new SaveNotices(listener, dueEarlier);
        book = new SaveBook(options, clock.nanoTime(), new Work());
    }

    /**
     * Takes a map in. It counts as saved until it changes; its first turn comes within one interval after that.
     *
     * @param owner the claim under which it is saved
     * @param type the map's type, for metrics; its counts are kept for good, so there should be few types
     * @param source captures it
     * @param wake called when a capture waits for the map's next tick, off the tick and without a lock, so that a suspended
     *     map can be woken
     * @param nowNanos a reading of the clock
     * @return what the map's loop calls
     */
    public MapSaving register(SaveEpoch owner, String type, SaveSource source, Runnable wake, long nowNanos) {
        MapSaving map = new MapSaving(this, owner, type, source, wake, serials.incrementAndGet());
        locked(after -> book.add(map, nowNanos));
        return map;
    }

    /**
     * Starts what is due. For one driver; among several the answer to the last one counts.
     *
     * @param nowNanos a reading of the clock
     * @return after how many nanoseconds to call this again, 0 or more, or {@link #NOTHING_DUE}, which must not be added to
     *     a time. What turns out to be due before that is told by the {@code dueEarlier} given to the constructor
     */
    public long advance(long nowNanos) {
        locked(after -> book.advance(nowNanos, after));
        lock.lock();
        try {
            return book.nextDueIn(nowNanos);
        } finally {
            lock.unlock();
        }
    }

    /**
     * The counts so far.
     *
     * @return one consistent snapshot
     */
    public SaveStats stats() {
        lock.lock();
        try {
            return book.stats(notices.faults());
        } finally {
            lock.unlock();
        }
    }

    /**
     * The counts so far by the type of the maps. They add up to {@link #stats()}, but for the most in flight and the faults
     * of hooks, which are the coordinator's.
     *
     * @return one consistent snapshot of all types that were ever taken in; the caller's own
     */
    public Map<String, SaveStats> statsByType() {
        lock.lock();
        try {
            return book.statsByType();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Adds a listener, which hears of what happens from now on.
     *
     * @param listener told of each save
     */
    public void addListener(SaveListener listener) {
        notices.add(listener);
    }

    /**
     * Removes a listener. It may still hear of what is under way.
     *
     * @param listener one that was added or given to the constructor; of no effect for any other
     */
    public void removeListener(SaveListener listener) {
        notices.remove(listener);
    }

    /** The map's tick has changed it while it was dormant. */
    void rouse(MapSaving map) {
        long nowNs = clock.nanoTime();
        locked(after -> book.rouse(map, nowNs));
    }

    /** The map's tick has seen that it is wanted. */
    void capture(MapSaving map) {
        lock.lock();
        try {
            if (!book.beginCapture(map)) {
                return;
            }
        } finally {
            lock.unlock();
        }
        capture(map, false);
    }

    /** The map's last task. */
    void close(MapSaving map) {
        After after = new After();
        boolean toCapture = decided(after, a -> book.beginClose(map, a));
        after.run();
        if (toCapture) {
            capture(map, true);
        }
    }

    void abandon(MapSaving map) {
        locked(after -> book.abandon(map, after));
    }

    private void capture(MapSaving map, boolean last) {
        map.change.clear();
        Snapshot snapshot = null;
        Throwable fault = null;
        long startNs = clock.nanoTime();
        try {
            snapshot = map.source.capture();
        } catch (Throwable t) {
            fault = t;
        }
        long endNs = clock.nanoTime();
        long pauseNs = endNs - startNs;
        if (snapshot == null) {
            Throwable cause = fault == null ? new NullPointerException("capture returned null") : fault;
            notices.failed(map, cause);
            locked(after -> {
                if (last) {
                    book.closeFailed(map, cause, pauseNs, after);
                } else {
                    book.captureFailed(map, pauseNs, endNs, after);
                }
            });
            return;
        }
        notices.captured(map, pauseNs, last);
        Snapshot captured = snapshot;
        locked(after -> {
            if (last) {
                book.closeCaptured(map, captured, pauseNs, after);
            } else {
                book.captured(map, captured, pauseNs, after);
            }
        });
    }

    /** On the executor. */
    private void prepare(MapSaving map) {
        Throwable fault = null;
        try {
            map.source.prepare();
        } catch (Throwable t) {
            fault = t;
        }
        if (fault != null) {
            After after = new After();
            unprepared(map, fault, after);
            after.run();
            return;
        }
        long nowNs = clock.nanoTime();
        locked(after -> book.prepared(map, nowNs, after));
    }

    private void unprepared(MapSaving map, Throwable cause, After after) {
        notices.failed(map, cause);
        long nowNs = clock.nanoTime();
        under(after, a -> book.unprepared(map, nowNs, a));
    }

    /** On the executor. */
    private void write(SaveJob job) {
        After after = new After();
        long startNs = clock.nanoTime();
        try {
            byte[] bytes = job.bytes();
            settle(job, bytes.length, store.save(job.map.owner, job.sequence, bytes), startNs, after);
        } catch (IOException | RuntimeException e) {
            // The store's trouble may pass; what the encoding threw is of the same kinds, and would be thrown again.
            if (job.isEncoded()) {
                attemptFailed(job, e, after);
            } else {
                failed(job, e, after);
            }
        } catch (Throwable t) {
            failed(job, t, after);
        }
        after.run();
    }

    private void settle(SaveJob job, int bytes, SaveResult result, long startNs, After after) {
        long nowNs = clock.nanoTime();
        // Of one owner's saves only one is under way, so a sequence refused on a later attempt was saved by an earlier
        // one whose answer got lost.
        boolean saved = result == SaveResult.SAVED || (result == SaveResult.STALE_SEQUENCE && job.attempts > 1);
        if (saved) {
            notices.written(job.map, bytes, nowNs - startNs);
            under(after, a -> book.wrote(job, bytes, nowNs, a));
        } else {
            StoreRefusedException refusal = new StoreRefusedException(job.map.owner, result);
            notices.failed(job.map, refusal);
            under(after, a -> book.refused(job, refusal, nowNs, a));
        }
    }

    private void failed(SaveJob job, Throwable cause, After after) {
        notices.failed(job.map, cause);
        long nowNs = clock.nanoTime();
        under(after, a -> book.failed(job, cause, nowNs, a));
    }

    private void attemptFailed(SaveJob job, Throwable cause, After after) {
        int attempt = job.attempts;
        long nowNs = clock.nanoTime();
        if (decided(after, a -> book.attemptFailed(job, cause, nowNs, a))) {
            notices.retrying(job.map, attempt, cause);
        } else {
            notices.failed(job.map, cause);
        }
    }

    private void locked(After.Action step) {
        After after = new After();
        under(after, step);
        after.run();
    }

    private void under(After after, After.Action step) {
        boolean unused = decided(after, a -> {
            step.run(a);
            return true;
        });
    }

    /**
     * A step of the book, and the one place where the driver is called: every step that may set a time goes through here.
     * Before the rest of what the step wants, which may take long.
     */
    private boolean decided(After after, Predicate<After> step) {
        boolean answer;
        boolean dueEarlier;
        lock.lock();
        try {
            answer = step.test(after);
            dueEarlier = book.takeDueEarlier();
        } finally {
            lock.unlock();
        }
        if (dueEarlier) {
            notices.dueEarlier();
        }
        return answer;
    }

    /** Always without the lock: the book's wishes come back through {@link After}. */
    private final class Work implements SaveWork {
        @Override
        public void prepare(MapSaving map, After after) {
            Throwable refusal = new SaveOffer(() -> SaveCoordinator.this.prepare(map)).to(executor);
            if (refusal != null) {
                unprepared(map, refusal, after);
            }
        }

        @Override
        public void write(SaveJob job, After after) {
            Throwable refusal = new SaveOffer(() -> SaveCoordinator.this.write(job)).to(executor);
            if (refusal != null) {
                attemptFailed(job, refusal, after);
            }
        }

        @Override
        public void wake(MapSaving map) {
            notices.wake(map);
        }

        @Override
        public void ended(MapSaving map, SaveOutcome outcome, @Nullable Throwable failure) {
            notices.release(map, store);
            if (failure == null) {
                map.closed.complete(outcome);
            } else {
                map.closed.completeExceptionally(failure);
            }
        }
    }
}
