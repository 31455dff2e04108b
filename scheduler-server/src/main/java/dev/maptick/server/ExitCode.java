package dev.maptick.server;

/** What the process tells its caller when it ends. */
public final class ExitCode {
    /** Did what was asked and stopped clean, after a signal too. */
    public static final int OK = 0;

    /** Could not run, or did not stop clean: the port is taken, a map did not finish in time, a count does not add up. */
    public static final int FAILED = 1;

    /** Was asked for something that cannot be: an unknown option, a bad setting, a floor plan that cannot be used. */
    public static final int USAGE = 2;

    private ExitCode() {}
}
