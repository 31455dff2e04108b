package dev.maptick.maps;

import dev.maptick.core.SelfWaitException;
import dev.maptick.core.SettingsCheck;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Ends a host, step by step, on the calling thread. The waits are on the real clock, since the threads are real. */
final class HostShutdown {
    private static final long LOOK_MS = 20;
    private static final Duration LONGEST = Duration.ofDays(36_500);

    private final HostParts parts;
    private final long beganNs = System.nanoTime();
    private final long limitNs;

    /** An interrupt does not shorten a shutdown, which has its limit; it is put back at the end. */
    private boolean interrupted = Thread.interrupted();

    private HostShutdown(HostParts parts, long limitNs) {
        this.parts = parts;
        this.limitNs = limitNs;
    }

    static HostReport run(MapHost host, HostParts parts, Duration limit) {
        SettingsCheck check = new SettingsCheck();
        long limitNs = check.range("shutdownLimit", limit, Duration.ZERO, LONGEST);
        check.throwIfAny();
        HostSaving saving = parts.saving();
        if (parts.scheduler().isInsideTick()) {
            throw new SelfWaitException("a tick would wait for its host to end, which waits for that tick");
        }
        if (parts.tasks().isInsideTask()) {
            throw new SelfWaitException("a background task would wait for its host to end, which waits for that task");
        }
        if (saving != null && saving.isInside()) {
            throw new SelfWaitException("a save would wait for its host to end, which waits for that save");
        }
        return new HostShutdown(parts, limitNs).run(host);
    }

    private HostReport run(MapHost host) {
        host.stopOpening();
        HostSaving saving = parts.saving();
        // Handles are compared by identity: two maps of one name may come one after the other.
        Map<MapHandle, CompletableFuture<Void>> closed = new LinkedHashMap<>();
        CompletableFuture<?> never = new CompletableFuture<>();
        do {
            closeAll(host, closed);
            await(closed, saving);
        } while ((host.isOpening() || host.size() > 0 || isWriting(saving)) && pause(never));
        closeAll(host, closed);
        List<String> open = new ArrayList<>();
        Map<String, Throwable> failures = new LinkedHashMap<>();
        closed.forEach((map, future) -> {
            Throwable failure = failure(future);
            if (!future.isDone()) {
                open.add(map.name());
            } else if (failure != null) {
                failures.put(map.name(), failure);
            }
        });
        HostReport report = new HostReport(
                Duration.ofNanos(System.nanoTime() - beganNs),
                closed.size() - open.size(),
                failures,
                open,
                unsaved(saving),
                parts.tasks().shutdown(Duration.ofNanos(leftNs())));
        if (saving != null) {
            saving.end();
        }
        if (!host.isOpening() && host.size() == 0) {
            host.forgottenByScheduler();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return report;
    }

    private static void closeAll(MapHost host, Map<MapHandle, CompletableFuture<Void>> closed) {
        for (MapHandle map : host.list()) {
            closed.computeIfAbsent(map, MapHandle::close);
        }
    }

    private static boolean isWriting(@Nullable HostSaving saving) {
        if (saving == null) {
            return false;
        }
        saving.advance();
        return !saving.unfinished().isEmpty();
    }

    private static Map<String, Throwable> unsaved(@Nullable HostSaving saving) {
        if (saving == null) {
            return Map.of();
        }
        Map<String, Throwable> unsaved = new LinkedHashMap<>(saving.lost());
        for (String name : saving.unfinished()) {
            unsaved.putIfAbsent(name, new TimeoutException("not written when the limit passed; it goes on"));
        }
        return unsaved;
    }

    private long leftNs() {
        return Math.max(0, limitNs - (System.nanoTime() - beganNs));
    }

    private void await(Map<MapHandle, CompletableFuture<Void>> closed, @Nullable HostSaving saving) {
        List<CompletableFuture<?>> ends = new ArrayList<>(closed.values());
        closed.keySet().forEach(map -> ends.add(map.saved()));
        CompletableFuture<?> all = CompletableFuture.allOf(ends.toArray(new CompletableFuture<?>[0]));
        while (!all.isDone() && pause(all)) {
            if (saving != null) {
                saving.advance();
            }
        }
    }

    /** Waits a moment, or for the future; false once the limit has passed. */
    private boolean pause(CompletableFuture<?> all) {
        long left = leftNs();
        if (left == 0) {
            return false;
        }
        try {
            all.get(Math.min(left, TimeUnit.MILLISECONDS.toNanos(LOOK_MS)), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
        } catch (ExecutionException | TimeoutException e) {
            // Failures are read one by one; the time is looked at by the caller.
        }
        return true;
    }

    private static @Nullable Throwable failure(CompletableFuture<?> future) {
        if (!future.isCompletedExceptionally()) {
            return null;
        }
        try {
            future.join();
            return null;
        } catch (CompletionException e) {
            return e.getCause() == null ? e : e.getCause();
        } catch (RuntimeException e) {
            return e;
        }
    }
}
