package dev.maptick.maps.pool;

import java.util.Objects;

/** A list of ints lent by a {@link MapPool}. Every method throws {@link IllegalStateException} after close. */
public final class PooledInts extends Loan {
    private static final int[] NONE = {};

    private final MapPool pool;
    private final Shelf<int[]> shelf;
    private int[] elements = NONE;
    private int size;

    PooledInts(MapPool pool, Shelf<int[]> shelf) {
        this.pool = pool;
        this.shelf = shelf;
    }

    /**
     * How many elements there are.
     *
     * @return 0 or more
     */
    public int size() {
        checkOpen();
        return size;
    }

    /**
     * Whether there are none.
     *
     * @return true if so
     */
    public boolean isEmpty() {
        return size() == 0;
    }

    /**
     * Puts a number at the end.
     *
     * @param value any number
     */
    public void add(int value) {
        checkOpen();
        if (size == elements.length) {
            grow();
        }
        elements[size] = value;
        size++;
    }

    /**
     * The number at a place.
     *
     * @param index 0 to below the size
     * @return the number
     * @throws IndexOutOfBoundsException if there is none
     */
    public int get(int index) {
        checkOpen();
        return elements[Objects.checkIndex(index, size)];
    }

    /**
     * Replaces the number at a place.
     *
     * @param index 0 to below the size
     * @param value any number
     * @throws IndexOutOfBoundsException if there is none
     */
    public void set(int index, int value) {
        checkOpen();
        elements[Objects.checkIndex(index, size)] = value;
    }

    /**
     * Removes the number at a place and puts the last one there.
     *
     * @param index 0 to below the size
     * @return what was there
     * @throws IndexOutOfBoundsException if there is none
     */
    public int swapRemove(int index) {
        checkOpen();
        int removed = elements[Objects.checkIndex(index, size)];
        size--;
        elements[index] = elements[size];
        return removed;
    }

    /** Removes all. */
    public void clear() {
        checkOpen();
        size = 0;
    }

    private void grow() {
        int[] old = elements;
        int[] larger = shelf.take(Math.max(Shelf.SMALLEST, Math.multiplyExact(size, 2)));
        System.arraycopy(old, 0, larger, 0, size);
        elements = larger;
        if (old.length > 0) {
            shelf.giveBack(old);
        }
    }

    @Override
    void giveBack() {
        size = 0;
        if (elements.length > 0) {
            shelf.giveBack(elements);
            elements = NONE;
        }
        pool.returned(this);
    }
}
