package dev.maptick.maps.pool;

/** Something borrowed from a pool. The map's thread only. */
abstract sealed class Loan implements AutoCloseable permits PooledList, PooledInts, PooledBytes {
    private boolean open;

    void lend() {
        open = true;
    }

    /** Refuses a use after close. */
    final void checkOpen() {
        if (!open) {
            throw new IllegalStateException(getClass().getSimpleName() + " was used after it was given back");
        }
    }

    /**
     * Gives it back to the pool; it must not be used from here on.
     *
     * @throws IllegalStateException if it was given back before
     */
    @Override
    public final void close() {
        if (!open) {
            throw new IllegalStateException(getClass().getSimpleName() + " was given back twice");
        }
        open = false;
        giveBack();
    }

    abstract void giveBack();
}
