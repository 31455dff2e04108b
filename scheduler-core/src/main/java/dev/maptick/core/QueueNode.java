package dev.maptick.core;

/** What a {@link DeadlineQueue} orders. The fields belong to the queue and its lock. */
abstract class QueueNode {
    static final int NOT_QUEUED = -1;

    /** When this node is due. */
    long dueNs;

    /** Order of arrival among equals, set by the queue. */
    long arrival;

    /** Where the queue keeps this node, {@link #NOT_QUEUED} outside. */
    int slot = NOT_QUEUED;

    final boolean isQueued() {
        return slot != NOT_QUEUED;
    }

    /** Whether this node comes before another. By difference, so that counter wrap does not matter. */
    final boolean before(QueueNode other) {
        long gap = dueNs - other.dueNs;
        return gap < 0 || (gap == 0 && arrival - other.arrival < 0);
    }
}
