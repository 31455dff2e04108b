package dev.maptick.core;

import org.jspecify.annotations.Nullable;

/**
 * Nodes in order of their due time, first come first served among equals: whoever came, or had its last turn, first.
 * Guarded by the lane's lock. Due times of queued nodes must lie less than 292 years apart. Adding may allocate after more
 * nodes were added than {@link #reserve} made room for; nothing else does.
 */
interface DeadlineQueue<N extends QueueNode> {
    /** Phases count from here, and time too. Before anything is added. */
    default void begin(long startNs) {}

    /** Makes room for so many nodes. */
    void reserve(int capacity);

    /** Queues a newcomer under its {@code dueNs}; it must not be queued. */
    void add(N node);

    /** Queues a node that has had its turn, as {@link #take} noted it, under its new {@code dueNs}; it must not be queued. */
    void putBack(N node);

    /** Takes a node out for good, wherever it stands; it must be queued here. */
    void remove(N node);

    /** The earliest node that waits and whose time has come, left in place. Time never goes back from call to call. */
    @Nullable
    N first(long nowNs);

    /** Takes the node that {@link #first} has just returned. It may stay in a slot of its own for its next turn. */
    void take(N node);

    /** How many nodes are queued, those in their turn that stay in a slot included. */
    int size();

    default boolean isEmpty() {
        return size() == 0;
    }

    /** No node that waits is due before this. One is due then, unless a slot has to be looked at for it. Not empty. */
    long nextNs();

    /**
     * When somebody should look next if the worker that takes the first due time never comes back from its first tick: a
     * due time wherever possible, so that whoever looks has something to do. Not empty.
     *
     * @param graceNs how long a due node may wait
     * @return {@link Lane#FOREVER_NS} after the first due time or more if there is nothing else to look after
     */
    long reliefNs(long graceNs);

    /** About how many nodes that {@link #first} has to give. */
    int dueCount(long nowNs);

    /** The earliest node that waits, exactly, its time come or not. May cost a search; for steppers and checks. */
    @Nullable
    N peek();

    // ---- for the audit; each a few reads ----

    /** Whether a queued node stands where it says. */
    boolean holds(N node);

    /** Whether a node that waits, where it says, is come to no later than it is due. */
    boolean comesUp(N node);

    /**
     * Goes on by one place. Places may be filled and emptied between two calls; each call alone is true.
     *
     * @return who stands there, null if nobody does or the walk is over
     */
    @Nullable
    N walk(QueueWalk walk);
}
