package dev.maptick.maps;

import dev.maptick.core.ControlResult;
import dev.maptick.core.TickRegistration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A map's suspension: asked for by its owner or by the map itself when nobody is inside, and ended by whoever asks for that,
 * by work, by the map's next timer, or by the time it was limited to.
 *
 * <pre>
 *              suspend (owner, any thread; the idle map, at its tick's end)
 *   awake ───────────────────────────────────────────────────────────────────► resting (a Rest)
 *     ▲  resume (owner) · work, whoever brings it · the first tick at or after the Rest's end  │
 *     └────────────────────────────────────────────────────────────────────────────────────────┘
 * </pre>
 *
 * <p><b>Why no wake-up is lost.</b> Who brings work makes it visible first (a volatile write or stronger) and then reads
 * {@code rest}. Who suspends writes {@code rest}, asks core, and then looks for work. Of those two volatile writes one comes
 * first: either the bringer sees the Rest, or the suspender sees the work. A bringer that sees it takes it away and wakes;
 * if that wake reaches core before the request to suspend, the suspender finds its Rest gone after its request, and resumes.
 *
 * <p>A map that core holds back for its faults sleeps on whatever wakes it here: nothing but its owner's {@link #resume} asks core
 * to end that. What was brought waits meanwhile.
 *
 * <p><b>Why the last request is what holds.</b> Each request is written to {@code rest} before core is asked. After asking,
 * everybody reads {@code rest} again and carries out what it says now, until it reads what it carried out.
 *
 * <p><b>Why no timer is missed.</b> The tick publishes its next timer at its end and then reads {@code rest}; a suspender
 * writes {@code rest} and then reads the next timer. One of the two sees the other, and limits the Rest.
 */
final class Sleep {

    /** One request; compared by identity. */
    private static final class Rest {
        private final boolean limited;
        private final long untilNs;

        Rest(boolean limited, long untilNs) {
            this.limited = limited;
            this.untilNs = untilNs;
        }

        boolean isOver(long nowNs) {
            return limited && nowNs - untilNs >= 0;
        }

        /** This, or one that ends with a timer if that comes earlier. */
        Rest atMostUntil(boolean timer, long timerNs) {
            return timer && (!limited || timerNs - untilNs < 0) ? new Rest(true, timerNs) : this;
        }
    }

    private final AtomicReference<@Nullable Rest> rest = new AtomicReference<>();

    /** The map's next timer as of its latest tick's end; {@code timed} is written last and read first. */
    private volatile long timerNs;

    private volatile boolean timed;

    // Any thread.

    ControlResult suspend(TickRegistration registration, BooleanSupplier hasWork) {
        return begin(registration, new Rest(false, 0), hasWork);
    }

    ControlResult suspendUntil(TickRegistration registration, long untilNs, BooleanSupplier hasWork) {
        return begin(registration, new Rest(true, untilNs), hasWork);
    }

    ControlResult resume(TickRegistration registration) {
        rest.set(null);
        ControlResult result = registration.resume();
        settle(registration, null);
        return result;
    }

    ControlResult wake(TickRegistration registration) {
        rest.set(null);
        ControlResult result = registration.wake();
        settle(registration, null);
        return result;
    }

    private ControlResult begin(TickRegistration registration, Rest asked, BooleanSupplier hasWork) {
        rest.set(asked);
        Rest limited = asked.atMostUntil(timed, timerNs);
        if (limited != asked && !rest.compareAndSet(asked, limited)) {
            limited = asked;
        }
        ControlResult result = carryOut(registration, limited);
        settle(registration, limited);
        if (hasWork.getAsBoolean()) {
            wakeForWork(registration);
        }
        return result;
    }

    private static ControlResult carryOut(TickRegistration registration, @Nullable Rest wanted) {
        if (wanted == null) {
            return registration.wake();
        }
        return wanted.limited ? registration.suspendUntil(wanted.untilNs) : registration.suspend();
    }

    private void settle(TickRegistration registration, @Nullable Rest carriedOut) {
        Rest done = carriedOut;
        for (Rest present = rest.get(); present != done; present = rest.get()) {
            carryOut(registration, present);
            done = present;
        }
    }

    /** Somebody has brought work, which is visible by now. */
    void wakeForWork(@Nullable TickRegistration registration) {
        Rest present = rest.get();
        // Only who takes the Rest away wakes; the others may rely on it.
        if (present != null && registration != null && rest.compareAndSet(present, null)) {
            registration.wake();
            settle(registration, null);
        }
    }

    boolean isAsleep() {
        return rest.get() != null;
    }

    // The map's tick.

    void tickBegins(long nowNs) {
        Rest present = rest.get();
        if (present != null && present.isOver(nowNs)) {
            // Unless it was asked for anew meanwhile.
            rest.compareAndSet(present, null);
        }
    }

    /** The tick is over; a suspension that was asked for during it must not sleep through the map's next timer. */
    void tickEnds(TickRegistration registration, boolean hasTimer, long nextTimerNs) {
        if (hasTimer && timerNs != nextTimerNs) {
            timerNs = nextTimerNs;
        }
        if (timed != hasTimer) {
            timed = hasTimer;
        }
        Rest present = rest.get();
        if (present != null) {
            Rest limited = present.atMostUntil(hasTimer, nextTimerNs);
            if (limited != present && rest.compareAndSet(present, limited)) {
                carryOut(registration, limited);
                settle(registration, limited);
            }
        }
    }
}
