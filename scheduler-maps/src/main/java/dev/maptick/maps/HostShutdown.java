package dev.maptick.maps;

import dev.maptick.core.SelfWaitException;
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

    private final HostParts parts;
    private final long beganNs = System.nanoTime();
    private final long limitNs;
    /** An interrupt does not shorten a shutdown, which has its limit; it is put back at the end. */
    private boolean interrupted = Thread.interrupted();

    private HostShutdown(HostParts parts, Duration limit) {
        this.parts = parts;
        limitNs = limit.toNanos();
    }

    static HostReport run(MapHost host, HostParts parts, Duration limit) {
        if (parts.scheduler().isInsideTick()) {
            throw new SelfWaitException("a tick would wait for its host to end, which waits for that tick");
        }
        if (parts.tasks().isInsideTask()) {
            throw new SelfWaitException("a background task would wait for its host to end, which waits for that task");
        }
        return new HostShutdown(parts, limit).run(host);
    }

    private HostReport run(MapHost host) {
        host.stopOpening();
        HostSaving saving = parts.saving();
        List<MapHandle> maps = host.list();
        List<CompletableFuture<Void>> closed = new ArrayList<>();
        List<CompletableFuture<?>> ends = new ArrayList<>();
        for (MapHandle map : maps) {
            CompletableFuture<Void> gone = map.close();
            closed.add(gone);
            ends.add(gone);
            ends.add(map.saved());
        }
        await(ends, saving);
        if (saving != null) {
            awaitWrites(saving);
        }
        List<String> open = new ArrayList<>();
        Map<String, Throwable> failures = new LinkedHashMap<>();
        Map<String, Throwable> unsaved = new LinkedHashMap<>();
        for (int i = 0; i < maps.size(); i++) {
            MapHandle map = maps.get(i);
            Throwable closing = failure(closed.get(i));
            if (!closed.get(i).isDone()) {
                open.add(map.name());
            } else if (closing != null) {
                failures.put(map.name(), closing);
            }
            Throwable writing = failure(map.saved());
            if (writing != null) {
                unsaved.put(map.name(), writing);
            }
        }
        if (saving != null) {
            for (String name : saving.unfinished()) {
                unsaved.putIfAbsent(name, new TimeoutException("not written when the limit passed"));
            }
        }
        HostReport report = new HostReport(
                Duration.ofNanos(System.nanoTime() - beganNs),
                maps.size() - open.size(),
                failures,
                open,
                unsaved,
                parts.tasks().shutdown(Duration.ofNanos(leftNs())));
        if (saving != null) {
            saving.end();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return report;
    }

    private long leftNs() {
        return Math.max(0, limitNs - (System.nanoTime() - beganNs));
    }

    private void await(List<CompletableFuture<?>> ends, @Nullable HostSaving saving) {
        CompletableFuture<?> all = CompletableFuture.allOf(ends.toArray(new CompletableFuture<?>[0]));
        while (!all.isDone() && pause(all)) {
            if (saving != null) {
                saving.advance();
            }
        }
    }

    /** Maps that were being opened, or had been closed before, may still have something to be written. */
    private void awaitWrites(HostSaving saving) {
        CompletableFuture<?> never = new CompletableFuture<>();
        while (!saving.unfinished().isEmpty() && pause(never)) {
            saving.advance();
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
