package dev.maptick.core;

/** What a worker has just read of the lanes of its crew: the two earliest due times. The worker's own; no object for each look. */
final class Seen {
    /** The lane that has what is due first. */
    Lane first;

    long firstNs;

    /** When the earliest of all other lanes is due. */
    long secondNs;

    /** How many lanes have something due. */
    int dueLanes;

    Seen(Lane home) {
        first = home;
    }

    void begin(Lane lane, long dueNs) {
        first = lane;
        firstNs = dueNs;
        secondNs = dueNs + Lane.FOREVER_NS / 2;
    }

    void add(Lane lane, long dueNs) {
        if (dueNs - firstNs < 0) {
            secondNs = firstNs;
            firstNs = dueNs;
            first = lane;
        } else if (dueNs - secondNs < 0) {
            secondNs = dueNs;
        }
    }

    /** When the earliest of all lanes but one is due. */
    long exceptNs(Lane lane) {
        return lane == first ? secondNs : firstNs;
    }
}
