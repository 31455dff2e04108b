package dev.maptick.bench.sim;

/**
 * Queueing delay: the start of a tick less its deadline. Exact quantiles over all ticks. Immutable.
 *
 * @param p50Ns half of the ticks waited no longer
 * @param p99Ns 99 in 100
 * @param p999Ns 999 in 1,000
 * @param maxNs all
 */
public record Delay(long p50Ns, long p99Ns, long p999Ns, long maxNs) {}
