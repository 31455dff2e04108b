package dev.maptick.bench.result;

/**
 * The most a contender kept up with. The other measures of the run are those of the step that held it. Immutable.
 *
 * @param ticksPerSecond maps of the largest load that was held ÷ period
 * @param refusedTicksPerSecond the smallest load that was not: the capacity lies between the two
 * @param steps loads that were tried
 */
public record Capacity(double ticksPerSecond, double refusedTicksPerSecond, int steps) {}
