package dev.maptick.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

/** The heap keeps the queue's contract, and every node knows its own place. */
class IndexedHeapTest extends DeadlineQueueContractTest {
    @Override
    DeadlineQueue<Node> newQueue() {
        return new IndexedHeap<>();
    }

    @Override
    void checkInside(List<Node> queued) {
        Node[] bySlot = new Node[queued.size()];
        for (Node node : queued) {
            assertThat(node.index).isBetween(0, bySlot.length - 1);
            assertThat(bySlot[node.index])
                    .as("two nodes in slot %d", node.index)
                    .isNull();
            bySlot[node.index] = node;
        }
        for (int slot = 1; slot < bySlot.length; slot++) {
            assertThat(bySlot[slot].before(bySlot[(slot - 1) / 4]))
                    .as("slot %d before its parent", slot)
                    .isFalse();
        }
    }
}
