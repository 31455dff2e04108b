package dev.maptick.server.store;

import java.io.IOException;

/** A file is not a complete version of anything. */
final class BadFileException extends IOException {
    private static final long serialVersionUID = 1L;

    BadFileException(String message) {
        super(message);
    }
}
