package dev.maptick.server.store;

import java.io.IOException;

/** A map has files in the data directory, and none of them can be read as a complete version of it. */
public final class CorruptSnapshotException extends IOException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes one.
     *
     * @param message which files, and what is wrong with each
     */
    public CorruptSnapshotException(String message) {
        super(message);
    }
}
