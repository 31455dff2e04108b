package dev.maptick.core;

/** Where a registration's ticks run. */
public enum Placement {
    /** On the shared worker pool, in deadline order with the others. */
    POOL("pool"),
    /** Alone on a thread of its own. */
    DEDICATED("dedicated");

    private final String label;

    Placement(String label) {
        this.label = label;
    }

    /**
     * The word used in metrics, reports and the API.
     *
     * @return {@code pool} or {@code dedicated}
     */
    public String label() {
        return label;
    }
}
