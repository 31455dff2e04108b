package dev.maptick.core;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells every listener, whatever the others throw. Failures are counted, and one a second is logged. Any thread; nothing
 * is allocated on the path of a tick.
 */
final class Listeners {
    private static final Logger LOG = LoggerFactory.getLogger(TickScheduler.class);
    private static final long LOG_EVERY_NS = 1_000_000_000L;

    private final CopyOnWriteArrayList<TickListener> list;
    private volatile TickListener[] array;
    private final LongAdder failures = new LongAdder();
    private final LongAdder suspendedPoints = new LongAdder();
    private final AtomicLong nextLogNs = new AtomicLong(System.nanoTime());

    Listeners(List<TickListener> first) {
        list = new CopyOnWriteArrayList<>(first);
        array = list.toArray(new TickListener[0]);
    }

    synchronized void add(TickListener listener) {
        list.add(Objects.requireNonNull(listener, "listener"));
        array = list.toArray(new TickListener[0]);
    }

    synchronized void remove(TickListener listener) {
        list.remove(listener);
        array = list.toArray(new TickListener[0]);
    }

    long failures() {
        return failures.sum();
    }

    void tick(
            TickEntry entry,
            Placement placement,
            int worker,
            long deadlineNs,
            long startNs,
            long endNs,
            long skipped,
            @Nullable Throwable fault) {
        for (TickListener listener : array) {
            try {
                listener.onTick(entry, placement, worker, deadlineNs, startNs, endNs, skipped, fault);
            } catch (Throwable t) {
                failed("a tick listener", t);
            }
        }
    }

    void late(TickEntry entry, Placement placement, int worker, long latenessNs, LatenessCause cause) {
        for (TickListener listener : array) {
            try {
                listener.onLate(entry, placement, worker, latenessNs, cause);
            } catch (Throwable t) {
                failed("a tick listener", t);
            }
        }
    }

    void lastTask(TickEntry entry, Placement placement, long startNs, long endNs, @Nullable Throwable fault) {
        each(entry, (l, e) -> l.onLastTask(e, placement, startNs, endNs, fault));
    }

    void registered(TickEntry entry) {
        each(entry, TickListener::onRegistered);
    }

    void unregistered(TickEntry entry) {
        each(entry, TickListener::onUnregistered);
    }

    void abandoned(TickEntry entry, UnfinishedException reason) {
        each(entry, (l, e) -> l.onAbandoned(e, reason));
    }

    void skipped(TickEntry entry, long count) {
        if (count > 0) {
            each(entry, (l, e) -> l.onSkipped(e, count));
        }
    }

    /** Points suspended so far, over all registrations. */
    long suspendedPoints() {
        return suspendedPoints.sum();
    }

    void suspendedPoints(TickEntry entry, long count) {
        if (count > 0) {
            suspendedPoints.add(count);
            each(entry, (l, e) -> l.onSuspendedPoints(e, count));
        }
    }

    void moved(TickEntry entry, Placement from, Placement to) {
        each(entry, (l, e) -> l.onMoved(e, from, to));
    }

    void faultStage(TickEntry entry, FaultStanding before, FaultStanding now) {
        each(entry, (l, e) -> l.onFaultStage(e, before, now));
    }

    void event(SchedulerEvent event) {
        for (TickListener listener : array) {
            try {
                listener.onEvent(event);
            } catch (Throwable t) {
                failed("a listener", t);
            }
        }
    }

    private void each(TickEntry entry, BiConsumer<TickListener, TickRegistration> call) {
        for (TickListener listener : array) {
            try {
                call.accept(listener, entry);
            } catch (Throwable t) {
                failed("a listener", t);
            }
        }
    }

    /** Writes a record outside a tick. A logger that throws is counted and disturbs nothing. */
    void log(Runnable record) {
        try {
            record.run();
        } catch (Throwable t) {
            failed("the logger", t);
        }
    }

    /** Notes a failure outside the map's code. Never throws. */
    void failed(String what, Throwable t) {
        failures.increment();
        try {
            // Wall pace of the log only, so the system's clock and not the scheduler's, which may be stepped.
            long nowNs = System.nanoTime();
            long nextNs = nextLogNs.get();
            if (nowNs - nextNs >= 0 && nextLogNs.compareAndSet(nextNs, nowNs + LOG_EVERY_NS)) {
                LOG.error("{} threw and was passed over; {} such failures so far", what, failures.sum(), t);
            }
        } catch (Throwable ignored) {
            // The logger itself throws, or memory is out: the count stands and the tick goes on.
        }
    }
}
