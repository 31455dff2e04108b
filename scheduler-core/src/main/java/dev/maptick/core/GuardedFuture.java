package dev.maptick.core;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A future that depends on a map's leaving. Waiting for it where the wait could never end throws {@link SelfWaitException}
 * in place of blocking; every dependent made from it is of this kind too. Any thread.
 */
class GuardedFuture<T> extends CompletableFuture<T> {
    final TickEntry entry;
    final WaitGuard guard;

    GuardedFuture(TickEntry entry, WaitGuard guard) {
        this.entry = entry;
        this.guard = guard;
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new GuardedFuture<>(entry, guard);
    }

    @Override
    public T get() throws InterruptedException, ExecutionException {
        if (isDone()) {
            return super.get();
        }
        TickEntry waiter = guard.enter(entry);
        try {
            return super.get();
        } finally {
            guard.exit(waiter);
        }
    }

    @Override
    public T get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        if (isDone()) {
            return super.get(timeout, unit);
        }
        TickEntry waiter = guard.enter(entry);
        try {
            return super.get(timeout, unit);
        } finally {
            guard.exit(waiter);
        }
    }

    @Override
    public T join() {
        if (isDone()) {
            return super.join();
        }
        TickEntry waiter = guard.enter(entry);
        try {
            return super.join();
        } finally {
            guard.exit(waiter);
        }
    }
}
