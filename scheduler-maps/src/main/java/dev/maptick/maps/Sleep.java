package dev.maptick.maps;

import dev.maptick.core.ControlResult;
import dev.maptick.core.TickRegistration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Whether a map is suspended, and who wanted that. A map with nothing to do falls asleep by itself, and work wakes it; a
 * suspension that its owner asked for holds against work.
 *
 * <p><b>Why no wake-up is lost.</b> Who brings work makes it visible first (a volatile write or stronger) and then calls
 * {@link #wakeForWork}, which reads {@code asleep}. The map, at the end of its tick, writes {@code asleep}, asks core for
 * the suspension, and then looks for work. Of those two volatile writes one comes first: either the bringer reads that the
 * map sleeps, or the map sees the work and wakes itself. A wake that reaches core between the write of {@code asleep} and
 * the request for suspension has no effect there, but then the work was visible before the map looked. Only the bringer
 * who changes {@code asleep} back wakes; the others may rely on it, for by the above its wake has an effect or the map
 * wakes itself, and then runs what they brought too.
 *
 * <p><b>Why the owner's wish is what holds in the end.</b> The wish is written to {@code wish} before core is asked. Whoever
 * does anything else to the suspension reads the wish afterwards and, if there is one, asks core for what it says, until it
 * reads the same wish again after that. So after the last request of all there was a reading that found the last wish
 * carried out.
 */
final class Sleep {
    /** An owner's request to suspend. Not a record, since two requests are the same only if they are one object. */
    private static final class Wish {
        final boolean limited;
        final long untilNs;

        Wish(boolean limited, long untilNs) {
            this.limited = limited;
            this.untilNs = untilNs;
        }
    }

    /** The map has suspended itself and no tick has begun since. */
    private final AtomicBoolean asleep = new AtomicBoolean();

    private final AtomicReference<@Nullable Wish> wish = new AtomicReference<>();

    // The owner's side: any thread.

    ControlResult suspend(TickRegistration registration) {
        return ask(registration, new Wish(false, 0));
    }

    ControlResult suspendUntil(TickRegistration registration, long untilNs) {
        return ask(registration, new Wish(true, untilNs));
    }

    ControlResult resume(TickRegistration registration) {
        return ask(registration, null);
    }

    private ControlResult ask(TickRegistration registration, @Nullable Wish wanted) {
        wish.set(wanted);
        ControlResult result = carryOut(registration, wanted);
        settle(registration, wanted);
        return result;
    }

    private static ControlResult carryOut(TickRegistration registration, @Nullable Wish wanted) {
        if (wanted == null) {
            return registration.resume();
        }
        return wanted.limited ? registration.suspendUntil(wanted.untilNs) : registration.suspend();
    }

    private void settle(TickRegistration registration, @Nullable Wish carriedOut) {
        Wish done = carriedOut;
        for (Wish present = wish.get(); present != done; present = wish.get()) {
            carryOut(registration, present);
            done = present;
        }
    }

    // Those who bring work: any thread, after the work is visible.

    void wakeForWork(@Nullable TickRegistration registration) {
        if (asleep.get() && wish.get() == null && registration != null && asleep.compareAndSet(true, false)) {
            registration.wake();
            settle(registration, null);
        }
    }

    boolean isAsleep() {
        return asleep.get();
    }

    // The map's tick.

    void tickBegins(long nowNs) {
        if (asleep.get()) {
            asleep.set(false);
        }
        Wish present = wish.get();
        if (present != null && present.limited && nowNs - present.untilNs >= 0) {
            // Over, unless the owner has asked again meanwhile.
            wish.compareAndSet(present, null);
        }
    }

    /** Whether the map may not fall asleep because its owner has said what it is to do. */
    boolean isHeld() {
        return wish.get() != null;
    }

    /**
     * Suspends the map from the end of this tick on.
     *
     * @param untilNs when it is to tick again
     * @param limited false if no time is set
     * @param hasWork asked after the suspension is on its way
     */
    void fallAsleep(TickRegistration registration, long untilNs, boolean limited, HasWork hasWork) {
        asleep.set(true);
        if (limited) {
            registration.suspendUntil(untilNs);
        } else {
            registration.suspend();
        }
        if (hasWork.get()) {
            asleep.set(false);
            registration.wake();
        }
        Wish present = wish.get();
        if (present != null) {
            carryOut(registration, present);
            settle(registration, present);
        }
    }

    /** Whether anything waits for the map's next tick. */
    @FunctionalInterface
    interface HasWork {
        boolean get();
    }
}
