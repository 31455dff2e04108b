package dev.maptick.maps.tasks;

import dev.maptick.core.Names;
import java.util.List;

/**
 * How a background pool's shutdown went. Immutable.
 *
 * @param skipped tasks that were queued when it began; each was reported as cancelled, with the reason
 * @param ended tasks that were running when it began and ended within the limit
 * @param stuck tasks that had not ended when the limit passed; each was reported as cancelled all the same
 */
public record TaskPoolReport(int skipped, int ended, List<Stuck> stuck) {
    /**
     * Copies the list.
     *
     * @param skipped as above
     * @param ended as above
     * @param stuck as above
     */
    public TaskPoolReport {
        stuck = List.copyOf(stuck);
    }

    /**
     * Whether no work runs any more.
     *
     * @return true if nothing is stuck
     */
    public boolean isClean() {
        return stuck.isEmpty();
    }

    /**
     * Work that did not answer its signal.
     *
     * @param map the name of the map that submitted it
     * @param thread the thread it holds
     * @param stack that thread's stack when the limit had passed, innermost frame first
     */
    public record Stuck(String map, String thread, List<StackTraceElement> stack) {
        /**
         * Copies the list.
         *
         * @param map as above
         * @param thread as above
         * @param stack as above
         */
        public Stuck {
            stack = List.copyOf(stack);
        }

        @Override
        public String toString() {
            StringBuilder out = new StringBuilder("a task of map ")
                    .append(Names.quote(map))
                    .append(": still running on ")
                    .append(thread);
            for (StackTraceElement frame : stack) {
                out.append(System.lineSeparator()).append("    at ").append(frame);
            }
            return out.toString();
        }
    }

    @Override
    public String toString() {
        StringBuilder out = new StringBuilder(isClean() ? "clean" : "not clean")
                .append(": ")
                .append(skipped)
                .append(" tasks skipped, ")
                .append(ended)
                .append(" ended, ")
                .append(stuck.size())
                .append(" stuck");
        for (Stuck s : stuck) {
            out.append(System.lineSeparator()).append("  ").append(s);
        }
        return out.toString();
    }
}
