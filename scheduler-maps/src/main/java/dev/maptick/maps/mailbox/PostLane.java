package dev.maptick.maps.mailbox;

import dev.maptick.maps.MapWork;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jctools.queues.varhandle.MpscVarHandleArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * One lane of a mailbox: a queue of many producers and one consumer at a time, made at the first post. An idle map that
 * nobody posts to has none; one that was posted to keeps it, since a lane given up would have to be proved empty of
 * producers.
 *
 * <p>The queue rounds its size up and so may hold more than the capacity; the exact bound is kept by the depth in the
 * {@link StateWord}, which is raised before an item is published and lowered after it was taken. So the queue never holds
 * more than the depth says and an offer to it never fails.
 *
 * <p>The queue's own indexes count what was published and what was taken, for ever, at no cost.
 */
final class PostLane {
    private static final VarHandle QUEUE;

    static {
        try {
            QUEUE = MethodHandles.lookup().findVarHandle(PostLane.class, "queue", MpscVarHandleArrayQueue.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** One item of this lane in the {@link StateWord}. */
    final long one;

    final int capacity;

    private volatile @Nullable MpscVarHandleArrayQueue<MapWork> queue;

    /** Consumer only: what may still be taken in this drain. */
    private int left;

    /** Consumer only: when everything below this index was there at {@link #markNs}. */
    private long markIndex;

    private long markNs;

    PostLane(long one, int capacity) {
        this.one = one;
        this.capacity = capacity;
    }

    /** The queue, made if there is none. Before the depth is raised, so that a lack of memory leaves nothing behind. */
    MpscVarHandleArrayQueue<MapWork> ensure() {
        MpscVarHandleArrayQueue<MapWork> present = queue;
        return present == null ? make() : present;
    }

    private MpscVarHandleArrayQueue<MapWork> make() {
        MpscVarHandleArrayQueue<MapWork> made = new MpscVarHandleArrayQueue<>(Math.max(2, capacity));
        @SuppressWarnings("unchecked")
        MpscVarHandleArrayQueue<MapWork> found =
                (MpscVarHandleArrayQueue<MapWork>) QUEUE.compareAndExchange(this, null, made);
        return found == null ? made : found;
    }

    /** Puts an item in whose place the caller has reserved. */
    static void publish(MpscVarHandleArrayQueue<MapWork> queue, MapWork work) {
        if (!queue.offer(work)) {
            throw new AssertionError("no room for an item that was admitted");
        }
    }

    /** How many were ever published. */
    long published() {
        MpscVarHandleArrayQueue<MapWork> q = queue;
        return q == null ? 0 : q.currentProducerIndex();
    }

    /**
     * The consumer begins a drain: only what is there now will be taken.
     *
     * @return for how long the oldest item was seen left over by earlier drains, 0 if none was
     */
    long begin(long nowNs) {
        MpscVarHandleArrayQueue<MapWork> q = queue;
        if (q == null) {
            return 0;
        }
        long taken = q.currentConsumerIndex();
        long published = q.currentProducerIndex();
        left = (int) (published - taken);
        if (taken < markIndex) {
            return nowNs - markNs;
        }
        markIndex = published;
        markNs = nowNs;
        return 0;
    }

    boolean hasLeft() {
        return left > 0;
    }

    int left() {
        return left;
    }

    /** Nothing more of this lane in this drain. */
    void stop() {
        left = 0;
    }

    /**
     * Takes the next item. By one consumer at a time, handed over by the word.
     *
     * @return null if there is none, or the producer at the head has its place and has not put the item there yet; what
     *     is behind it keeps its order and waits too
     */
    @Nullable
    MapWork poll() {
        MpscVarHandleArrayQueue<MapWork> q = queue;
        return q == null ? null : q.relaxedPoll();
    }

    /** The same, of what was there when the drain began. */
    @Nullable
    MapWork pollLeft() {
        MapWork work = poll();
        left = work == null ? 0 : left - 1;
        return work;
    }
}
