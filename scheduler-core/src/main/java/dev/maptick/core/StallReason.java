package dev.maptick.core;

/**
 * What may have held the host up for a time, by its own counters. Pure.
 *
 * @param gcNs pauses of the garbage collector
 * @param throttledNs time stopped for a CPU quota
 * @param stolenNs time in which another machine had the processors, summed over them
 */
record StallReason(long gcNs, long throttledNs, long stolenNs) {
    static final StallReason UNKNOWN = new StallReason(0, 0, 0);

    /** In words, with the largest part first named as the likely reason if it is half of the stall or more. */
    String text(long stallNs) {
        long gc = Math.min(stallNs, Math.max(0, gcNs));
        long throttled = Math.min(stallNs, Math.max(0, throttledNs));
        long stolen = Math.min(stallNs, Math.max(0, stolenNs));
        long most = Math.max(gc, Math.max(throttled, stolen));
        String reason;
        if (2 * most < stallNs) {
            reason = "no counter tells why (stopped, suspended, or the processors taken by others)";
        } else if (most == gc) {
            reason = "likely the garbage collector";
        } else if (most == throttled) {
            reason = "likely the CPU quota";
        } else {
            reason = "likely the hypervisor";
        }
        return "the process stood still for " + Times.text(stallNs) + ": " + reason + "; at most " + Times.text(gc)
                + " garbage collection, " + Times.text(throttled) + " throttled, " + Times.text(stolen) + " stolen";
    }
}
