package dev.maptick.core;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One turn of a node: the head is taken, and is queued again a period later. No tick, no lock, no statistics; time jumps to
 * the next due time when nothing is due. All three hold the same nodes with the same due times, 200 slots of a period of
 * 50 ms, put in in random order.
 *
 * <p>In this package since queues and nodes are the core's own.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(1)
public class QueueBenchmark {
    private static final long PERIOD_NS = 50_000_000;
    private static final long SLOT_NS = 250_000;
    private static final int SLOTS = (int) (PERIOD_NS / SLOT_NS);
    private static final int WORKER = 1;
    private static final long SEED = 1;

    /** How many nodes are queued. */
    @Param({"1000", "10000", "100000"})
    public int nodes;

    private final DeadlineQueue<Node> wheel = new PhaseQueue<>(SLOT_NS, false);
    private final DeadlineQueue<Node> heap = new IndexedHeap<>();
    private final PriorityQueue<Node> library = new PriorityQueue<>(Node.BY_DUE_TIME);
    private long nowNs;
    private long arrivals;

    /** For JMH. */
    public QueueBenchmark() {}

    /** Fills all three; each benchmark uses one. */
    @Setup
    public void fill() {
        wheel.begin(0);
        wheel.reserve(nodes);
        heap.reserve(nodes);
        for (int slot : new SplittableRandom(SEED).ints(nodes, 0, SLOTS).toArray()) {
            // From the first slot after the start to the one a period later.
            long dueNs = (slot + 1) * SLOT_NS;
            wheel.add(new Node(dueNs));
            heap.add(new Node(dueNs));
            library.add(new Node(dueNs));
        }
    }

    /**
     * The scheduler's queue, as a worker of the pool goes through a turn.
     *
     * @return the node
     */
    @Benchmark
    public Object phaseQueue() {
        return turn(wheel);
    }

    /**
     * Its heap alone.
     *
     * @return the node
     */
    @Benchmark
    public Object indexedHeap() {
        return turn(heap);
    }

    /**
     * The library's heap.
     *
     * @return the node
     */
    @Benchmark
    public Object priorityQueue() {
        Node node = library.remove();
        node.arrival = arrivals++;
        node.dueNs += PERIOD_NS;
        library.add(node);
        return node;
    }

    private Node turn(DeadlineQueue<Node> queue) {
        Node node = queue.first(nowNs);
        if (node == null) {
            node = afterAJump(queue);
        }
        queue.take(node);
        node.hold(WORKER);
        node.start(WORKER);
        node.dueNs += PERIOD_NS;
        if (node.staysInSlot()) {
            node.end(WORKER);
        } else {
            node.endNoted();
            queue.putBack(node);
        }
        return node;
    }

    private Node afterAJump(DeadlineQueue<Node> queue) {
        nowNs = queue.nextNs();
        @Nullable Node node = queue.first(nowNs);
        if (node == null) {
            throw new IllegalStateException("nothing due at " + nowNs);
        }
        return node;
    }

    private static final class Node extends QueueNode {
        static final Comparator<Node> BY_DUE_TIME = (a, b) -> a == b ? 0 : a.before(b) ? -1 : 1;

        Node(long dueNs) {
            this.dueNs = dueNs;
        }

        @Override
        long periodNs() {
            return PERIOD_NS;
        }
    }
}
