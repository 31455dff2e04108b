package dev.maptick.core;

/**
 * The latest times in which the host stood still, apart from one another and in order. Immutable, no clock: times are only
 * subtracted. Each lasts from and to; what came due in it and had to queue behind the rest of it is its doing too, until somebody
 * has caught up, but for no longer after its end than it lasted itself.
 */
final class Stalls {
    static final Stalls NONE = new Stalls(new long[0], new long[0], new long[0]);

    /** More are forgotten, oldest first. */
    static final int MOST = 16;

    /** Two so close are one: several threads saw it, each from its own deadline on. */
    static final long JOIN_NS = 1_000_000;

    private final long[] from;
    private final long[] to;

    /** When it was caught up with; at the latest, as long as nobody has said so. */
    private final long[] over;

    private Stalls(long[] from, long[] to, long[] over) {
        this.from = from;
        this.to = to;
        this.over = over;
    }

    /** These and one more, joined with those it touches. */
    Stalls with(long fromNs, long toNs) {
        long begin = fromNs;
        long end = toNs;
        int before = 0;
        while (before < from.length && begin - to[before] > JOIN_NS) {
            before++;
        }
        int after = before;
        while (after < from.length && from[after] - end <= JOIN_NS) {
            begin = from[after] - begin < 0 ? from[after] : begin;
            end = to[after] - end > 0 ? to[after] : end;
            after++;
        }
        if (after == before + 1 && begin == from[before] && end == to[before]) {
            return this;
        }
        int size = from.length - (after - before) + 1;
        int drop = Math.max(0, size - MOST);
        long[] newFrom = new long[size - drop];
        long[] newTo = new long[size - drop];
        long[] newOver = new long[size - drop];
        for (int i = drop; i < size; i++) {
            int old = i < before ? i : i - 1 - before + after;
            boolean added = i == before;
            newFrom[i - drop] = added ? begin : from[old];
            newTo[i - drop] = added ? end : to[old];
            newOver[i - drop] = added ? end + (end - begin) : over[old];
        }
        return new Stalls(newFrom, newTo, newOver);
    }

    /** Nothing waits any more that was due by then. Those that ended later are as they were. */
    Stalls caughtUp(long nowNs) {
        long[] sooner = over.clone();
        for (int i = 0; i < sooner.length; i++) {
            if (nowNs - to[i] >= 0 && nowNs - sooner[i] < 0) {
                sooner[i] = nowNs;
            }
        }
        return new Stalls(from, to, sooner);
    }

    /** Whether all had ended by then. */
    boolean endedBy(long nowNs) {
        return to.length == 0 || nowNs - to[to.length - 1] >= 0;
    }

    int size() {
        return from.length;
    }

    long fromNs(int index) {
        return from[index];
    }

    long toNs(int index) {
        return to[index];
    }

    /** Whether all of a time lies in one of them. */
    boolean covers(long fromNs, long toNs) {
        for (int i = from.length - 1; i >= 0; i--) {
            if (fromNs - from[i] >= 0 && toNs - to[i] <= 0) {
                return true;
            }
        }
        return false;
    }

    /** How much of a time the host stood still. */
    long stoodStillNs(long fromNs, long toNs) {
        long sum = 0;
        for (int i = from.length - 1; i >= 0 && to[i] - fromNs > 0; i--) {
            sum += overlapNs(fromNs, toNs, from[i], to[i]);
        }
        return sum;
    }

    /** How much of a time it stood still or was catching up. */
    long heldUpNs(long fromNs, long toNs) {
        long sum = 0;
        for (int i = from.length - 1; i >= 0; i--) {
            boolean cut = i + 1 < from.length && over[i] - from[i + 1] > 0;
            sum += overlapNs(fromNs, toNs, from[i], cut ? from[i + 1] : over[i]);
        }
        return sum;
    }

    private static long overlapNs(long aFrom, long aTo, long bFrom, long bTo) {
        long begin = aFrom - bFrom > 0 ? aFrom : bFrom;
        long end = aTo - bTo < 0 ? aTo : bTo;
        return Math.max(0, end - begin);
    }
}
