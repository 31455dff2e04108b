package dev.maptick.maps;

import dev.maptick.core.Names;
import dev.maptick.core.Refusal;
import dev.maptick.core.RefusedException;
import dev.maptick.core.TickScheduler;
import dev.maptick.maps.save.MapStore;
import dev.maptick.maps.save.SaveCoordinator;
import dev.maptick.maps.save.SaveEpoch;
import dev.maptick.maps.save.SaveListener;
import dev.maptick.maps.save.SaveOptions;
import dev.maptick.maps.save.SaveOutcome;
import dev.maptick.maps.save.SaveStats;
import dev.maptick.maps.save.SaveThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The saved maps of one host: opens them from its store, and keeps track of them until their last state is written. Any
 * thread.
 *
 * <p>A claim at the store ends the right of the one before, so no map may be claimed while an earlier one of its name is
 * still open or still being written: each name has a {@link SavedSlot} from the begin of its opening until then. An opening
 * that finds a slot whose map is leaving waits for its end; one that finds any other is refused.
 */
final class HostSaving {
    private static final int MOST_LOST = 1_024;
    private static final long FINISH_LOOK_NS = 20_000_000;

    /** The host in whose saving a thread is. */
    private static final ThreadLocal<@Nullable HostSaving> INSIDE = new ThreadLocal<>();

    private final TickScheduler scheduler;
    private final MapStore store;
    private final SaveOptions options;
    private final Executor threads;

    /** Null if the threads are the user's. */
    private final @Nullable ExecutorService own;

    private final SaveDriver driver;
    private final SaveCoordinator coordinator;
    private final ConcurrentMap<String, SavedSlot> slots = new ConcurrentHashMap<>();

    /** Whose last state was lost, and why; the latest word on each name, of so many names at most. */
    private final ConcurrentMap<String, Throwable> lost = new ConcurrentHashMap<>();

    /** Done once the host has ended: openings that wait for an earlier map of their name are refused. */
    private final CompletableFuture<@Nullable Void> ending = new CompletableFuture<>();

    private final AtomicBoolean finishing = new AtomicBoolean();

    HostSaving(
            TickScheduler scheduler,
            MapStore store,
            SaveOptions options,
            SaveListener listener,
            @Nullable Executor executor) {
        this.scheduler = scheduler;
        this.store = store;
        this.options = options;
        if (executor == null) {
            ExecutorService made = SaveThreads.create(options.atOnce());
            own = made;
            threads = made;
        } else {
            own = null;
            threads = executor;
        }
        driver = new SaveDriver(scheduler, this::finishWithoutDriver);
        coordinator =
                new SaveCoordinator(options, store, this::execute, scheduler::nanoTime, listener, driver::dueEarlier);
        driver.coordinator(coordinator);
    }

    /** Opens the map once it is claimed and loaded. */
    @FunctionalInterface
    interface Opener {
        /** Registers the map; the slot makes its saving. */
        MapHandle open(PersistentMap map, SavedSlot slot);
    }

    /** Opens a saved map; see {@link MapHost#openSaved}. */
    CompletableFuture<MapHandle> open(String name, PersistentMapFactory factory, Opener opener) {
        CompletableFuture<MapHandle> result = new CompletableFuture<>();
        open(name, factory, opener, result);
        return result;
    }

    private void open(String name, PersistentMapFactory factory, Opener opener, CompletableFuture<MapHandle> result) {
        SavedSlot mine = new SavedSlot();
        SavedSlot other = slots.putIfAbsent(name, mine);
        if (other != null) {
            if (other.isLeaving()) {
                var unused = CompletableFuture.anyOf(other.ended(), ending).whenComplete((o, e) -> {
                    if (ending.isDone()) {
                        fail(result, new RefusedException(Refusal.STOPPING, stopping(name)));
                    } else {
                        open(name, factory, opener, result);
                    }
                });
            } else {
                fail(result, taken(name));
            }
            return;
        }
        try {
            if (scheduler.find(name).isPresent()) {
                throw taken(name);
            }
            driver.start();
            execute(() -> claimAndOpen(name, mine, factory, opener, result));
        } catch (RuntimeException | Error e) {
            free(name, mine);
            fail(result, e);
        }
    }

    private static String stopping(String name) {
        return "map " + Names.quote(name) + " not opened: stopping, the host has ended";
    }

    private static RefusedException taken(String name) {
        return new RefusedException(
                Refusal.NAME_TAKEN, "name taken: a map " + Names.quote(name) + " is open or being opened");
    }

    /** On a background thread. */
    private void claimAndOpen(
            String name,
            SavedSlot slot,
            PersistentMapFactory factory,
            Opener opener,
            CompletableFuture<MapHandle> result) {
        SaveEpoch epoch = null;
        try {
            epoch = store.claim(name);
            slot.claimed(epoch);
            PersistentMap map = Objects.requireNonNull(
                    factory.create(store.load(name).orElse(null)),
                    () -> "the factory of map " + Names.quote(name) + " returned null");
            MapHandle handle = opener.open(map, slot);
            scheduler.completions().execute(() -> result.complete(handle));
        } catch (Throwable t) {
            if (!slot.hasSaving()) {
                release(epoch, t);
                free(name, slot);
            }
            fail(result, t);
        }
    }

    private void release(@Nullable SaveEpoch epoch, Throwable reason) {
        if (epoch == null) {
            return;
        }
        try {
            store.release(epoch);
        } catch (Throwable t) {
            reason.addSuppressed(t);
        }
    }

    /** Off the tick and off the saving threads, since dependents are code of a user. */
    private void fail(CompletableFuture<MapHandle> result, Throwable failure) {
        scheduler.completions().execute(() -> result.completeExceptionally(failure));
    }

    /**
     * Makes the saving of a map that is about to be registered.
     *
     * @param wake wakes the map for a capture
     */
    LoopSaving register(SavedSlot slot, String name, String type, PersistentMap map, Runnable wake) {
        LoopSaving saving = new LoopSaving(
                map,
                source -> coordinator.register(slot.epoch(), type, source, wake, scheduler.nanoTime()),
                slot::leaving);
        slot.saving(saving);
        return saving;
    }

    /**
     * The map has left; {@link LoopSaving#close} or {@link LoopSaving#abandon} was called.
     *
     * @param saved completed off the tick once nothing of the map is left to write
     */
    void left(String name, SavedSlot slot, LoopSaving saving, CompletableFuture<SaveOutcome> saved) {
        var unused = saving.ended().whenComplete((outcome, failure) -> {
            if (failure == null) {
                lost.remove(name);
            } else if (lost.size() < MOST_LOST) {
                lost.put(
                        name,
                        failure instanceof CompletionException && failure.getCause() != null
                                ? failure.getCause()
                                : failure);
            }
            free(name, slot);
            scheduler.completions().execute(() -> {
                if (failure == null) {
                    saved.complete(outcome);
                } else {
                    saved.completeExceptionally(failure);
                }
            });
        });
    }

    private void free(String name, SavedSlot slot) {
        slots.remove(name, slot);
        slot.end();
        endIfAllWritten();
    }

    SaveStats stats() {
        return coordinator.stats();
    }

    Map<String, SaveStats> statsByType() {
        return coordinator.statsByType();
    }

    SaveOptions options() {
        return options;
    }

    void addListener(SaveListener listener) {
        coordinator.addListener(listener);
    }

    void removeListener(SaveListener listener) {
        coordinator.removeListener(listener);
    }

    // The threads, and who is on one.

    private void execute(Runnable task) {
        threads.execute(() -> {
            HostSaving outer = INSIDE.get();
            INSIDE.set(this);
            try {
                task.run();
            } finally {
                INSIDE.set(outer);
            }
        });
    }

    /** Whether the caller is inside a save or an opening of this host, which a wait for its end would wait for. */
    boolean isInside() {
        return INSIDE.get() == this;
    }

    // Shutdown.

    /** Names of maps of which something is still to be written, or that are being opened. */
    List<String> unfinished() {
        return new ArrayList<>(slots.keySet());
    }

    /** Names of maps whose last state was lost, and why. */
    Map<String, Throwable> lost() {
        return Map.copyOf(lost);
    }

    /** Lets attempts that have failed be repeated even if the scheduler has ended. */
    void advance() {
        long unused = driver.advance();
    }

    /**
     * No map is opened any more. What is still to be written goes on being written, by daemon threads; driver and threads
     * end once nothing is. Any number of calls.
     */
    void end() {
        ending.complete(null);
        endIfAllWritten();
    }

    private void endIfAllWritten() {
        if (ending.isDone() && slots.isEmpty()) {
            driver.stop();
            if (own != null) {
                own.shutdown();
            }
        }
    }

    /** The scheduler has ended before everything was written: a thread of our own repeats what has failed until it is. */
    private void finishWithoutDriver() {
        if (slots.isEmpty() || !finishing.compareAndSet(false, true)) {
            return;
        }
        Thread finisher = new Thread(null, this::finish, "maptick-save-last", 0, false);
        finisher.setDaemon(true);
        finisher.start();
    }

    private void finish() {
        while (!slots.isEmpty()) {
            advance();
            LockSupport.parkNanos(FINISH_LOOK_NS);
        }
    }
}
