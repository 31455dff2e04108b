package dev.maptick.maps;

/** Throws what was caught as it was: a game may throw any Throwable, and its close future is to show that very one. */
final class Sneaky {
    private Sneaky() {}

    /**
     * Throws what it is given.
     *
     * @return never; the type lets the compiler see that the caller does not go on
     */
    static RuntimeException rethrow(Throwable failure) {
        Sneaky.<RuntimeException>raise(failure);
        throw new AssertionError("unreachable");
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void raise(Throwable failure) throws T {
        throw (T) failure;
    }
}
