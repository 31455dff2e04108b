package dev.maptick.bench;

/** What the process tells its caller when it ends; the same numbers as those of the service. */
final class ExitCode {
    /** Ran to its end, or to a signal, and reported. */
    static final int OK = 0;

    /** A run failed, or nothing could be written or started. */
    static final int FAILED = 1;

    /** Was asked for something that cannot be. */
    static final int USAGE = 2;

    private ExitCode() {}
}
