package dev.maptick.server.http;

/** The HTTP port could not be opened. */
public final class PortTakenException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    PortTakenException(int port, Throwable cause) {
        super("port " + port + " on the loopback address cannot be opened, another process may hold it", cause);
    }
}
