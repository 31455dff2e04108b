package dev.maptick.server.world;

import org.jspecify.annotations.Nullable;

/**
 * Knows every visitor of the world: those in no map wait here in line, the others are on the way to a map or inside one. Any
 * thread; one lock, held for a few instructions. Always: {@code entered = left + inside}, and
 * {@code population = in line + on the way + inside}.
 */
public final class VisitorDirectory {
    private final Visitor[] waiting;

    /** Index of the next one to go, guarded by this, as are the fields below. */
    private int head;

    private int waitingCount;
    private int onTheWay;
    private long entered;
    private long left;
    private long turnedBack;

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

    int population() {
        return waiting.length;
    }

    /** The visitor who has waited longest sets out for a map; null if nobody is in line. */
    synchronized @Nullable Visitor setOut() {
        if (waitingCount == 0) {
            return null;
        }
        Visitor visitor = waiting[head];
        head = (head + 1) % waiting.length;
        waitingCount--;
        onTheWay++;
        visitor.goTo(Visitor.Place.WAY);
        return visitor;
    }

    /** A visitor has come to a map, which lets it in. */
    synchronized void letIn(Visitor visitor) {
        move(visitor, Visitor.Place.WAY, Visitor.Place.MAP);
        onTheWay--;
        entered++;
    }

    /** A visitor on the way found no map that takes it, and goes to the end of the line. */
    synchronized void turnBack(Visitor visitor) {
        move(visitor, Visitor.Place.WAY, Visitor.Place.LINE);
        onTheWay--;
        turnedBack++;
        lineUp(visitor);
    }

    /** Which of its trips a visitor on the way is on. */
    synchronized long tripOf(Visitor visitor) {
        return visitor.trip();
    }

    /** Whether a visitor is on that trip still, and has not come to a map. */
    synchronized boolean isOnTrip(Visitor visitor, long trip) {
        return visitor.place() == Visitor.Place.WAY && visitor.trip() == trip;
    }

    /** A map gives a visitor back, who goes to the end of the line. */
    synchronized void giveBack(Visitor visitor) {
        move(visitor, Visitor.Place.MAP, Visitor.Place.LINE);
        left++;
        lineUp(visitor);
    }

    private static void move(Visitor visitor, Visitor.Place from, Visitor.Place to) {
        if (visitor.place() != from) {
            throw new IllegalStateException(
                    "visitor " + visitor.id() + " cannot go from " + from + " to " + to + ": is at " + visitor.place());
        }
        visitor.goTo(to);
    }

    private void lineUp(Visitor visitor) {
        waiting[(head + waitingCount) % waiting.length] = visitor;
        waitingCount++;
    }

    /**
     * The counts, all of one moment.
     *
     * @return a snapshot
     */
    public synchronized Counts counts() {
        return new Counts(entered, left, (int) (entered - left), onTheWay, turnedBack);
    }

    /**
     * What a directory has counted.
     *
     * @param entered how often a visitor was let into a map
     * @param left how often one came back out
     * @param inside how many are in a map now: {@code entered - left}
     * @param onTheWay how many are on the way to a map now
     * @param turnedBack how often one found no room on the way and came back
     */
    public record Counts(long entered, long left, long inside, long onTheWay, long turnedBack) {}
}
