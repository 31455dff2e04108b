package dev.maptick.metrics;

import dev.maptick.core.ControlResult;
import dev.maptick.core.MoveResult;
import dev.maptick.core.Placement;
import dev.maptick.core.TickRegistration;
import dev.maptick.core.TickState;
import dev.maptick.core.TickStats;
import dev.maptick.core.TickTask;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** A registration that only says what it is and where. */
final class StubRegistration implements TickRegistration {
    private final String group;
    volatile Placement placement = Placement.POOL;
    volatile TickState state = TickState.WAITING;

    StubRegistration(String group) {
        this.group = group;
    }

    @Override
    public String name() {
        return "stub";
    }

    @Override
    public String group() {
        return group;
    }

    @Override
    public TickState state() {
        return state;
    }

    @Override
    public Placement placement() {
        return placement;
    }

    @Override
    public Placement requestedPlacement() {
        return placement;
    }

    @Override
    public TickStats stats() {
        throw new UnsupportedOperationException();
    }

    @Override
    public MoveResult moveTo(Placement to) {
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
