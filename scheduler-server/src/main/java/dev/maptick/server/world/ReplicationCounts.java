package dev.maptick.server.world;

import java.util.concurrent.atomic.LongAdder;

/**
 * The demo's sink: nobody is connected, so it counts what would have been sent. Any thread; the three counts are each
 * exact, and agree with each other once no map ticks any more.
 */
public final class ReplicationCounts implements ReplicationSink {
    private final LongAdder flushes = new LongAdder();
    private final LongAdder changes = new LongAdder();
    private final LongAdder bytes = new LongAdder();

    /** Counts from zero. */
    public ReplicationCounts() {}

    @Override
    public void send(String map, byte[] buffer, int length, int changeCount) {
        flushes.increment();
        changes.add(changeCount);
        bytes.add(length);
    }

    /**
     * How often a map had something to send.
     *
     * @return a total that never goes down
     */
    public long flushes() {
        return flushes.sum();
    }

    /**
     * How many changes were sent.
     *
     * @return a total that never goes down
     */
    public long changes() {
        return changes.sum();
    }

    /**
     * How many bytes they took.
     *
     * @return a total that never goes down
     */
    public long bytes() {
        return bytes.sum();
    }
}
