package dev.maptick.server.world;

import java.util.concurrent.atomic.LongAdder;

/** What happens in the maps of a world, counted over all of them. Any thread; each count is exact. */
public final class WorldCounts {
    private final LongAdder thinks = new LongAdder();
    private final LongAdder thinkFaults = new LongAdder();
    private final LongAdder postsAccepted = new LongAdder();
    private final LongAdder postsRefused = new LongAdder();
    private final LongAdder foundFull = new LongAdder();

    /** Counts from zero. */
    public WorldCounts() {}

    void thought() {
        thinks.increment();
    }

    void thoughtThrew() {
        thinkFaults.increment();
    }

    void posted(boolean accepted) {
        (accepted ? postsAccepted : postsRefused).increment();
    }

    void fullHouse() {
        foundFull.increment();
    }

    /**
     * How often a resident thought.
     *
     * @return a total that never goes down
     */
    public long thinks() {
        return thinks.sum();
    }

    /**
     * How many of those thoughts threw.
     *
     * @return a total that never goes down
     */
    public long thinkFaults() {
        return thinkFaults.sum();
    }

    /**
     * How many visitors were posted to a map.
     *
     * @return a total that never goes down
     */
    public long postsAccepted() {
        return postsAccepted.sum();
    }

    /**
     * How many posts of visitors a map's mailbox refused.
     *
     * @return a total that never goes down
     */
    public long postsRefused() {
        return postsRefused.sum();
    }

    /**
     * How many visitors came to a map that had no room for one more.
     *
     * @return a total that never goes down
     */
    public long foundFull() {
        return foundFull.sum();
    }
}
