package dev.maptick.bench.sim;

import java.util.List;

/**
 * What is simulated: maps in the order in which they are registered, and for how long.
 *
 * @param maps the maps
 * @param warmUpNs from the start to the window
 * @param windowNs length of the window, a multiple of every period
 * @param coolDownNs from its end until all deadlines in it should have had their tick
 */
record World(List<SimMap> maps, long warmUpNs, long windowNs, long coolDownNs) {
    World {
        maps = List.copyOf(maps);
    }

    /** Where the window ends. */
    long windowEndNs() {
        return warmUpNs + windowNs;
    }

    /** Where the simulation ends. */
    long endNs() {
        return windowEndNs() + coolDownNs;
    }

    /** Whether a time is in the window. */
    boolean isCounted(long ns) {
        return ns >= warmUpNs && ns < windowEndNs();
    }

    /** How much of a stretch of time is in the window. */
    long counted(long fromNs, long toNs) {
        return Math.max(0, Math.min(toNs, windowEndNs()) - Math.max(fromNs, warmUpNs));
    }

    /** Deadlines of all maps in the window. */
    long due() {
        return maps.stream().mapToLong(map -> windowNs / map.periodNs).sum();
    }
}
