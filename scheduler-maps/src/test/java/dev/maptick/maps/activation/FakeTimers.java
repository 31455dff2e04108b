package dev.maptick.maps.activation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Timers in virtual time, kept as plainly as can be. */
final class FakeTimers implements ThinkTimers {
    final Map<Long, Timer> pending = new HashMap<>();
    int capacity = Integer.MAX_VALUE;
    int started;
    long nowMs;

    private long ids;

    static final class Timer {
        final Runnable callback;
        final long periodMs;
        final long firstMs;
        long dueMs;

        Timer(Runnable callback, long firstMs, long periodMs, long dueMs) {
            this.callback = callback;
            this.firstMs = firstMs;
            this.periodMs = periodMs;
            this.dueMs = dueMs;
        }
    }

    @Override
    public long start(long firstMillis, long periodMillis, Runnable callback) {
        if (pending.size() >= capacity) {
            return NONE;
        }
        started++;
        pending.put(ids, new Timer(callback, firstMillis, periodMillis, nowMs + firstMillis));
        return ids++;
    }

    @Override
    public boolean cancel(long id) {
        return pending.remove(id) != null;
    }

    void advanceTo(long ms) {
        while (nowMs < ms) {
            nowMs++;
            List<Long> due = new ArrayList<>();
            pending.forEach((id, timer) -> {
                if (timer.dueMs == nowMs) {
                    due.add(id);
                }
            });
            for (Long id : due) {
                Timer timer = pending.get(id);
                if (timer != null) {
                    timer.dueMs += timer.periodMs;
                    timer.callback.run();
                }
            }
        }
    }
}
