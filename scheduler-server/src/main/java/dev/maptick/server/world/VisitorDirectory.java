package dev.maptick.server.world;

import org.jspecify.annotations.Nullable;

/**
 * Knows every visitor of the world: those in no map wait here in line, the others are in the map that took them. Any
 * thread; one lock, held for a few instructions. Always: {@code entered = left + inside}.
 */
public final class VisitorDirectory {
    private final Visitor[] waiting;

    /** Index of the next one to go, guarded by this, as are the fields below. */
    private int head;

    private int waitingCount;
    private long entered;
    private long left;
    private long turnedAway;

    /**
     * A directory with everybody in line.
     *
     * @param population how many visitors there are, 0 or more
     */
    public VisitorDirectory(int population) {
        waiting = new Visitor[population];
        for (int id = 0; id < population; id++) {
            waiting[id] = new Visitor(id);
        }
        waitingCount = population;
    }

    /** The visitor who has waited longest goes into a map; null if everybody is inside one. */
    synchronized @Nullable Visitor take() {
        if (waitingCount == 0) {
            turnedAway++;
            return null;
        }
        Visitor visitor = waiting[head];
        head = (head + 1) % waiting.length;
        waitingCount--;
        entered++;
        visitor.setInside(true);
        return visitor;
    }

    /** A map gives a visitor back, who goes to the end of the line. */
    synchronized void giveBack(Visitor visitor) {
        if (!visitor.isInside()) {
            throw new IllegalStateException("visitor " + visitor.id() + " was given back twice");
        }
        visitor.setInside(false);
        waiting[(head + waitingCount) % waiting.length] = visitor;
        waitingCount++;
        left++;
    }

    /**
     * The counts, all of one moment.
     *
     * @return a snapshot
     */
    public synchronized Counts counts() {
        return new Counts(entered, left, waiting.length - waitingCount, turnedAway);
    }

    /**
     * What a directory has counted.
     *
     * @param entered how often a visitor went into a map
     * @param left how often one came back out
     * @param inside how many are in a map now: {@code entered - left}
     * @param turnedAway how often a map was ready for a visitor and nobody was in line
     */
    public record Counts(long entered, long left, long inside, long turnedAway) {}
}
