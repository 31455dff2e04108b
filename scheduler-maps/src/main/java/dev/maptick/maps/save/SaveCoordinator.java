package dev.maptick.maps.save;

import dev.maptick.core.SettingsCheck;
import dev.maptick.core.spi.NanoClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Saves the maps of a host in turn, each once in every interval, their turns spread evenly over it, and never more than a
 * set number of snapshots captured and not yet written: a slow store makes captures wait, not memory grow. {@link SaveState}
 * draws what one map goes through, and {@link SaveBook} holds it.
 *
 * <p>It owns no thread. Whoever has a clock calls {@link #advance}, which starts what is due; the blocking parts run on
 * the executor given. An executor that refuses a write counts as a failed attempt. As long as a map is registered or a
 * future of {@link MapSaving#close()} is open, {@code advance} must go on being called, for attempts are repeated by it.
 *
 * <p>Final captures do not wait for room, since a last task must not block; they queue to be written, so that no more than
 * the set number are written at one time.
 *
 * <p>Any thread may call any method. One lock guards the book of all maps; a map's tick takes it twice in a turn, to begin
 * and to end the capture, and nothing of anyone else's runs while it is held.
 */
public final class SaveCoordinator {
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
     * @throws dev.maptick.core.SettingsException naming every bad option
     */
    public SaveCoordinator(
            SaveOptions options, MapStore store, Executor executor, NanoClock clock, SaveListener listener) {
        SettingsCheck check = new SettingsCheck();
        options.check(check, "saving.");
        check.throwIfAny();
        this.store = store;
        this.executor = executor;
        this.clock = clock;
        notices = new SaveNotices(listener);
        book = new SaveBook(options, clock.nanoTime(), new Work());
    }

    /**
     * Takes a map in. Its first turn comes within one interval.
     *
     * @param owner the claim under which it is saved
     * @param type the map's type, for metrics
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
     * Starts what is due.
     *
     * @param nowNanos a reading of the clock
     * @return after how many nanoseconds the next is due as far as is known now, 0 to the interval. A write that fails
     *     later, or a map registered later, may be due before that
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
        boolean toCapture;
        lock.lock();
        try {
            toCapture = book.beginClose(map, after);
        } finally {
            lock.unlock();
        }
        after.run();
        if (toCapture) {
            capture(map, true);
        }
    }

    void abandon(MapSaving map) {
        locked(after -> book.abandon(map, after));
    }

    private void capture(MapSaving map, boolean last) {
        map.markCaptured();
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
        } catch (IOException | UncheckedIOException e) {
            // What the encoding threw is an IOException too if it likes; it is not worth another try then.
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
        boolean again;
        lock.lock();
        try {
            again = book.attemptFailed(job, cause, nowNs, after);
        } finally {
            lock.unlock();
        }
        if (again) {
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
        lock.lock();
        try {
            step.run(after);
        } finally {
            lock.unlock();
        }
    }

    /** Always without the lock: the book's wishes come back through {@link After}. */
    private final class Work implements SaveWork {
        @Override
        public void prepare(MapSaving map, After after) {
            try {
                executor.execute(() -> SaveCoordinator.this.prepare(map));
            } catch (RejectedExecutionException e) {
                unprepared(map, e, after);
            }
        }

        @Override
        public void write(SaveJob job, After after) {
            try {
                executor.execute(() -> SaveCoordinator.this.write(job));
            } catch (RejectedExecutionException e) {
                attemptFailed(job, e, after);
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
