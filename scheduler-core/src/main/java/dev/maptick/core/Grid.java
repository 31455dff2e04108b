package dev.maptick.core;

/**
 * The arithmetic of deadlines: pure, clockless, one step whatever the gap. All times are readings of a nanosecond counter
 * that may be negative or wrap, so they are only ever subtracted; results are right as long as two readings lie less than
 * 292 years apart.
 */
final class Grid {
    private Grid() {}

    /**
     * How many periods after the deadline of a tick that has ended the next deadline lies. All but the last of them are
     * skipped.
     *
     * @return at least 1
     */
    static long stepsAfterTick(long deadlineNs, long endNs, long periodNs, MissPolicy policy) {
        long elapsed = endNs - deadlineNs;
        if (elapsed <= periodNs) {
            return 1;
        }
        return switch (policy) {
            case SKIP -> (elapsed - 1) / periodNs + 1;
            case RUN_LATE -> elapsed / periodNs;
        };
    }

    /**
     * How many periods after a grid point the first grid point lies that is not before {@code nowNs}.
     *
     * @return 0 if the point itself is not before now
     */
    static long stepsNotBefore(long pointNs, long nowNs, long periodNs) {
        long elapsed = nowNs - pointNs;
        return elapsed <= 0 ? 0 : (elapsed - 1) / periodNs + 1;
    }

    /**
     * The first time not before {@code nowNs} that lies {@code phaseNs} after a whole number of periods from the epoch.
     *
     * @param phaseNs 0 or more, below the period
     */
    static long firstDeadline(long epochNs, long nowNs, long periodNs, long phaseNs) {
        long sinceEpoch = Math.floorMod(nowNs - epochNs, periodNs);
        long ahead = phaseNs - sinceEpoch;
        return nowNs + (ahead < 0 ? ahead + periodNs : ahead);
    }
}
