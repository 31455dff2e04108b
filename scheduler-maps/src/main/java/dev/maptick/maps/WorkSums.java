package dev.maptick.maps;

import dev.maptick.maps.activation.ActivationCounts;
import dev.maptick.maps.activation.ActivationStats;
import dev.maptick.maps.save.SaveStats;
import dev.maptick.maps.tasks.TaskStats;

/**
 * Sums over some maps of one type: counts, which never go down in a map, and levels, which are of open maps only. One thread
 * at a time.
 */
final class WorkSums {
    // Counts: posts.
    private static final int ACCEPTED = 0;
    private static final int EXECUTED = 1;
    private static final int POST_FAULTS = 2;
    private static final int FAILED_AT_CLOSE = 3;
    private static final int WITHDRAWN = 4;
    private static final int POSTS_FULL = 5;
    private static final int POSTS_WAITING = 6;
    private static final int POSTS_STOPPING = 7;
    private static final int POSTS_GONE = 8;
    private static final int POST_HOOK_FAULTS = 9;
    // Counts: timers.
    private static final int SCHEDULED = 10;
    private static final int FIRED = 11;
    private static final int FINISHED = 12;
    private static final int COALESCED = 13;
    private static final int CANCELLED = 14;
    private static final int DROPPED = 15;
    private static final int TIMER_FAULTS = 16;
    private static final int TIMER_HOOK_FAILURES = 17;
    private static final int TIMER_BUDGET_HITS = 18;
    private static final int TIMERS_FULL = 19;
    private static final int TIMERS_STOPPING = 20;
    private static final int TIMERS_GONE = 21;
    private static final int TIMERS_DELAY = 22;
    private static final int TIMERS_NAME = 23;
    // Counts: the rest.
    private static final int BUDGET_HITS = 24;
    private static final int THINKS = 25;
    private static final int ACTIVATIONS = 26;
    private static final int THINK_FAULTS = 27;
    private static final int ACTIVATION_REFUSED = 28;
    private static final int COUNTS = 29;

    private final long[] counts = new long[COUNTS];

    /** Not a sum: the most of any one map, open or not. */
    private long highWaterDepth;

    // Levels.
    private int open;
    private int asleep;
    private int occupied;
    private long occupants;
    private long depth;
    private long highDepth;
    private long waiting;
    private long leftOverNs;
    private long pending;
    private long entities;
    private long players;
    private long active;
    private long starved;
    private long postBound;
    private long highPostBound;
    private long waiterBound;
    private long timerBound;
    private long taskBound;
    private long completionBound;

    /** A map's counts as they are now. */
    static long[] countsOf(HostedMap map) {
        WorkSums own = new WorkSums();
        own.addCounts(map);
        return own.counts;
    }

    /** A map that has left was counted anew: takes over what is more than it was credited with before. */
    void credit(HostedMap map, long[] present, long[] before) {
        for (int i = 0; i < COUNTS; i++) {
            counts[i] += present[i] - before[i];
        }
        highWaterDepth = Math.max(highWaterDepth, map.parts().mailbox.stats().highWaterDepth());
    }

    void add(WorkSums left) {
        for (int i = 0; i < COUNTS; i++) {
            counts[i] += left.counts[i];
        }
        highWaterDepth = Math.max(highWaterDepth, left.highWaterDepth);
    }

    /** Adds a map that is open, its levels included. */
    void addOpen(HostedMap map) {
        addCounts(map);
        open++;
        if (map.isAsleep()) {
            asleep++;
        }
        int inside = map.occupants();
        if (inside > 0) {
            occupied++;
            occupants += inside;
        }
        MapLimits limits = map.limits();
        postBound += limits.mailbox().capacity();
        highPostBound += limits.mailbox().highCapacity();
        waiterBound += limits.mailbox().waiters();
        timerBound += limits.timers().pending();
        taskBound += limits.tasks().underWay();
        completionBound += limits.tasks().completions();
    }

    private void addCounts(HostedMap map) {
        LoopParts parts = map.parts();
        posts(parts.mailbox.stats());
        timers(parts.timers.stats());
        counts[BUDGET_HITS] += parts.inbox.budgetHits();
        for (ActivationCounts activation : map.activations()) {
            activation(activation.stats());
        }
    }

    private void posts(MailboxStats posts) {
        counts[ACCEPTED] += posts.accepted();
        counts[EXECUTED] += posts.executed();
        counts[POST_FAULTS] += posts.faults();
        counts[FAILED_AT_CLOSE] += posts.failedAtClose();
        counts[WITHDRAWN] += posts.withdrawn();
        counts[POSTS_FULL] += posts.refusedFull();
        counts[POSTS_WAITING] += posts.refusedWaiting();
        counts[POSTS_STOPPING] += posts.refusedStopping();
        counts[POSTS_GONE] += posts.refusedGone();
        counts[POST_HOOK_FAULTS] += posts.hookFaults();
        highWaterDepth = Math.max(highWaterDepth, posts.highWaterDepth());
        depth += posts.depth();
        highDepth += posts.highDepth();
        waiting += posts.waiting();
        leftOverNs = Math.max(leftOverNs, posts.leftOverNs());
    }

    private void timers(TimerStats timers) {
        counts[SCHEDULED] += timers.scheduled();
        counts[FIRED] += timers.fired();
        counts[FINISHED] += timers.finished();
        counts[COALESCED] += timers.coalesced();
        counts[CANCELLED] += timers.cancelled();
        counts[DROPPED] += timers.dropped();
        counts[TIMER_FAULTS] += timers.faults();
        counts[TIMER_HOOK_FAILURES] += timers.hookFailures();
        counts[TIMER_BUDGET_HITS] += timers.budgetHits();
        counts[TIMERS_FULL] += timers.refusedFull();
        counts[TIMERS_STOPPING] += timers.refusedStopping();
        counts[TIMERS_GONE] += timers.refusedGone();
        counts[TIMERS_DELAY] += timers.refusedDelay();
        counts[TIMERS_NAME] += timers.refusedName();
        pending += timers.pending();
    }

    private void activation(ActivationStats stats) {
        counts[THINKS] += stats.thinks();
        counts[ACTIVATIONS] += stats.activations();
        counts[THINK_FAULTS] += stats.faults();
        counts[ACTIVATION_REFUSED] += stats.refused();
        entities += stats.entities();
        players += stats.players();
        active += stats.active();
        starved += stats.starved();
    }

    TypeTotals totals(String type, TaskStats tasks, SaveStats saves) {
        return new TypeTotals(
                type,
                open,
                asleep,
                occupied,
                occupants,
                new MapWorkStats(posts(), timers(), tasks, counts[BUDGET_HITS]),
                new ActivationStats(
                        entities,
                        players,
                        active,
                        starved,
                        counts[THINKS],
                        counts[ACTIVATIONS],
                        counts[THINK_FAULTS],
                        counts[ACTIVATION_REFUSED]),
                saves,
                new WorkBounds(postBound, highPostBound, waiterBound, timerBound, taskBound, completionBound));
    }

    private MailboxStats posts() {
        return new MailboxStats(
                counts[ACCEPTED],
                counts[EXECUTED],
                counts[POST_FAULTS],
                counts[FAILED_AT_CLOSE],
                fit(depth),
                fit(highDepth),
                fit(highWaterDepth),
                fit(waiting),
                counts[WITHDRAWN],
                counts[POSTS_FULL],
                counts[POSTS_WAITING],
                counts[POSTS_STOPPING],
                counts[POSTS_GONE],
                counts[POST_HOOK_FAULTS],
                leftOverNs,
                new MailboxLimits(fit(postBound), fit(highPostBound), fit(waiterBound)));
    }

    private TimerStats timers() {
        return new TimerStats(
                counts[SCHEDULED],
                counts[FIRED],
                counts[FINISHED],
                counts[COALESCED],
                counts[CANCELLED],
                counts[DROPPED],
                counts[TIMER_FAULTS],
                counts[TIMER_HOOK_FAILURES],
                counts[TIMER_BUDGET_HITS],
                counts[TIMERS_FULL],
                counts[TIMERS_STOPPING],
                counts[TIMERS_GONE],
                counts[TIMERS_DELAY],
                counts[TIMERS_NAME],
                fit(pending));
    }

    private static int fit(long sum) {
        return (int) Math.min(sum, Integer.MAX_VALUE);
    }
}
