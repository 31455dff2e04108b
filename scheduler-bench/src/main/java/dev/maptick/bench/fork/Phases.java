package dev.maptick.bench.fork;

/** Where in its period each of many maps has its grid, for contenders that do not spread maps by themselves. */
final class Phases {
    /** The golden ratio's fraction, as 64 bits: phases by it fill a period evenly, however many maps there are. */
    private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

    private Phases() {}

    /** Of the i-th map, from 0 on and below the period. */
    static long of(int i, long periodNs) {
        return Math.multiplyHigh((GOLDEN * i) >>> 1, 2 * periodNs);
    }
}
