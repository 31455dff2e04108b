package dev.maptick.bench.result;

import org.jspecify.annotations.Nullable;

/**
 * The most a contender kept up with. The other measures of the run are those of the step that held it. Immutable.
 *
 * @param ticksPerSecond maps of the largest load that was held ÷ period
 * @param refusedTicksPerSecond the smallest load that was not: the capacity lies between the two; null if all were held
 * @param steps loads that were tried
 */
public record Capacity(double ticksPerSecond, @Nullable Double refusedTicksPerSecond, int steps) {}
