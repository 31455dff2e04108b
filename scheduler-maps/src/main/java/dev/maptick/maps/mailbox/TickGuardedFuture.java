package dev.maptick.maps.mailbox;

import dev.maptick.core.Names;
import dev.maptick.core.SelfWaitException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A future of something that happens in a map's tick. Waiting for it inside that map's tick throws
 * {@link SelfWaitException} in place of a deadlock; every dependent made from it is of this kind too. Any thread.
 */
class TickGuardedFuture<T> extends CompletableFuture<T> {
    final MailboxHost host;

    TickGuardedFuture(MailboxHost host) {
        this.host = host;
    }

    /** What is thrown where a wait could never end. */
    static SelfWaitException selfWait(MailboxHost host, String act) {
        return new SelfWaitException(act + " inside the tick of map " + Names.quote(host.name())
                + " would wait for this map's own tick, which goes on after it");
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new TickGuardedFuture<>(host);
    }

    @Override
    public T get() throws InterruptedException, ExecutionException {
        check();
        return super.get();
    }

    @Override
    public T get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        check();
        return super.get(timeout, unit);
    }

    @Override
    public T join() {
        check();
        return super.join();
    }

    private void check() {
        if (!isDone() && host.isOwnerThread()) {
            throw selfWait(host, "waiting for a post");
        }
    }
}
