package dev.maptick.core;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The registrations that have not left, by name, and the last step of leaving. Any thread; no lane's lock is held by
 * callers of {@link #left}.
 */
final class Registry {
    private final ConcurrentHashMap<String, TickEntry> byName = new ConcurrentHashMap<>();
    private final Executor completions;
    private final Listeners listeners;
    private final AtomicLong completing = new AtomicLong();
    private final AtomicLong leftSoFar = new AtomicLong();

    /** Told when all have left; set once, before the first registration. */
    private Runnable onQuiet = () -> {};

    Registry(Executor completions, Listeners listeners) {
        this.completions = completions;
        this.listeners = listeners;
    }

    void onQuiet(Runnable action) {
        onQuiet = action;
    }

    @Nullable
    TickEntry find(String name) {
        return byName.get(name);
    }

    Collection<TickEntry> all() {
        return List.copyOf(byName.values());
    }

    /** All entries without a copy, weakly consistent. */
    Iterable<TickEntry> each() {
        return byName.values();
    }

    /** Takes the name for the entry. False if it is taken. */
    boolean enter(TickEntry entry) {
        return byName.putIfAbsent(entry.name(), entry) == null;
    }

    /** Forgets an entry that was never active. */
    void withdraw(TickEntry entry) {
        byName.remove(entry.name(), entry);
        tellIfQuiet();
    }

    /** Whether every registration has left and every future of theirs is done. */
    boolean isQuiet() {
        return byName.isEmpty() && completing.get() == 0;
    }

    long leftSoFar() {
        return leftSoFar.get();
    }

    /**
     * A registration is STOPPED: tells listeners, frees its name, completes its future. The future completes on the
     * completions executor when a worker calls, since dependents are code of a user; at once when a caller's own request
     * ended it, since then nobody can have a dependent yet. The name is free from just before its future is done.
     */
    void left(TickEntry entry, boolean onWorker) {
        completing.incrementAndGet();
        leftSoFar.incrementAndGet();
        Throwable failure = entry.lastFailure;
        entry.lastFailure = null;
        listeners.unregistered(entry);
        UnregisterFuture future = entry.future;
        if (future == null || !future.decide()) {
            byName.remove(entry.name(), entry);
            completed();
        } else if (onWorker) {
            execute(() -> finish(entry, future, failure));
        } else {
            finish(entry, future, failure);
        }
    }

    private void finish(TickEntry entry, UnregisterFuture future, @Nullable Throwable failure) {
        byName.remove(entry.name(), entry);
        try {
            future.finish(failure);
        } finally {
            completed();
        }
    }

    /** Ends the future of a registration that did not leave in time. */
    void abandon(UnregisterFuture future, UnfinishedException reason) {
        if (!future.decide()) {
            return;
        }
        completing.incrementAndGet();
        execute(() -> {
            try {
                future.finish(reason);
            } finally {
                completed();
            }
        });
    }

    /** On the completions executor, or here if that has no thread to give. */
    private void execute(Runnable completion) {
        try {
            completions.execute(completion);
        } catch (Throwable t) {
            listeners.failed("the completions executor", t);
            completion.run();
        }
    }

    private void completed() {
        completing.decrementAndGet();
        tellIfQuiet();
    }

    /** Whoever takes the last step sees the quiet, whichever order the steps of several departures come in. */
    private void tellIfQuiet() {
        if (isQuiet()) {
            onQuiet.run();
        }
    }
}
