package dev.maptick.core;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
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
    private final Completions completions;
    private final Listeners listeners;
    private final Phases phases;
    private final Executor others;
    private final AtomicLong leftInTime = new AtomicLong();
    private final Runnable afterwards = this::tellIfQuiet;

    /** Told when all have left; set once, before the first registration. */
    private Runnable onQuiet = () -> {};

    Registry(Completions completions, Listeners listeners, Phases phases) {
        this.phases = phases;
        this.completions = completions;
        this.listeners = listeners;
        others = action -> completions.execute(completions.begin(action, afterwards));
    }

    /** Runs what others complete, counted as the registry's own completions are. */
    Executor completions() {
        return others;
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
        entry.poolLane.expectOneLess();
        phases.left(entry);
        tellIfQuiet();
    }

    /** Whether every registration has left and every future of theirs is done. */
    boolean isQuiet() {
        return byName.isEmpty() && completions.pending() == 0;
    }

    /** How many have left without being given up by a shutdown. */
    long leftInTime() {
        return leftInTime.get();
    }

    /** One leaves: under its lane's lock, so that whoever finds it STOPPED finds it counted. */
    void countLeft() {
        leftInTime.incrementAndGet();
    }

    /**
     * A registration is STOPPED: tells listeners, frees its name, completes its future. The future completes on the
     * completions executor when a worker calls, since dependents are code of a user; at once when a caller's own request
     * ended it, since then nobody can have a dependent yet. The name is free from just before its future is done.
     */
    void left(TickEntry entry, boolean onWorker) {
        Throwable failure = entry.takeLastFailure();
        UnregisterFuture future = entry.future();
        boolean ours = future != null && future.decide();
        Completions.Completion completion = completions.begin(
                () -> {
                    byName.remove(entry.name(), entry);
                    if (ours) {
                        Objects.requireNonNull(future).finish(failure);
                    }
                },
                afterwards);
        entry.poolLane.expectOneLess();
        phases.left(entry);
        listeners.unregistered(entry);
        if (ours && onWorker) {
            completions.execute(completion);
        } else {
            completion.run();
        }
    }

    /** A registration did not leave in time: tells listeners and ends its future, if it has one. */
    void abandon(TickEntry entry, @Nullable UnregisterFuture future, UnfinishedException reason) {
        listeners.abandoned(entry, reason);
        if (future == null) {
            return;
        }
        if (future.decide()) {
            completions.execute(completions.begin(() -> future.finish(reason), afterwards));
        }
    }

    /** Whoever takes the last step sees the quiet, whichever order the steps of several departures come in. */
    private void tellIfQuiet() {
        if (isQuiet()) {
            onQuiet.run();
        }
    }
}
