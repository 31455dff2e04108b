package dev.maptick.it.cases;

import dev.maptick.core.CauseCounts;
import dev.maptick.core.LatenessCause;
import dev.maptick.core.Placement;
import dev.maptick.core.TickListener;
import dev.maptick.core.TickRegistration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Every late tick with its times and its cause. Any thread. */
final class LateLog implements TickListener {
    private final List<Late> all = new ArrayList<>();

    /** By worker, between the two calls about one tick. */
    private final @Nullable LatenessCause[] pending;

    private record Late(long deadlineNs, long startNs, LatenessCause cause) {}

    LateLog(int workers) {
        pending = new LatenessCause[workers];
    }

    @Override
    public void onLate(
            TickRegistration registration, Placement placement, int worker, long latenessNanos, LatenessCause cause) {
        pending[worker] = cause;
    }

    @Override
    public void onTick(
            TickRegistration registration,
            Placement placement,
            int worker,
            long deadlineNanos,
            long startNanos,
            long endNanos,
            long skipped,
            @Nullable Throwable fault) {
        LatenessCause cause = pending[worker];
        pending[worker] = null;
        if (cause != null) {
            synchronized (all) {
                all.add(new Late(deadlineNanos, startNanos, cause));
            }
        }
    }

    /** The ticks due before a time and started after another. */
    CauseCounts of(long dueBeforeNs, long startedAfterNs) {
        EnumMap<LatenessCause, Long> counts = new EnumMap<>(LatenessCause.class);
        synchronized (all) {
            for (Late late : all) {
                if (late.deadlineNs - dueBeforeNs < 0 && late.startNs - startedAfterNs > 0) {
                    counts.merge(late.cause, 1L, Long::sum);
                }
            }
        }
        return new CauseCounts(
                counts.getOrDefault(LatenessCause.HOST_STALL, 0L),
                counts.getOrDefault(LatenessCause.QUEUEING, 0L),
                counts.getOrDefault(LatenessCause.OWN_OVERRUN, 0L));
    }
}
