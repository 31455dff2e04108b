package dev.maptick.testkit;

import dev.maptick.core.CauseCounts;
import dev.maptick.core.ControlResult;
import dev.maptick.core.MoveResult;
import dev.maptick.core.Placement;
import dev.maptick.core.TickRegistration;
import dev.maptick.core.TickState;
import dev.maptick.core.TickStats;
import dev.maptick.core.TickTask;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** A registration that says what a test wants it to say; its grid has points 0, 50, 100, … */
final class FakeRegistration implements TickRegistration {
    private final String name;
    long ticks;
    long skipped;
    long suspended;
    long consumed;

    FakeRegistration(String name) {
        this.name = name;
    }

    @Override
    public TickStats stats() {
        return new TickStats(
                TickState.WAITING,
                Placement.POOL,
                50,
                0,
                consumed * 50,
                0,
                0,
                consumed,
                ticks,
                ticks,
                skipped,
                suspended,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                CauseCounts.NONE,
                CauseCounts.NONE);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String group() {
        return "fake";
    }

    @Override
    public TickState state() {
        return TickState.WAITING;
    }

    @Override
    public Placement placement() {
        return Placement.POOL;
    }

    @Override
    public Placement requestedPlacement() {
        return Placement.POOL;
    }

    @Override
    public MoveResult moveTo(Placement placement) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ControlResult setPeriod(Duration period) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ControlResult suspend() {
        throw new UnsupportedOperationException();
    }

    @Override
    public ControlResult suspendUntil(long timeNanos) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ControlResult resume() {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean isOwnerThread() {
        return false;
    }

    @Override
    public CompletableFuture<Void> unregister() {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletableFuture<Void> unregister(TickTask lastTask) {
        throw new UnsupportedOperationException();
    }
}
