package dev.maptick.server.world;

/** Reads from a saved map how many changes it had, for tests of other packages. */
public final class SavedChanges {
    private SavedChanges() {}

    /** Throws if the bytes are not whole. */
    public static long of(byte[] bytes) {
        try {
            return MapState.decode(bytes).changes();
        } catch (BadStateException e) {
            throw new AssertionError(e);
        }
    }
}
