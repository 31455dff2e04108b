package dev.maptick.maps.pool;

/** An array of bytes lent by a {@link MapPool}. Every method throws {@link IllegalStateException} after close. */
public final class PooledBytes extends Loan {
    private static final byte[] NONE = {};

    private final MapPool pool;
    private final Shelf<byte[]> shelf;
    private byte[] array = NONE;
    private int length;

    PooledBytes(MapPool pool, Shelf<byte[]> shelf) {
        this.pool = pool;
        this.shelf = shelf;
    }

    void length(int minLength) {
        length = minLength;
        array = shelf.take(minLength);
    }

    /**
     * The length asked for.
     *
     * @return 0 or more, at most the array's own length
     */
    public int length() {
        checkOpen();
        return length;
    }

    /**
     * The array. Whoever keeps it past the close writes into another's.
     *
     * @return as long as asked for or longer; what is in it is left from before
     */
    public byte[] array() {
        checkOpen();
        return array;
    }

    @Override
    void giveBack() {
        shelf.giveBack(array);
        array = NONE;
        length = 0;
        pool.returned(this);
    }
}
