package dev.maptick.core;

/** When the latest faults of one map happened, no more of them than its policy asks for. Guarded by its lane's lock. */
final class FaultTimes {
    private final long[] ns;
    private int next;
    private int count;

    FaultTimes(int capacity) {
        ns = new long[capacity];
    }

    void add(long nowNs) {
        if (ns.length > 0) {
            ns[next] = nowNs;
            next = next + 1 == ns.length ? 0 : next + 1;
            count = Math.min(count + 1, ns.length);
        }
    }

    void clear() {
        count = 0;
    }

    /**
     * How long the latest faults took, from the first of them to the last.
     *
     * @param faults how many, 1 to the capacity
     * @return {@code Long.MAX_VALUE} if there were not so many
     */
    long spanNs(int faults) {
        return faults > count ? Long.MAX_VALUE : at(1) - at(faults);
    }

    /** The time of the latest fault for 1, of the one before it for 2. */
    private long at(int back) {
        return ns[Math.floorMod(next - back, ns.length)];
    }
}
