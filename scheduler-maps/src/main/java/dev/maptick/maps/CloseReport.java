package dev.maptick.maps;

import java.util.Map;

/**
 * How the maps of a {@link MapHost#closeAll()} were closed. Immutable.
 *
 * @param closed how many maps were to be closed, those that failed included
 * @param failures for each map that failed to open or to close, its name and the failure of its close future
 */
public record CloseReport(int closed, Map<String, Throwable> failures) {
    /**
     * Copies the map.
     *
     * @param closed how many maps were to be closed, those that failed included
     * @param failures for each map that failed to open or to close, its name and the failure of its close future
     */
    public CloseReport {
        failures = Map.copyOf(failures);
    }

    /**
     * Whether every map closed without a failure.
     *
     * @return true if there are no failures
     */
    public boolean isClean() {
        return failures.isEmpty();
    }
}
