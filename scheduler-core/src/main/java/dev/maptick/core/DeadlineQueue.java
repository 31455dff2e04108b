package dev.maptick.core;

import org.jspecify.annotations.Nullable;

/**
 * Nodes in order of their due time, first come first served among equals. Guarded by the lane's lock; no method
 * allocates but {@link #add} when it must grow. Due times of queued nodes must lie less than 292 years apart.
 */
interface DeadlineQueue<N extends QueueNode> {
    /** Makes room for so many nodes. */
    void reserve(int capacity);

    /** Queues a node under its {@code dueNs}; it must not be queued. */
    void add(N node);

    /** Takes a node out, wherever it stands; it must be queued here. */
    void remove(N node);

    /** The earliest node, left in place. */
    @Nullable
    N first();

    /** How many nodes are queued. */
    int size();

    default boolean isEmpty() {
        return size() == 0;
    }
}
