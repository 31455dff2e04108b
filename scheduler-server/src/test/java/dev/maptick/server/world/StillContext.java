package dev.maptick.server.world;

import dev.maptick.core.Tick;
import dev.maptick.core.TickRegistration;
import dev.maptick.maps.MapContext;
import dev.maptick.maps.MapHandle;
import java.time.Duration;

/** What a map sees of its host in an endless run of ticks of 50 ms, each in time; allocates nothing. */
final class StillContext implements MapContext, Tick {
    @Override
    public String name() {
        return "house-1";
    }

    @Override
    public String type() {
        return World.HOUSE;
    }

    @Override
    public Tick tick() {
        return this;
    }

    @Override
    public Duration tickPeriod() {
        throw new UnsupportedOperationException();
    }

    @Override
    public int replicationEveryTicks() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Duration updateInterval() {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean isOpened() {
        return true;
    }

    @Override
    public boolean isOwnerThread() {
        return true;
    }

    @Override
    public void checkOwner(String act) {
        // Always inside the tick.
    }

    @Override
    public MapHandle handle() {
        throw new UnsupportedOperationException();
    }

    @Override
    public TickRegistration registration() {
        throw new UnsupportedOperationException();
    }

    @Override
    public long number() {
        throw new UnsupportedOperationException();
    }

    @Override
    public long deadlineNanos() {
        throw new UnsupportedOperationException();
    }

    @Override
    public long startNanos() {
        throw new UnsupportedOperationException();
    }

    @Override
    public long periodNanos() {
        throw new UnsupportedOperationException();
    }

    @Override
    public long skipped() {
        return 0;
    }

    @Override
    public long periodsElapsed() {
        return 1;
    }

    @Override
    public boolean isLast() {
        return false;
    }
}
