package dev.maptick.server.world;

import dev.maptick.core.Tick;
import dev.maptick.core.TickRegistration;
import dev.maptick.maps.MapContext;
import dev.maptick.maps.MapHandle;
import dev.maptick.maps.pool.MapPool;
import dev.maptick.maps.tasks.BackgroundTask;
import dev.maptick.maps.tasks.MapTasks;
import dev.maptick.maps.tasks.TaskAdmission;
import dev.maptick.maps.tasks.TaskCompletion;
import dev.maptick.maps.tasks.TaskStats;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** What a map sees of its host in an endless run of ticks of 50 ms, each in time; allocates nothing. */
final class StillContext implements MapContext, Tick {
    static final Duration PERIOD = Duration.ofMillis(50);

    private static final long PERIOD_NANOS = PERIOD.toNanos();

    private final StillTimers timers = new StillTimers();

    @Override
    public StillTimers timers() {
        return timers;
    }

    @Override
    public CompletionStage<@Nullable Void> delay(Duration delay) {
        throw new UnsupportedOperationException();
    }

    @Override
    public MapTasks tasks() {
        return NoTasks.INSTANCE;
    }

    @Override
    public MapPool pool() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void markChanged() {
        // Nobody saves it.
    }

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
        return PERIOD_NANOS;
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

    /** Every worker is taken, always. */
    private enum NoTasks implements MapTasks {
        INSTANCE;

        @Override
        public <T extends @Nullable Object> TaskAdmission submit(BackgroundTask<T> task, TaskCompletion<T> completion) {
            return TaskAdmission.FULL;
        }

        @Override
        public <T extends @Nullable Object> CompletableFuture<T> submit(BackgroundTask<T> task) {
            throw new UnsupportedOperationException();
        }

        @Override
        public TaskStats stats() {
            throw new UnsupportedOperationException();
        }
    }
}
