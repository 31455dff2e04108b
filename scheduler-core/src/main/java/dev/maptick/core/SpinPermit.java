package dev.maptick.core;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The one permit to spin of a scheduler, and the account that bounds what is spun. Time earns a fixed share of itself, up
 * to a small purse; each spin is paid from that. Empty, it refuses until more has been earned. Any thread.
 *
 * <p>Who takes the permit owns the account until it gives the permit back: the account is read and written between a
 * successful compare-and-set of {@link #taken} and the store that clears it, so what one owner wrote the next one sees.
 */
final class SpinPermit {
    /** The purse holds this many of the longest spins. */
    private static final int PURSE = 16;

    private final long shareOf;
    private final long purseNs;
    private final AtomicBoolean taken = new AtomicBoolean();

    /** Owner only. The last spin may have overdrawn it. */
    private long creditNs;

    private long countedNs;

    /** Written by the owner, read by anybody. */
    private final AtomicLong spunNs = new AtomicLong();

    private final AtomicLong refusals = new AtomicLong();

    SpinPermit(SpinPolicy policy, long nowNs) {
        shareOf = policy.shareOf();
        purseNs = policy.longCapNs() * PURSE;
        creditNs = purseNs;
        countedNs = nowNs;
    }

    /** Takes the permit if it is free and the account is not empty. Who gets it must give it back. */
    boolean tryTake(long nowNs) {
        if (!taken.compareAndSet(false, true)) {
            return false;
        }
        creditNs = Math.min(purseNs, creditNs + (nowNs - countedNs) / shareOf);
        countedNs = nowNs;
        if (creditNs <= 0) {
            refusals.lazySet(refusals.get() + 1);
            taken.set(false);
            return false;
        }
        return true;
    }

    void giveBack(long usedNs) {
        creditNs -= usedNs;
        spunNs.lazySet(spunNs.get() + usedNs);
        taken.set(false);
    }

    /** Time spun so far. */
    long spunNs() {
        return spunNs.get();
    }

    /** How often the account was empty. */
    long refusals() {
        return refusals.get();
    }
}
