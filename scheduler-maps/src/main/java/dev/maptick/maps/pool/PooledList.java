package dev.maptick.maps.pool;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * A list lent by a {@link MapPool}. Every method throws {@link IllegalStateException} after close.
 *
 * @param <T> what is in it
 */
public final class PooledList<T> extends Loan {
    private static final Object[] NONE = {};

    private final MapPool pool;
    private final Shelf<Object[]> shelf;
    private Object[] elements = NONE;
    private int size;

    PooledList(MapPool pool, Shelf<Object[]> shelf) {
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
     * Puts an element at the end.
     *
     * @param element anything but null
     */
    public void add(T element) {
        checkOpen();
        Objects.requireNonNull(element, "element");
        if (size == elements.length) {
            grow();
        }
        elements[size] = element;
        size++;
    }

    /**
     * The element at a place.
     *
     * @param index 0 to below the size
     * @return the element
     * @throws IndexOutOfBoundsException if there is none
     */
    @SuppressWarnings("unchecked") // add and set let nothing else in
    public T get(int index) {
        checkOpen();
        return (T) elements[Objects.checkIndex(index, size)];
    }

    /**
     * Replaces the element at a place.
     *
     * @param index 0 to below the size
     * @param element anything but null
     * @throws IndexOutOfBoundsException if there is none
     */
    public void set(int index, T element) {
        checkOpen();
        elements[Objects.checkIndex(index, size)] = Objects.requireNonNull(element, "element");
    }

    /**
     * Removes the element at a place and puts the last one there: the order changes, nothing moves up.
     *
     * @param index 0 to below the size
     * @return what was there
     * @throws IndexOutOfBoundsException if there is none
     */
    @SuppressWarnings({"unchecked", "NullAway"}) // a place past the size holds null so that nothing is kept alive
    public T swapRemove(int index) {
        checkOpen();
        Object removed = elements[Objects.checkIndex(index, size)];
        size--;
        elements[index] = elements[size];
        elements[size] = null;
        return (T) removed;
    }

    /**
     * Calls something with each element in order. What it adds is seen too.
     *
     * @param action what to call
     */
    public void forEach(Consumer<? super T> action) {
        checkOpen();
        for (int i = 0; i < size; i++) {
            action.accept(get(i));
        }
    }

    /** Removes all elements. */
    @SuppressWarnings("NullAway") // see swapRemove
    public void clear() {
        checkOpen();
        Arrays.fill(elements, 0, size, null);
        size = 0;
    }

    @SuppressWarnings("NullAway") // see swapRemove
    private void grow() {
        Object[] old = elements;
        Object[] larger = shelf.take(Math.max(Shelf.SMALLEST, Math.multiplyExact(size, 2)));
        System.arraycopy(old, 0, larger, 0, size);
        elements = larger;
        if (old.length > 0) {
            Arrays.fill(old, null);
            shelf.giveBack(old);
        }
    }

    @Override
    @SuppressWarnings("NullAway") // see swapRemove
    void giveBack() {
        Arrays.fill(elements, 0, size, null);
        size = 0;
        if (elements.length > 0) {
            shelf.giveBack(elements);
            elements = NONE;
        }
        pool.returned(this);
    }
}
