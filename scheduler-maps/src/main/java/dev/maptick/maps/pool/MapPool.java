package dev.maptick.maps.pool;

/**
 * Lends lists and arrays to one map. Use them in a {@code try} with resources: closing gives the array back. Giving back
 * twice and using one after that are refused; without strict mode the object is lent again after 64 others of its kind
 * were given back, and from then on such a late use is no longer found.
 *
 * <p>The map's thread only; no locks. In steady state nothing is allocated: an array is looked for among the free ones of
 * its size. How much free memory is kept is bounded.
 *
 * <p>{@link #outstanding()} is 0 between ticks in a map that gives back all it borrows; tests hold that.
 */
public final class MapPool {
    /** The default limit for free arrays. */
    public static final long DEFAULT_MAX_RETAINED_BYTES = 1 << 20;

    private final Shelf.Retained retained;
    private final Shelf<Object[]> objects;
    private final Shelf<int[]> ints;
    private final Shelf<byte[]> bytes;
    private final LoanRow<PooledList<?>> lists;
    private final LoanRow<PooledInts> intLists;
    private final LoanRow<PooledBytes> byteArrays;
    private int outstanding;

    /**
     * Makes an empty pool.
     *
     * @param maxRetainedBytes how much memory the free arrays may take, 0 or more; object references count 8 bytes each
     * @param strict whether every late use is found, at the price of an object for each loan; for tests
     */
    public MapPool(long maxRetainedBytes, boolean strict) {
        if (maxRetainedBytes < 0) {
            throw new IllegalArgumentException("maxRetainedBytes=" + maxRetainedBytes + " is below 0");
        }
        retained = new Shelf.Retained(maxRetainedBytes);
        objects = new Shelf<>(Object[]::new, a -> a.length, 8, retained);
        ints = new Shelf<>(int[]::new, a -> a.length, 4, retained);
        bytes = new Shelf<>(byte[]::new, a -> a.length, 1, retained);
        lists = new LoanRow<>(() -> new PooledList<>(this, objects), strict);
        intLists = new LoanRow<>(() -> new PooledInts(this, ints), strict);
        byteArrays = new LoanRow<>(() -> new PooledBytes(this, bytes), strict);
    }

    /** Makes an empty pool with the default limit. */
    public MapPool() {
        this(DEFAULT_MAX_RETAINED_BYTES, false);
    }

    /**
     * Lends an empty list.
     *
     * @param <T> what is in it
     * @return a list, to be closed
     */
    @SuppressWarnings("unchecked") // it is empty, so it is a list of anything
    public <T> PooledList<T> list() {
        outstanding++;
        return (PooledList<T>) lists.take();
    }

    /**
     * Lends an empty list of ints.
     *
     * @return a list, to be closed
     */
    public PooledInts ints() {
        outstanding++;
        return intLists.take();
    }

    /**
     * Lends an array.
     *
     * @param minLength how long it must be at least, 0 or more
     * @return an array, to be closed; what is in it is left from before
     */
    public PooledBytes bytes(int minLength) {
        if (minLength < 0) {
            throw new IllegalArgumentException("minLength=" + minLength + " is below 0");
        }
        PooledBytes lent = byteArrays.take();
        lent.length(minLength);
        outstanding++;
        return lent;
    }

    void returned(PooledList<?> list) {
        outstanding--;
        lists.giveBack(list);
    }

    void returned(PooledInts list) {
        outstanding--;
        intLists.giveBack(list);
    }

    void returned(PooledBytes array) {
        outstanding--;
        byteArrays.giveBack(array);
    }

    /**
     * How many loans are not given back.
     *
     * @return 0 or more
     */
    public int outstanding() {
        return outstanding;
    }

    /**
     * How much memory the free arrays take.
     *
     * @return bytes of their elements, at most the limit
     */
    public long retainedBytes() {
        return retained.bytes;
    }

    /**
     * How often an array was made because none was free.
     *
     * @return a count
     */
    public long made() {
        return retained.made;
    }

    /**
     * How often a free array was lent again.
     *
     * @return a count
     */
    public long reused() {
        return retained.reused;
    }

    /**
     * How many arrays that were given back were dropped because of a limit.
     *
     * @return a count
     */
    public long dropped() {
        return retained.dropped;
    }

    @Override
    public String toString() {
        return "MapPool[" + outstanding + " lent, " + retained.bytes + " bytes free, " + retained.made + " made, "
                + retained.reused + " reused, " + retained.dropped + " dropped]";
    }
}
