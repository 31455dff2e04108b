package dev.maptick.maps.mailbox;

/**
 * The one word on which a mailbox decides, so that phase, depths and the number of waiters change at one moment.
 *
 * <pre>
 *   bits 0–20   normal posts queued, those whose producer is about to publish included
 *   bits 21–41  high posts queued, likewise
 *   bits 42–58  posts that wait for space
 *   bit  59     TAKING: the map's tick is taking an item from a queue
 *   bits 60–61  phase: OPEN ──► CLOSING ──► GONE (CLOSING may be passed over)
 * </pre>
 *
 * Each field is only ever lowered by what raised it, so an addition never carries from one into the next.
 */
final class StateWord {
    static final long NORMAL_ONE = 1L;
    static final long HIGH_ONE = 1L << 21;
    static final long WAITER_ONE = 1L << 42;
    static final long TAKING = 1L << 59;

    private static final long DEPTH_MASK = (1L << 21) - 1;
    private static final long WAITERS_MASK = (1L << 17) - 1;
    private static final long CLOSING = 1L << 60;
    private static final long GONE = 1L << 61;

    private StateWord() {}

    static int normal(long word) {
        return (int) (word & DEPTH_MASK);
    }

    static int high(long word) {
        return (int) ((word >>> 21) & DEPTH_MASK);
    }

    static int depth(long word) {
        return normal(word) + high(word);
    }

    static int waiters(long word) {
        return (int) ((word >>> 42) & WAITERS_MASK);
    }

    static boolean isTaking(long word) {
        return (word & TAKING) != 0;
    }

    static boolean isOpen(long word) {
        return (word & (CLOSING | GONE)) == 0;
    }

    static boolean isGone(long word) {
        return (word & GONE) != 0;
    }

    /** The same without waiters, closing. */
    static long closing(long word) {
        return (word & ~(WAITERS_MASK << 42)) | CLOSING;
    }

    /** The same without waiters, gone. */
    static long gone(long word) {
        return closing(word) | GONE;
    }
}
