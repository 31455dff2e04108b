package dev.maptick.server.demo;

import dev.maptick.maps.save.MapSaving;
import dev.maptick.maps.save.SaveListener;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How long maps stood still to be captured, kept in classes of which each is an eighth wider than the one before. Any
 * thread; recording is one addition.
 */
final class SavePauses implements SaveListener {
    private static final double GROWTH = Math.log(1.125);
    private static final int CLASSES = 256;

    private final AtomicLongArray counts = new AtomicLongArray(CLASSES);

    @Override
    public void captured(MapSaving map, long pauseNanos, boolean last) {
        counts.incrementAndGet((int) Math.min(CLASSES - 1, Math.log((double) Math.max(1, pauseNanos)) / GROWTH));
    }

    /** Half of the pauses were no longer than about this; 0 without any. */
    long medianNanos() {
        long all = 0;
        for (int i = 0; i < CLASSES; i++) {
            all += counts.get(i);
        }
        long below = 0;
        for (int i = 0; i < CLASSES; i++) {
            below += counts.get(i);
            if (all > 0 && 2 * below >= all) {
                return Math.round(Math.exp((i + 1) * GROWTH));
            }
        }
        return 0;
    }
}
