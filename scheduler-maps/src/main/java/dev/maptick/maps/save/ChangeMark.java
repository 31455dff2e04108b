package dev.maptick.maps.save;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Whether a map has something new to save, and whether the book must be told when it has. Two words, each with one writer
 * at a time: {@code changed} is the owner's, who sets it in a tick and clears it at the start of a capture; {@code dormant}
 * is the book's, written under the coordinator's lock only.
 *
 * <p><b>No change is overlooked: a map that has changed does not stay dormant.</b>
 *
 * <pre>
 *   owner, {@link #mark}                        book, {@link #sleep}, with the lock
 *     M1  changed = true                      S1  dormant = true
 *     M2  read dormant; if true, take the     S2  read changed; if true, dormant = false and the turn
 *         lock and have the book rouse it         goes on; if false, the map's state is DORMANT
 * </pre>
 *
 * <p>All four are volatile, so they stand in one order that keeps each side's own. If M1 comes before S2, S2 reads true, for
 * nothing clears {@code changed} between them: only a capture does, and while the book asks, holding the lock, the map is
 * in no capture and can begin none. The map does not fall asleep. If S2 comes before M1, so does S1, and M2 comes after
 * both: it reads true, unless the book has cleared {@code dormant} since, and the book does that only on taking the map out
 * of DORMANT. The owner takes the lock then, which it gets once the book's section is over, and finds the map DORMANT or
 * already taken out of it. With weaker modes M2 could be done before M1 is seen, and S2 before S1: both sides would read
 * false, and the change would be saved at the close at the earliest.
 *
 * <p>A mark that finds {@code changed} set need not look at {@code dormant}: the mark that set it has looked since, and
 * until a capture clears it the map cannot fall asleep, by S2. So a tick of a map that is changed or saved all the time
 * costs one plain read here; the read is of a word that only the owner writes, and ticks of one map are ordered.
 */
final class ChangeMark {
    private final AtomicBoolean changed = new AtomicBoolean();

    /** A map that has never changed has nothing to save. */
    private final AtomicBoolean dormant = new AtomicBoolean(true);

    /**
     * The owner: there is something new to save.
     *
     * @return whether the book has to be told
     */
    boolean mark() {
        if (changed.getPlain()) {
            return false;
        }
        changed.set(true);
        return dormant.get();
    }

    /** The owner, at the start of a capture: what changes from here on belongs to the next one. */
    void clear() {
        changed.set(false);
    }

    /** Anyone. */
    boolean isChanged() {
        return changed.get();
    }

    /**
     * The book: the map has nothing to save as far as is known.
     *
     * @return whether it now is dormant; if not, it has changed
     */
    boolean sleep() {
        if (changed.get()) {
            return false;
        }
        dormant.set(true);
        if (changed.get()) {
            dormant.set(false);
            return false;
        }
        return true;
    }

    /** The book: the map is not dormant any more. */
    void rouse() {
        dormant.set(false);
    }
}
