package dev.maptick.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Wheels and heap together keep the queue's contract, and give out exactly what a heap alone would, in the same order. */
class PhaseQueueTest extends DeadlineQueueContractTest {
    private static final long SLOT = 5;
    private static final long[] PERIODS = {5, 25, 50, 100, 100, 100, 33, 2_000_000_000L};

    @Override
    DeadlineQueue<Node> newQueue() {
        return new PhaseQueue<>(SLOT, false);
    }

    /**
     * The same world on a queue under test and on a heap. A turn is held for a while, so that the cursor finds nodes in their
     * turn; some end noted, some as the worker ends them, without the lock.
     */
    private static final class Twins {
        private final long slotNs;
        private final boolean places;
        private final long unit;
        private final PhaseQueue<Node> queue;
        private final IndexedHeap<Node> heap = new IndexedHeap<>();
        private final List<Node> nodes = new ArrayList<>();
        private final List<Node> oracles = new ArrayList<>();
        private final List<Integer> waiting = new ArrayList<>();
        private final List<Integer> inTurn = new ArrayList<>();
        private final SplittableRandom random;
        private final long epoch;
        private long nowNs;
        private int stayed;
        private int compared;

        /** With places all is a thousand times longer, so that there is room for them. */
        Twins(long seed, long base, boolean places) {
            this.places = places;
            unit = places ? 1_000 : 1;
            slotNs = SLOT * unit;
            queue = new PhaseQueue<>(slotNs, places);
            random = new SplittableRandom(seed);
            epoch = base;
            nowNs = base;
            queue.begin(base);
            queue.reserve(200);
        }

        void step() {
            int roll = random.nextInt(100);
            if (roll < 40) {
                take();
            } else if (roll < 75) {
                if (!inTurn.isEmpty()) {
                    end(inTurn.remove(random.nextInt(inTurn.size())));
                }
            } else if (roll < 90) {
                nowNs += random.nextInt(12) * unit;
            } else if (roll < 91) {
                nowNs += random.nextInt(400) * unit;
            } else if (roll < 96 && nodes.size() < 150) {
                come();
            } else if (!waiting.isEmpty()) {
                int id = waiting.get(random.nextInt(waiting.size()));
                remove(id);
                if (random.nextBoolean()) {
                    // Comes again as a resumption does: anywhere ahead.
                    queueAgain(id, nowNs + random.nextLong(300 * unit));
                } else {
                    waiting.remove((Integer) id);
                    setDue(id, onGrid(nodes.get(id).periodNs));
                    queue.add(nodes.get(id));
                    heap.add(oracles.get(id));
                    waiting.add(id);
                }
            }
            compare();
        }

        private void come() {
            int id = nodes.size();
            Node node = new Node(id);
            Node oracle = new Node(id);
            node.periodNs = PERIODS[random.nextInt(PERIODS.length)] * unit;
            oracle.periodNs = node.periodNs;
            nodes.add(node);
            oracles.add(oracle);
            setDue(id, random.nextInt(4) == 0 ? nowNs + random.nextLong(node.periodNs) : onGrid(node.periodNs));
            queue.add(node);
            heap.add(oracle);
            waiting.add(id);
        }

        /** A point of a slot within a period from now. */
        private long onGrid(long period) {
            SlotGrid grid = SlotGrid.of(period, slotNs, places);
            long phase = grid.phaseNs(random.nextInt(grid.count()));
            return Grid.firstDeadline(epoch, nowNs, period, phase);
        }

        private void setDue(int id, long dueNs) {
            nodes.get(id).due(dueNs);
            oracles.get(id).due(dueNs);
        }

        private void remove(int id) {
            if (nodes.get(id).isQueued()) {
                queue.remove(nodes.get(id));
            }
            heap.remove(oracles.get(id));
        }

        private void queueAgain(int id, long dueNs) {
            setDue(id, dueNs);
            queue.add(nodes.get(id));
            heap.add(oracles.get(id));
        }

        private void take() {
            Node head = queue.first(nowNs);
            Node expected = heap.first(nowNs);
            assertSame(head, expected);
            if (head == null) {
                return;
            }
            queue.take(head);
            heap.take(expected);
            head.hold(0);
            if (random.nextInt(10) == 0) {
                assertThat(head.takeBack()).isTrue();
                if (!head.isQueued()) {
                    queue.putBack(head);
                } else {
                    queue.remove(head);
                    queue.putBack(head);
                }
                heap.putBack(expected);
                return;
            }
            assertThat(head.start(0)).isTrue();
            waiting.remove((Integer) head.id);
            inTurn.add(head.id);
        }

        private void end(int id) {
            Node node = nodes.get(id);
            Node oracle = oracles.get(id);
            long steps = Grid.stepsAfterTick(
                    node.dueNs, nowNs, node.periodNs, id % 3 == 0 ? MissPolicy.RUN_LATE : MissPolicy.SKIP);
            boolean stays = node.staysInSlot();
            setDue(id, node.dueNs + steps * node.periodNs);
            if (random.nextInt(10) == 0) {
                node.takeBack();
            }
            if (stays && node.end(0)) {
                stayed++;
            } else {
                if (node.isQueued()) {
                    queue.remove(node);
                }
                queue.putBack(node);
                node.endNoted();
            }
            heap.putBack(oracle);
            waiting.add(id);
        }

        private void compare() {
            Node head = queue.peek();
            Node expected = heap.peek();
            assertSame(head, expected);
            if (head != null) {
                assertThat(queue.nextNs() - head.dueNs)
                        .as("never later than the first")
                        .isLessThanOrEqualTo(0);
            }
            assertSame(queue.first(nowNs), heap.first(nowNs));
            if (++compared % 64 == 0) {
                checkPlaces(queue, nodes);
            }
        }

        private void assertSame(Node node, Node oracle) {
            int id = node == null ? -1 : node.id;
            int expected = oracle == null ? -1 : oracle.id;
            if (id != expected) {
                throw new AssertionError("at " + (nowNs - epoch) + ": " + show(node) + " in place of " + show(oracle));
            }
        }

        private String show(Node node) {
            return node == null
                    ? "none"
                    : node + " (" + (node.dueNs - epoch) + ") arrival " + node.arrival + " period " + node.periodNs;
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -3, 1_000_003, Long.MIN_VALUE + 20, Long.MAX_VALUE - 20_000})
    @DisplayName("gives out what a heap gives out, over long random runs of turns, notes, removals and stalls")
    void sameAsAHeap(long base) {
        int stayed = 0;
        for (long seed = 0; seed < 60; seed++) {
            Twins twins = new Twins(seed * 31 + base, base, seed % 2 == 0);
            try {
                for (int i = 0; i < 3_000; i++) {
                    twins.step();
                }
            } catch (AssertionError e) {
                throw new AssertionError("seed " + seed + ", base " + base, e);
            }
            stayed += twins.stayed;
        }
        assertThat(stayed).as("turns that ended in their slot").isGreaterThan(2_000);
    }

    @Test
    @DisplayName(
            "after a stall of many rounds a node goes to the heap at once, so that nobody walks them all; then it is back")
    void aLongStallIsNotWalkedRoundByRound() {
        PhaseQueue<Node> queue = new PhaseQueue<>(SLOT, false);
        queue.begin(0);
        Node node = new Node(1).due(10);
        queue.add(node);
        long period = node.periodNs;
        long nowNs = 10 + 1_000_000_000L * period;

        assertThat(queue.first(nowNs)).isSameAs(node);
        queue.take(node);
        node.run(0);
        node.due(nowNs + period);
        assertThat(node.end(0)).isTrue();
        // Would take minutes round by round.
        assertThat(queue.first(nowNs)).isNull();
        assertThat(node.staysInSlot()).isFalse();
        assertThat(queue.nextNs()).isEqualTo(nowNs + period);

        assertThat(queue.first(nowNs + period)).isSameAs(node);
        queue.take(node);
        node.due(nowNs + 2 * period);
        queue.putBack(node);
        assertThat(node.staysInSlot()).isTrue();
    }

    @Test
    @DisplayName("a node in its turn when the cursor comes is noted, so that it can't wait in a slot that has gone by")
    void aTurnThatOutlastsItsPeriodIsNoted() {
        PhaseQueue<Node> queue = new PhaseQueue<>(SLOT, false);
        queue.begin(0);
        Node slow = new Node(1).due(10);
        queue.add(slow);
        assertThat(queue.first(10)).isSameAs(slow);
        queue.take(slow);
        slow.hold(3);
        assertThat(slow.start(3)).isTrue();
        assertThat(slow.staysInSlot()).isTrue();

        assertThat(queue.first(110)).isNull();
        slow.due(110);

        assertThat(slow.end(3)).isFalse();
        assertThat(slow.staysInSlot()).isFalse();
        queue.putBack(slow);
        slow.endNoted();
        assertThat(queue.first(110)).isSameAs(slow);
    }

    @Test
    @DisplayName(
            "whoever relieves the first worker looks at the next wake-up, or when a second node of the first is overdue")
    void reliefLooksAtTheNextWakeUp() {
        long ms = 1_000_000;
        PhaseQueue<Node> queue = new PhaseQueue<>(ms / 4, true);
        queue.begin(0);
        queue.add(far(1).due(10 * ms));
        assertThat(queue.reliefNs(ms)).isEqualTo(10 * ms + Lane.FOREVER_NS);
        queue.add(far(2).due(40 * ms));
        assertThat(queue.reliefNs(ms)).as("nothing else waits before that").isEqualTo(40 * ms);
        queue.add(far(3).due(10 * ms + 2_000));
        assertThat(queue.reliefNs(ms)).as("the second of one wake-up").isEqualTo(11 * ms);
        queue.add(far(4).due(10 * ms + ms / 4));
        assertThat(queue.reliefNs(ms)).as("the next wake-up").isEqualTo(10 * ms + ms / 4);
        queue.add(far(5).due(9 * ms + 777));
        assertThat(queue.reliefNs(ms)).as("of the heap").isEqualTo(10 * ms);
    }

    private static Node far(int id) {
        Node node = new Node(id);
        node.periodNs = 50_000_000;
        return node;
    }
}
