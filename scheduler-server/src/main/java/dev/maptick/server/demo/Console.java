package dev.maptick.server.demo;

import java.io.PrintStream;

/**
 * Where a run talks to its user. On a terminal a line that only reports progress is overwritten by the next one; elsewhere,
 * in a file or a pipe, each gets a line of its own. One thread.
 */
final class Console {
    /** To the start of the line, and what is too long for it cut off in place of wrapped. */
    private static final String BEGIN_PROGRESS = "\r\u001b[?7l";

    /** What is left of a longer line before cleared, and wrapping as it was. */
    private static final String END_PROGRESS = "\u001b[K\u001b[?7h";

    private final PrintStream out;
    private final boolean terminal;
    private boolean progressShown;

    /** The launcher says whether its standard output is a terminal; without it no line is overwritten. */
    Console(PrintStream out) {
        this(out, Boolean.getBoolean("maptick.terminal"));
    }

    Console(PrintStream out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    /** A line that stays. */
    void say(String line) {
        endProgress();
        out.println(line);
        out.flush();
    }

    /** Text with line ends of its own. */
    void print(String text) {
        endProgress();
        out.print(text);
        out.flush();
    }

    /** A line that the next one of its kind may overwrite. */
    void progress(String line) {
        if (terminal) {
            out.print(BEGIN_PROGRESS + line + END_PROGRESS);
            progressShown = true;
        } else {
            out.println(line);
        }
        out.flush();
    }

    private void endProgress() {
        if (progressShown) {
            out.println();
            progressShown = false;
        }
    }
}
