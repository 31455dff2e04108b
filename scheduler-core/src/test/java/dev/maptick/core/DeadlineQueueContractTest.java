package dev.maptick.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every {@link DeadlineQueue} must do. A plain sorted list is the model. */
abstract class DeadlineQueueContractTest {
    private static final long SEED = 4_711;

    /** A new, empty queue. */
    abstract DeadlineQueue<Node> newQueue();

    /** Checks the inside of a queue that holds exactly these nodes, where a kind of queue has something to check. */
    void checkInside(List<Node> queued) {}

    static final class Node extends QueueNode {
        final int id;
        long periodNs = 100;

        Node(int id) {
            this.id = id;
        }

        @Override
        long periodNs() {
            return periodNs;
        }

        Node due(long ns) {
            dueNs = ns;
            return this;
        }

        @Override
        public String toString() {
            return "node " + id + " due " + dueNs;
        }
    }

    @Test
    void emptyQueueHasNoFirst() {
        DeadlineQueue<Node> queue = newQueue();

        assertThat(queue.first(0)).isNull();
        assertThat(queue.peek()).isNull();
        assertThat(queue.isEmpty()).isTrue();
        assertThat(queue.size()).isZero();
    }

    @Test
    void servesEarliestFirstAndEqualsInOrderOfArrival() {
        DeadlineQueue<Node> queue = newQueue();
        List<Node> nodes = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            Node node = new Node(i).due(i % 3);
            nodes.add(node);
            queue.add(node);
        }

        List<Node> drained = drain(queue);

        assertThat(drained).hasSize(100);
        for (int i = 1; i < drained.size(); i++) {
            Node before = drained.get(i - 1);
            Node after = drained.get(i);
            assertThat(before.dueNs < after.dueNs || (before.dueNs == after.dueNs && before.id < after.id))
                    .as("%s then %s", before, after)
                    .isTrue();
        }
        assertThat(nodes).noneMatch(QueueNode::isQueued);
    }

    @Test
    void aNodeQueuedAgainGoesBehindItsEquals() {
        DeadlineQueue<Node> queue = newQueue();
        Node first = new Node(1).due(5);
        Node second = new Node(2).due(5);
        queue.add(first);
        queue.add(second);

        queue.remove(first);
        queue.add(first);

        assertThat(drain(queue)).containsExactly(second, first);
    }

    @Test
    void nothingIsGivenOutBeforeItsTime() {
        DeadlineQueue<Node> queue = newQueue();
        Node early = new Node(1).due(5);
        Node late = new Node(2).due(7);
        queue.add(late);
        queue.add(early);

        assertThat(queue.first(4)).isNull();
        assertThat(queue.nextNs()).isEqualTo(5);
        assertThat(queue.first(5)).isSameAs(early);
        queue.take(early);
        assertThat(queue.first(6)).isNull();
        assertThat(queue.nextNs()).isEqualTo(7);
        assertThat(queue.first(100)).isSameAs(late);
    }

    @Test
    @DisplayName(
            "put back after its turn, a node comes before equals that had theirs later and before those that came later")
    void servedLongestAgoGoesFirstAmongEquals() {
        DeadlineQueue<Node> queue = newQueue();
        Node a = new Node(1).due(5);
        Node b = new Node(2).due(5);
        queue.add(a);
        queue.add(b);
        for (Node node : List.of(a, b)) {
            assertThat(queue.first(5)).isSameAs(node);
            queue.take(node);
        }
        Node newcomer = new Node(3).due(105);
        queue.add(newcomer);
        for (Node node : List.of(b, a)) {
            if (node.isQueued()) {
                queue.remove(node);
            }
            queue.putBack(node.due(105));
        }

        assertThat(drain(queue)).containsExactly(a, b, newcomer);
    }

    @Test
    void removesFromAnyPlace() {
        for (int victim = 0; victim < 40; victim++) {
            DeadlineQueue<Node> queue = newQueue();
            List<Node> model = new ArrayList<>();
            SplittableRandom random = new SplittableRandom(SEED + victim);
            List<Node> all = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                Node node = new Node(i).due(random.nextLong(20));
                all.add(node);
                queue.add(node);
                insert(model, node);
            }

            queue.remove(all.get(victim));
            model.remove(all.get(victim));

            assertThat(all.get(victim).isQueued()).isFalse();
            checkInside(model);
            assertThat(drain(queue)).as("without node %d", victim).isEqualTo(model);
        }
    }

    @Test
    void misuseIsRefusedAndHarmsNothing() {
        DeadlineQueue<Node> queue = newQueue();
        DeadlineQueue<Node> other = newQueue();
        Node here = new Node(1).due(1);
        Node there = new Node(2).due(2);
        queue.add(here);
        other.add(there);

        assertThatThrownBy(() -> queue.add(here)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> queue.remove(there)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> queue.remove(new Node(3))).isInstanceOf(IllegalStateException.class);
        assertThat(drain(queue)).containsExactly(here);
        assertThat(drain(other)).containsExactly(there);
    }

    @Test
    @DisplayName("order follows true time across the wrap of the counter, whatever value is used elsewhere as a marker")
    void ordersAcrossTheWrap() {
        long[] dues = {
            Long.MAX_VALUE - 1, Long.MAX_VALUE, Long.MIN_VALUE, Long.MIN_VALUE + 1, Long.MIN_VALUE + 120_000_000L
        };
        DeadlineQueue<Node> queue = newQueue();
        for (int i = dues.length - 1; i >= 0; i--) {
            queue.add(new Node(i).due(dues[i]));
        }

        assertThat(drain(queue)).extracting(n -> n.id).containsExactly(0, 1, 2, 3, 4);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE, Long.MAX_VALUE - 500})
    void behavesLikeASortedListOverALongRandomRun(long base) {
        SplittableRandom random = new SplittableRandom(SEED ^ base);
        DeadlineQueue<Node> queue = newQueue();
        List<Node> model = new ArrayList<>();
        List<Node> free = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            free.add(new Node(i));
        }
        int operations = 50_000;
        for (int i = 0; i < operations; i++) {
            int roll = random.nextInt(100);
            // Waves: mostly adding for a while, then mostly taking, so that the queue runs full and empty by turns.
            boolean filling = (i / 2_000) % 2 == 0;
            if (!free.isEmpty() && (model.isEmpty() || roll < (filling ? 65 : 35))) {
                Node node = free.remove(random.nextInt(free.size()));
                node.due(base + random.nextLong(1_000));
                queue.add(node);
                insert(model, node);
            } else if (roll % 3 == 0) {
                Node node = model.remove(random.nextInt(model.size()));
                queue.remove(node);
                free.add(node);
            } else {
                Node node = model.remove(0);
                assertThat(queue.first(base + 1_000))
                        .as("seed %d, step %d", SEED, i)
                        .isSameAs(node);
                assertThat(queue.nextNs()).isEqualTo(node.dueNs);
                queue.take(node);
                free.add(node);
            }
            if (queue.size() != model.size() || queue.peek() != (model.isEmpty() ? null : model.get(0))) {
                throw new AssertionError("seed " + SEED + ", step " + i + ": first " + queue.peek() + " of "
                        + queue.size() + ", model " + model);
            }
            if (i % 500 == 0) {
                checkInside(model);
                checkPlaces(queue, model);
            }
        }
        assertThat(drain(queue)).isEqualTo(model);
    }

    @Test
    void allocatesNothingOnceItHasGrown() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        DeadlineQueue<Node> queue = newQueue();
        Node[] nodes = new Node[500];
        for (int i = 0; i < nodes.length; i++) {
            nodes[i] = new Node(i).due(i * 7L % 100);
            queue.add(nodes[i]);
        }
        churn(queue, nodes, 20_000);

        long before = threads.getCurrentThreadAllocatedBytes();
        churn(queue, nodes, 100_000);
        long bytes = threads.getCurrentThreadAllocatedBytes() - before;

        assertThat(bytes).as("bytes over 100,000 rounds").isLessThan(2_000);
    }

    private static void churn(DeadlineQueue<Node> queue, Node[] nodes, int rounds) {
        for (int i = 0; i < rounds; i++) {
            Node head = queue.peek();
            queue.remove(head);
            head.dueNs += 100;
            queue.add(head);
            Node any = nodes[i % nodes.length];
            queue.remove(any);
            queue.add(any);
        }
    }

    /** Each queued node, and no other, is met once by a walk, where it says; and those that wait are come to in time. */
    static void checkPlaces(DeadlineQueue<Node> queue, List<Node> all) {
        List<Node> met = new ArrayList<>();
        QueueWalk walk = new QueueWalk();
        while (!walk.isOver()) {
            Node node = queue.walk(walk);
            if (node != null) {
                assertThat(walk.isPlaceOf(node)).as("%s", node).isTrue();
                met.add(node);
            }
        }
        List<Node> queued = all.stream().filter(QueueNode::isQueued).toList();
        assertThat(met).containsExactlyInAnyOrderElementsOf(queued);
        assertThat(queued).hasSize(queue.size()).allMatch(queue::holds);
        assertThat(queued).filteredOn(QueueNode::waits).allMatch(queue::comesUp);
    }

    private static void insert(List<Node> model, Node node) {
        int at = model.size();
        while (at > 0 && node.dueNs - model.get(at - 1).dueNs < 0) {
            at--;
        }
        model.add(at, node);
    }

    private static List<Node> drain(DeadlineQueue<Node> queue) {
        List<Node> out = new ArrayList<>();
        for (Node node = queue.peek(); node != null; node = queue.peek()) {
            assertThat(queue.nextNs()).isEqualTo(node.dueNs);
            queue.remove(node);
            out.add(node);
        }
        assertThat(queue.isEmpty()).isTrue();
        return out;
    }
}
