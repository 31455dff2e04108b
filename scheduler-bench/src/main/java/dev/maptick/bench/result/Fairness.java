package dev.maptick.bench.result;

/**
 * How evenly the maps were served. Immutable.
 *
 * @param jain Jain's index over the maps of ticks run ÷ ticks due: 1 when all got the same share, 1/n when one got all
 * @param worstGapNs longest time between two starts of a map, both in the window
 */
public record Fairness(double jain, long worstGapNs) {}
