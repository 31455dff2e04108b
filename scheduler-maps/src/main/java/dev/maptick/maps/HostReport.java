package dev.maptick.maps;

import dev.maptick.maps.tasks.TaskPoolReport;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * How the shutdown of a host went. Immutable.
 *
 * @param took how long it took
 * @param closed how many maps have left, those that failed included
 * @param failures for each map that failed to open or to close, its name and the failure of its close future
 * @param open names of maps that had not left when the limit passed
 * @param unsaved for each map whose last state was not written, its name and why; a map that had not ended writing when the
 *     limit passed is among them
 * @param tasks how the background workers were stopped
 */
public record HostReport(
        Duration took,
        int closed,
        Map<String, Throwable> failures,
        List<String> open,
        Map<String, Throwable> unsaved,
        TaskPoolReport tasks) {
    /**
     * Copies what can change.
     *
     * @param took how long it took
     * @param closed how many maps have left
     * @param failures names and failures of maps that failed to open or close
     * @param open names of maps that had not left
     * @param unsaved names of maps whose last state was not written, and why
     * @param tasks how the background workers were stopped
     */
    public HostReport {
        failures = Map.copyOf(failures);
        open = List.copyOf(open);
        unsaved = Map.copyOf(unsaved);
    }

    /**
     * Whether every map closed without a failure, everything is written and no background task is stuck.
     *
     * @return true if so
     */
    public boolean isClean() {
        return failures.isEmpty() && open.isEmpty() && unsaved.isEmpty() && tasks.isClean();
    }

    @Override
    public String toString() {
        StringBuilder out = new StringBuilder(isClean() ? "clean" : "not clean")
                .append(": ")
                .append(closed)
                .append(" maps closed, ")
                .append(failures.size())
                .append(" of them failed, ")
                .append(open.size())
                .append(" still open, ")
                .append(unsaved.size())
                .append(" not saved; tasks ")
                .append(tasks);
        failures.forEach((name, why) -> line(out, "failed", name, why));
        unsaved.forEach((name, why) -> line(out, "not saved", name, why));
        return out.toString();
    }

    private static void line(StringBuilder out, String what, String name, Throwable why) {
        out.append(System.lineSeparator())
                .append("  ")
                .append(what)
                .append(": ")
                .append(name)
                .append(": ")
                .append(why);
    }
}
