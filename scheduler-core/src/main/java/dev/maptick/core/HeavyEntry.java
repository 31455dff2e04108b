package dev.maptick.core;

import java.util.Locale;

/** A map that costs much, or did: what the survey keeps of it. The guard's thread only. */
final class HeavyEntry {
    final TickEntry entry;
    final HeavyShare share;

    /** On a dedicated thread because it is heavy, and for no other reason. */
    boolean promoted;

    /** Heavy and still in the pool; that was told. */
    boolean staysHeavy;

    /** A failed move is not tried again before this time. */
    long notBeforeNs;

    HeavyEntry(TickEntry entry, HeavyShare share, long nowNs) {
        this.entry = entry;
        this.share = share;
        notBeforeNs = nowNs;
    }

    /** What a tick of it asks of a thread, more than 1 if it can't keep its period. */
    double utilisation() {
        return (double) share.costNs() / entry.periodNs();
    }

    /** Such as: "arena" costs 0.83 of a thread (41.5 ms each 50.0 ms) over 5.00 s. */
    String words(long overNs) {
        return String.format(
                Locale.ROOT,
                "%s costs %.2f of a thread (%s each %s) over %s",
                Names.quote(entry.name()),
                utilisation(),
                Times.text(share.costNs()),
                Times.text(entry.periodNs()),
                Times.text(overNs));
    }
}
