package dev.maptick.server.http;

/** Whether the server takes players. */
public enum Readiness {
    /** Maps are still being opened. */
    STARTING,
    /** Every map is open. */
    READY,
    /** Maps are being closed, or are closed. */
    STOPPING
}
