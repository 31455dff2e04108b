package dev.maptick.maps;

import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * The future of many maps' leaving. Only {@link CloseAll} completes it; what would complete, cancel or overwrite it from
 * outside answers false, or throws where there is no answer, and changes nothing.
 *
 * <p>A wait goes through the maps' own futures one after the other, so core's guard sees each of these waits and refuses
 * the one that could never end. What is made from it may be completed by its owner, so such a wait cannot hang on the
 * maps; it only asks the guard about each before it begins.
 */
final class CloseAllFuture extends CompletableFuture<CloseReport> {
    private static final String REFUSED = "the future of closeAll is completed by its host alone";

    private final List<CompletableFuture<Void>> members;

    CloseAllFuture(List<CompletableFuture<Void>> members) {
        this.members = members;
    }

    void finish(CloseReport report) {
        super.complete(report);
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new Dependent<>(members);
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

    @Override
    public boolean complete(CloseReport value) {
        return false;
    }

    @Override
    public boolean completeExceptionally(Throwable ex) {
        return false;
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        return false;
    }

    @Override
    public void obtrudeValue(CloseReport value) {
        throw new UnsupportedOperationException(REFUSED);
    }

    @Override
    public void obtrudeException(Throwable ex) {
        throw new UnsupportedOperationException(REFUSED);
    }

    @Override
    public CompletableFuture<CloseReport> completeAsync(Supplier<? extends CloseReport> supplier) {
        throw new UnsupportedOperationException(REFUSED);
    }

    @Override
    public CompletableFuture<CloseReport> completeAsync(Supplier<? extends CloseReport> supplier, Executor executor) {
        throw new UnsupportedOperationException(REFUSED);
    }

    @Override
    public CompletableFuture<CloseReport> orTimeout(long timeout, TimeUnit unit) {
        return copy().orTimeout(timeout, unit);
    }

    @Override
    public CompletableFuture<CloseReport> completeOnTimeout(CloseReport value, long timeout, TimeUnit unit) {
        return copy().completeOnTimeout(value, timeout, unit);
    }

    /** A future made from the one above, directly or not. */
    private static final class Dependent<T> extends CompletableFuture<T> {
        private final List<CompletableFuture<Void>> members;

        Dependent(List<CompletableFuture<Void>> members) {
            this.members = members;
        }

        @Override
        public <U> CompletableFuture<U> newIncompleteFuture() {
            return new Dependent<>(members);
        }

        @Override
        public T get() throws InterruptedException, ExecutionException {
            askGuard();
            return super.get();
        }

        @Override
        public T get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
            askGuard();
            return super.get(timeout, unit);
        }

        @Override
        public T join() {
            askGuard();
            return super.join();
        }

        /** Begins a wait for each map and gives it up at once: the guard refuses it if it could never end. */
        private void askGuard() {
            if (isDone()) {
                return;
            }
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
}
