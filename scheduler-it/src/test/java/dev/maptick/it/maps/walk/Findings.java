package dev.maptick.it.maps.walk;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * What was done last, and the first thing found wrong. A failed check inside a tick is a fault like any other to the
 * runtime, which goes on, so it is kept here until the step has ended.
 */
final class Findings {
    private static final int KEPT = 80;

    private final Deque<String> recent = new ArrayDeque<>();
    private AssertionError first;
    private long operations;

    /** One operation of the walk. */
    void did(String what) {
        operations++;
        note(what);
    }

    void note(String what) {
        if (recent.size() == KEPT) {
            recent.removeFirst();
        }
        recent.addLast(what);
    }

    long operations() {
        return operations;
    }

    void check(boolean holds, String rule, Object about) {
        if (!holds) {
            wrong(rule + ": " + about, null);
        }
    }

    /** The same, for a comparison of what was found with what should be. */
    void check(boolean holds, String rule, Object found, Object expected) {
        if (!holds) {
            wrong(rule + ", found " + found + ": " + expected, null);
        }
    }

    void wrong(String what, Throwable cause) {
        if (first == null) {
            first = new AssertionError(
                    what + "\nafter " + operations + " operations; the last of them:\n  " + String.join("\n  ", recent),
                    cause);
        }
    }

    void throwIfAny() {
        if (first != null) {
            throw first;
        }
    }
}
