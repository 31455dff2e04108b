package dev.maptick.core;

/** What a {@link FaultPolicy} makes of a fault: numbers in, numbers out, no clock and no state. */
final class FaultRule {
    private FaultRule() {}

    /**
     * The stage after a fault.
     *
     * @param stage the stage in which the tick ran; in {@link FaultStage#QUARANTINE} it was the trial tick
     * @param inARow faults in a row, this one included
     * @param times of the latest faults, this one included
     */
    static FaultStage after(FaultPolicy policy, FaultStage stage, long inARow, FaultTimes times) {
        if (stage == FaultStage.QUARANTINE || policy.quarantineTrigger().fires(inARow, times)) {
            return FaultStage.QUARANTINE;
        }
        return stage == FaultStage.BACK_OFF || policy.backOffTrigger().fires(inARow, times)
                ? FaultStage.BACK_OFF
                : FaultStage.FREE;
    }

    /**
     * How many grid points a back-off leaves out: 1, 2, 4 and so on up to the cap, less up to half of it.
     *
     * @param level 0 for the first fault of a back-off
     * @param draw any number: the same one gives the same jitter
     * @return 1 to {@code cap}
     */
    static long pointsLeftOut(int cap, int level, long draw) {
        long most = level >= Integer.SIZE ? cap : Math.min(cap, 1L << level);
        return most - Long.remainderUnsigned(mix(draw), most / 2 + 1);
    }

    /**
     * How long a quarantine lasts until its trial tick: twice as long after each that threw, up to the cap.
     *
     * @param failed trial ticks that threw
     */
    static long trialNs(long firstNs, long capNs, int failed) {
        return failed >= Long.numberOfLeadingZeros(firstNs) - 1 ? capNs : Math.min(capNs, firstNs << failed);
    }

    /** Each bit of the outcome depends on each bit of the number (the finalizer of SplitMix64). */
    static long mix(long number) {
        long z = number + 0x9e3779b97f4a7c15L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
