package dev.maptick.maps;

import dev.maptick.core.ControlResult;
import dev.maptick.core.Tick;
import dev.maptick.core.TickOptions;
import dev.maptick.core.TickRegistration;
import dev.maptick.core.TickScheduler;
import dev.maptick.core.TickTask;
import dev.maptick.maps.save.SaveCoordinator;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Gives a host's saving its time: a registration of its own on the host's scheduler, so that saves follow the same clock as
 * ticks, virtual time included, and no thread waits for them. It is suspended until the next thing is due, for good while
 * nothing is.
 *
 * <p>A call to {@link #dueEarlier} is not lost: it sets {@code again} and then wakes; the tick clears {@code again}, asks
 * the coordinator, suspends and then looks at {@code again}. Either the tick sees the flag and wakes itself, or the flag
 * was set after it looked, when the suspension was on its way already, and the wake ends that.
 */
final class SaveDriver implements TickTask {
    /** The registration's group, which shows as a type of map in metrics. */
    static final String GROUP = "saver";

    private static final Duration PERIOD = Duration.ofMillis(50);
    private static final AtomicLong NUMBERS = new AtomicLong();

    private final TickScheduler scheduler;
    private final Runnable gone;
    private final AtomicBoolean again = new AtomicBoolean();

    /** Set once, before anything is saved. */
    private @Nullable SaveCoordinator coordinator;

    private volatile @Nullable TickRegistration registration;

    /**
     * @param gone told when the registration leaves, as it does when the scheduler ends
     */
    SaveDriver(TickScheduler scheduler, Runnable gone) {
        this.scheduler = scheduler;
        this.gone = gone;
    }

    void coordinator(SaveCoordinator driven) {
        coordinator = driven;
    }

    /** Registers, at the first call. */
    synchronized void start() {
        if (registration == null) {
            registration = scheduler.register(
                    "maptick.saver." + NUMBERS.incrementAndGet(),
                    TickOptions.every(PERIOD).group(GROUP).lastTask(last -> gone.run()),
                    this);
        }
    }

    /** Any thread. */
    void dueEarlier() {
        again.set(true);
        TickRegistration r = registration;
        if (r != null) {
            ControlResult unused = r.wake();
        }
    }

    @Override
    public void tick(Tick tick) {
        again.set(false);
        long in = advance();
        TickRegistration r = tick.registration();
        ControlResult unused =
                in == SaveCoordinator.NOTHING_DUE ? r.suspend() : r.suspendUntil(scheduler.nanoTime() + in);
        if (again.get()) {
            unused = r.wake();
        }
    }

    /** Starts what is due; also called by a shutdown, which may come when the scheduler has ended. */
    long advance() {
        SaveCoordinator driven = coordinator;
        return driven == null ? SaveCoordinator.NOTHING_DUE : driven.advance(scheduler.nanoTime());
    }

    void stop() {
        TickRegistration r = registration;
        if (r != null) {
            var unused = r.unregister();
        }
    }
}
