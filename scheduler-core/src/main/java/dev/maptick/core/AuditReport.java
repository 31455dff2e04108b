package dev.maptick.core;

import java.util.List;

/**
 * What {@link TickScheduler#audit()} has found. Immutable.
 *
 * @param checked maps looked at: all that were let in and had not left
 * @param lost what was found, empty for a sound scheduler; a map may come more than once
 */
public record AuditReport(long checked, List<Loss> lost) {
    /**
     * Copies the list.
     *
     * @param checked maps looked at
     * @param lost what was found
     */
    public AuditReport {
        lost = List.copyOf(lost);
    }

    /**
     * Whether no map is lost.
     *
     * @return true for a sound scheduler
     */
    public boolean isClean() {
        return lost.isEmpty();
    }

    /**
     * A map that is not where it must be.
     *
     * @param name its name
     * @param found what was found in place of that
     */
    public record Loss(String name, String found) {}
}
