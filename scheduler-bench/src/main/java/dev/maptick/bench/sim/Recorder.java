package dev.maptick.bench.sim;

import dev.maptick.bench.stats.Jain;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * Looks at each tick of a world as it starts and ends: how late it is, who waits meanwhile, and who gets how much. Told in the
 * order of time. Not thread-safe.
 */
final class Recorder {
    /** What promise 2 leaves to batching and sharding. */
    static final long GRACE_NS = 1_000_000;

    /** A waiting map in a queue: its deadline, and below that its number. */
    private static final int INDEX_BITS = 20;

    private final World world;
    private final int[] ticksByWorker;
    private final Delays delays = new Delays();
    private final PriorityQueue<Long> waiting = new PriorityQueue<>();
    private long busyNs;
    private long leftBehindNsMax;
    private long leftBehind;
    private long overtakenNsMax;
    private long secondTurns;

    Recorder(World world, int workers) {
        this.world = world;
        if (world.maps().size() >> INDEX_BITS != 0) {
            throw new IllegalArgumentException(world.maps().size() + " maps");
        }
        ticksByWorker = new int[workers];
    }

    /** A map waits for its first tick. */
    void registered(SimMap map, long firstNs) {
        map.begin(firstNs);
        queue(map);
    }

    /**
     * A tick starts.
     *
     * @param map whose, at its deadline
     * @param worker by whom
     * @param nowNs when
     * @param lastParkedNs the latest moment up to now at which any worker was parked, if there was one
     */
    void started(SimMap map, int worker, long nowNs, long lastParkedNs) {
        long beforeNs = map.startNs;
        map.running = true;
        map.startNs = nowNs;
        if (!world.isCounted(map.deadlineNs)) {
            return;
        }
        map.ticks++;
        ticksByWorker[worker]++;
        delays.add(nowNs - map.deadlineNs);
        leftBehind(map, lastParkedNs);
        overtaken(map, beforeNs);
    }

    /** A tick ends; the map waits for the next. */
    void ended(SimMap map, long nowNs) {
        busyNs += world.counted(map.startNs, nowNs);
        long nextNs = map.nextNs(nowNs);
        for (long passedNs = map.deadlineNs + map.periodNs; passedNs < nextNs; passedNs += map.periodNs) {
            map.skipped += world.isCounted(passedNs) ? 1 : 0;
        }
        map.deadlineNs = nextNs;
        map.running = false;
        queue(map);
    }

    /** The simulation is over: what still waits has waited too, and what runs has run. */
    void over(long nowNs, long lastParkedNs) {
        for (SimMap map : world.maps()) {
            if (map.running) {
                busyNs += world.counted(map.startNs, nowNs);
            } else {
                leftBehind(map, lastParkedNs);
            }
        }
    }

    /** What it comes to. */
    Turns turns() {
        Map<Long, List<SimMap>> classes = new HashMap<>();
        world.maps()
                .forEach(map -> classes.computeIfAbsent(map.periodNs, period -> new ArrayList<>())
                        .add(map));
        double jain = 1;
        long gap = 0;
        for (List<SimMap> maps : classes.values()) {
            // All of a class had the same due.
            jain = Math.min(jain, Jain.index(maps.stream().mapToDouble(map -> map.ticks)));
            gap = Math.max(
                    gap,
                    maps.stream().mapToInt(map -> map.skipped).max().orElse(0)
                            - maps.stream().mapToInt(map -> map.skipped).min().orElse(0));
        }
        int active = 0;
        for (int ticks : ticksByWorker) {
            active += ticks > 0 ? 1 : 0;
        }
        return new Turns(
                world.maps().stream().mapToLong(map -> map.ticks).sum(),
                world.maps().stream().mapToLong(map -> map.skipped).sum(),
                delays.summary(),
                active,
                (double) busyNs / world.windowNs(),
                jain,
                gap,
                leftBehindNsMax,
                leftBehind,
                overtakenNsMax,
                secondTurns);
    }

    /** How long it had been due at a moment at which a worker was parked. */
    private void leftBehind(SimMap map, long lastParkedNs) {
        if (world.isCounted(map.deadlineNs) && lastParkedNs > map.deadlineNs) {
            leftBehindNsMax = Math.max(leftBehindNsMax, lastParkedNs - map.deadlineNs);
            leftBehind += lastParkedNs - map.deadlineNs > GRACE_NS ? 1 : 0;
        }
    }

    /** Who is due for longest, and whether it has been waiting since before the turn that this map had last. */
    private void overtaken(SimMap map, long turnBeforeNs) {
        while (!waiting.isEmpty() && !isThere(waiting.element())) {
            waiting.remove();
        }
        if (waiting.isEmpty()) {
            return;
        }
        long earliestNs = waiting.element() >> INDEX_BITS;
        long byNs = map.deadlineNs - earliestNs;
        overtakenNsMax = Math.max(overtakenNsMax, byNs);
        if (byNs > GRACE_NS && turnBeforeNs >= earliestNs) {
            secondTurns++;
        }
    }

    private void queue(SimMap map) {
        waiting.add(map.deadlineNs << INDEX_BITS | map.index);
    }

    private boolean isThere(long entry) {
        SimMap map = world.maps().get((int) (entry & (1 << INDEX_BITS) - 1));
        return !map.running && map.deadlineNs == entry >> INDEX_BITS;
    }
}
