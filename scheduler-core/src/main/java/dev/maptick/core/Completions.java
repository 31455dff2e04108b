package dev.maptick.core;

import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Where unregister futures complete, and with them the dependents, which are code of a user: off the workers, which have
 * maps to tick. Counts what has not completed yet, so that a shutdown can wait for it.
 *
 * <p>Without an executor from the seam these are two daemon threads of a fork/join pool, started when first needed: a
 * dependent that joins another map's future there does not block the rest, since such a pool replaces a thread that waits
 * in a {@code CompletableFuture}. An executor that refuses or fails gets the completion run on the caller.
 *
 * <p>A dependent that shuts the scheduler down would wait for its own end. So a thread that is inside a completion and
 * asks for a shutdown takes itself out of the count first ({@link #leaveOwn}); its future is done by then.
 */
final class Completions {
    private static final int THREADS = 2;

    /** What each thread is inside of. Kept once made: a thread that unregisters map after map looks it up once for each. */
    private static final ThreadLocal<Inside> INSIDE = ThreadLocal.withInitial(Inside::new);

    private final @Nullable Executor given;
    private final Listeners listeners;
    private final AtomicLong pending = new AtomicLong();
    private @Nullable ForkJoinPool own;
    private boolean ended;

    Completions(@Nullable Executor given, Listeners listeners) {
        this.given = given;
        this.listeners = listeners;
    }

    /** How many were begun and have not ended. */
    long pending() {
        return pending.get();
    }

    /** Begins one; it counts from now on. */
    Completion begin(Runnable action, Runnable afterwards) {
        pending.incrementAndGet();
        return new Completion(action, afterwards);
    }

    /** Takes the completion that the calling thread is inside of, if any, out of the count. */
    void leaveOwn() {
        Completion inside = INSIDE.get().completion;
        if (inside != null && inside.isOf(this)) {
            inside.leave();
        }
    }

    boolean isInside() {
        Completion inside = INSIDE.get().completion;
        return inside != null && inside.isOf(this);
    }

    /** Runs something on the executor, or here if that has no thread to give. */
    void execute(Runnable action) {
        try {
            executor().execute(action);
        } catch (Throwable t) {
            if (!hasEnded()) {
                listeners.failed("the completions executor", t);
            }
            action.run();
        }
    }

    private synchronized Executor executor() {
        if (given != null) {
            return given;
        }
        if (own == null) {
            if (ended) {
                // Nobody would ever end a pool made now.
                return Runnable::run;
            }
            own = new ForkJoinPool(THREADS, Completions::thread, null, true);
        }
        return own;
    }

    private synchronized boolean hasEnded() {
        return ended;
    }

    private static ForkJoinWorkerThread thread(ForkJoinPool pool) {
        ForkJoinWorkerThread thread = ForkJoinPool.defaultForkJoinWorkerThreadFactory.newThread(pool);
        thread.setName("maptick-completion-" + thread.getPoolIndex());
        return thread;
    }

    /** Lets own threads end once what was begun has ended; waits a moment for that. */
    void end(long waitMs) {
        ForkJoinPool pool;
        synchronized (this) {
            ended = true;
            pool = own;
        }
        if (pool == null) {
            return;
        }
        pool.shutdown();
        if (!isInside()) {
            try {
                boolean unused = pool.awaitTermination(waitMs, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** The completion a thread is inside of, of whichever scheduler; null for none. */
    private static final class Inside {
        private @Nullable Completion completion;
    }

    /** One completion, counted from its beginning to its end. */
    final class Completion implements Runnable {
        private final Runnable action;
        private final Runnable afterwards;
        private boolean left;

        Completion(Runnable action, Runnable afterwards) {
            this.action = action;
            this.afterwards = afterwards;
        }

        @Override
        public void run() {
            Inside here = INSIDE.get();
            Completion outer = here.completion;
            here.completion = this;
            try {
                action.run();
            } finally {
                here.completion = outer;
                leave();
            }
        }

        boolean isOf(Completions completions) {
            return completions == Completions.this;
        }

        /** Counts it out, once. On the thread that runs it. */
        void leave() {
            if (!left) {
                left = true;
                pending.decrementAndGet();
                afterwards.run();
            }
        }
    }
}
