package dev.maptick.server.report;

import dev.maptick.core.Placement;
import java.util.List;

/** Why more than a trace of the deadlines was skipped, and what to do. Pure functions. */
final class SkipAdvice {
    /** Below this share skips are told and not explained. */
    private static final double TRACE = 0.001;

    private static final double SATURATED = 0.8;
    private static final double LEAST_RUN = 1e-6;

    private SkipAdvice() {}

    /** Why and what to do, a line each; empty if there is nothing to explain. */
    static List<String> of(Placement placement, double share, Interval interval) {
        if (share <= TRACE) {
            return List.of();
        }
        if (placement == Placement.DEDICATED) {
            return List.of(
                    "why: ticks took longer than their period, or other work held the processors",
                    "do:  lower --dungeons, --pool or --dedicated, or give the process more processors");
        }
        // What the pool would have used, had it run every deadline at the cost of those it ran.
        double asked = interval.poolCpu() / Math.max(1 - share, LEAST_RUN);
        if (asked >= SATURATED) {
            return List.of(
                    "why: the pool is saturated: its maps ask for " + Text.percent(asked)
                            + " of its time, and it was on a" + " processor for " + Text.percent(interval.poolCpu()),
                    "do:  raise --pool, up to the processors there are, or lower --houses");
        }
        return List.of(
                "why: other work held the processors: the pool's maps ask for only " + Text.percent(asked)
                        + " of its time",
                "do:  stop other processes, lower --dedicated, or give the process more processors");
    }
}
