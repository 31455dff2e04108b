package dev.maptick.maps;

import dev.maptick.maps.futures.SealedFuture;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The future of many maps' leaving. Only {@link CloseAll} completes it; what would complete, cancel or overwrite it from
 * outside answers false, or throws where there is no answer, and changes nothing.
 *
 * <p>A wait goes through the maps' own futures one after the other, so core's guard sees each of these waits and refuses
 * the one that could never end. What is made from it may be completed by its owner, so such a wait cannot hang on the
 * maps; it only asks the guard about each before it begins.
 */
final class CloseAllFuture extends SealedFuture<CloseReport> {
    private final List<CompletableFuture<Void>> members;

    CloseAllFuture(List<CompletableFuture<Void>> members) {
        super(() -> askGuard(members), "the future of closeAll is completed by its host alone");
        this.members = members;
    }

    void done(CloseReport report) {
        finish(report);
    }

    @Override
    public CloseReport get() throws InterruptedException, ExecutionException {
        for (CompletableFuture<Void> member : members) {
            try {
                member.get();
            } catch (ExecutionException e) {
                // Failures are in the report.
            }
        }
        return super.get();
    }

    @Override
    public CloseReport get(long timeout, TimeUnit unit)
            throws InterruptedException, ExecutionException, TimeoutException {
        long start = System.nanoTime();
        long limit = unit.toNanos(timeout);
        for (CompletableFuture<Void> member : members) {
            try {
                member.get(limit - (System.nanoTime() - start), TimeUnit.NANOSECONDS);
            } catch (ExecutionException e) {
                // Failures are in the report.
            }
        }
        return super.get(limit - (System.nanoTime() - start), TimeUnit.NANOSECONDS);
    }

    @Override
    public CloseReport join() {
        for (CompletableFuture<Void> member : members) {
            try {
                member.join();
            } catch (CompletionException | CancellationException e) {
                // Failures are in the report.
            }
        }
        return super.join();
    }

    /** Begins a wait for each map and gives it up at once: the guard refuses it if it could never end. */
    private static void askGuard(List<CompletableFuture<Void>> members) {
        for (CompletableFuture<Void> member : members) {
            try {
                member.get(0, TimeUnit.NANOSECONDS);
            } catch (TimeoutException | ExecutionException e) {
                // Not refused, which is all that was asked.
            } catch (InterruptedException e) {
                // Left to the wait itself, which sees the flag again.
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
