package dev.maptick.server.world;

import dev.maptick.maps.MapTimers;
import dev.maptick.maps.TimerCallback;
import dev.maptick.maps.TimerFiring;
import dev.maptick.maps.TimerStats;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Repeating timers in virtual time for one map, kept as plainly as can be; firing allocates nothing. */
final class StillTimers implements MapTimers, TimerFiring {
    private TimerCallback[] callbacks = new TimerCallback[8];
    private long[] dueMillis = new long[8];
    private long[] periodMillis = new long[8];
    private long nowMillis;
    private int pending;

    /** Lets time go by and calls whoever is due. */
    void advance(long millis) {
        nowMillis += millis;
        for (int i = 0; i < callbacks.length; i++) {
            while (callbacks[i] != null && dueMillis[i] <= nowMillis) {
                dueMillis[i] += periodMillis[i];
                call(callbacks[i]);
            }
        }
    }

    private void call(TimerCallback callback) {
        try {
            callback.onTimer(this);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public long every(Duration first, Duration period, TimerCallback callback) {
        int at = 0;
        while (at < callbacks.length && callbacks[at] != null) {
            at++;
        }
        if (at == callbacks.length) {
            callbacks = Arrays.copyOf(callbacks, 2 * at);
            dueMillis = Arrays.copyOf(dueMillis, 2 * at);
            periodMillis = Arrays.copyOf(periodMillis, 2 * at);
        }
        callbacks[at] = callback;
        dueMillis[at] = nowMillis + first.toMillis();
        periodMillis[at] = period.toMillis();
        pending++;
        return at + 1L;
    }

    @Override
    public long every(Duration period, TimerCallback callback) {
        return every(period, period, callback);
    }

    @Override
    public boolean cancel(long id) {
        callbacks[(int) id - 1] = null;
        pending--;
        return true;
    }

    @Override
    public int pending() {
        return pending;
    }

    @Override
    public long coalesced() {
        return 0;
    }

    @Override
    public long id() {
        throw new UnsupportedOperationException();
    }

    @Override
    public @Nullable String name() {
        return null;
    }

    @Override
    public long dueNanos() {
        throw new UnsupportedOperationException();
    }

    @Override
    public long after(Duration delay, TimerCallback callback) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long after(String name, Duration delay, TimerCallback callback) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long every(String name, Duration period, TimerCallback callback) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long every(String name, Duration first, Duration period, TimerCallback callback) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<@Nullable Void> delay(Duration delay) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int cancelNamed(String name) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int cancelAll() {
        throw new UnsupportedOperationException();
    }

    @Override
    public TimerStats stats() {
        throw new UnsupportedOperationException();
    }
}
