package dev.maptick.bench.sim;

import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * What cannot be beaten without knowing the future: one queue for all, the earliest deadline first, first come first served
 * among equals, servers that are never parked and cost nothing to wake. Pure arithmetic on the same maps, phases and costs; a
 * tick runs to its end, as ours do, and misses are skipped.
 */
final class IdealEdf {
    private record Waiting(long deadlineNs, long order, SimMap map) {}

    private record Running(long endNs, int server, SimMap map) {}

    private final World world;
    private final Recorder recorder;
    private final PriorityQueue<Waiting> waiting =
            new PriorityQueue<>(Comparator.comparingLong(Waiting::deadlineNs).thenComparingLong(Waiting::order));
    private final PriorityQueue<Running> running =
            new PriorityQueue<>(Comparator.comparingLong(Running::endNs).thenComparingInt(Running::server));
    private final PriorityQueue<Integer> free = new PriorityQueue<>();
    private long order;

    private IdealEdf(World world, int servers) {
        this.world = world;
        recorder = new Recorder(world, servers);
        for (int server = 0; server < servers; server++) {
            free.add(server);
        }
    }

    /** Runs a world whose maps know their first deadlines. */
    static Turns run(World world, int servers) {
        return new IdealEdf(world, servers).run();
    }

    private Turns run() {
        for (SimMap map : world.maps()) {
            recorder.registered(map, map.firstNs);
            waiting.add(new Waiting(map.deadlineNs, order++, map));
        }
        long nowNs = 0;
        for (; ; ) {
            Waiting next = free.isEmpty() ? null : waiting.peek();
            Running done = running.peek();
            long startNs = next == null ? Long.MAX_VALUE : Math.max(nowNs, next.deadlineNs);
            // At the same moment the end comes first: the map that ends may be the earliest that is due.
            if (done != null && done.endNs <= startNs) {
                nowNs = done.endNs;
            } else {
                nowNs = startNs;
            }
            if (nowNs >= world.endNs()) {
                break;
            }
            if (done != null && done.endNs == nowNs) {
                end(running.remove());
            } else {
                start(waiting.remove(), nowNs);
            }
        }
        recorder.over(world.endNs(), Long.MIN_VALUE);
        return recorder.turns();
    }

    private void start(Waiting next, long nowNs) {
        int server = free.remove();
        recorder.started(next.map, server, nowNs, Long.MIN_VALUE);
        running.add(new Running(nowNs + next.map.costNs(), server, next.map));
    }

    private void end(Running done) {
        recorder.ended(done.map, done.endNs);
        free.add(done.server);
        waiting.add(new Waiting(done.map.deadlineNs, order++, done.map));
    }
}
