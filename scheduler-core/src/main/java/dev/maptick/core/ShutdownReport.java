package dev.maptick.core;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a shutdown went. Immutable.
 *
 * @param took from the request to the end
 * @param stopped maps that left in time, from the request on
 * @param lastTaskFaults last tasks that threw, from the request on
 * @param unfinished each map that had not left
 * @param threadsLeft names of worker threads still alive, held by the unfinished maps
 */
public record ShutdownReport(
        Duration took, long stopped, long lastTaskFaults, List<Unfinished> unfinished, List<String> threadsLeft) {

    /**
     * Copies the lists.
     *
     * @param took as above
     * @param stopped as above
     * @param lastTaskFaults as above
     * @param unfinished as above
     * @param threadsLeft as above
     */
    public ShutdownReport {
        unfinished = List.copyOf(unfinished);
        threadsLeft = List.copyOf(threadsLeft);
    }

    /**
     * Whether every map left through its last task and every thread ended.
     *
     * @return false if anything is left behind
     */
    public boolean isClean() {
        return unfinished.isEmpty() && threadsLeft.isEmpty();
    }

    /**
     * One map that had not left when the limit passed.
     *
     * @param name its name
     * @param group its group
     * @param state what it was doing
     * @param thread the thread that was inside its tick, or null if it waited for one
     * @param stack that thread's stack at the moment the limit passed, innermost frame first; empty without a thread
     */
    public record Unfinished(
            String name,
            String group,
            TickState state,
            @Nullable String thread,
            List<StackTraceElement> stack) {
        /**
         * Copies the list.
         *
         * @param name as above
         * @param group as above
         * @param state as above
         * @param thread as above
         * @param stack as above
         */
        public Unfinished {
            stack = List.copyOf(stack);
        }

        @Override
        public String toString() {
            StringBuilder out = new StringBuilder(Names.quote(name));
            if (thread == null) {
                out.append(": its last task found no free thread");
            } else {
                out.append(": still inside its ")
                        .append(state == TickState.LAST_RUNNING ? "last task" : "tick")
                        .append(" on ")
                        .append(thread);
                for (StackTraceElement frame : stack) {
                    out.append(System.lineSeparator()).append("    at ").append(frame);
                }
            }
            return out.toString();
        }
    }

    @Override
    public String toString() {
        StringBuilder out = new StringBuilder(isClean() ? "clean" : "not clean")
                .append(": ")
                .append(stopped)
                .append(" maps stopped in ")
                .append(took.toMillis())
                .append(" ms, ")
                .append(unfinished.size())
                .append(" unfinished");
        for (Unfinished u : unfinished) {
            out.append(System.lineSeparator()).append("  ").append(u);
        }
        return out.toString();
    }
}
