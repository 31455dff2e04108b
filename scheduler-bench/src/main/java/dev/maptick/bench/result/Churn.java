package dev.maptick.bench.result;

/**
 * The cost of coming and going: time inside the calls, on the thread that makes them. Immutable.
 *
 * @param pairsPerSecond maps that came and went each second; below what was asked if the calls take too long
 * @param registerMeanNs mean of a register call
 * @param registerP99Ns 99 % of them took no longer
 * @param unregisterMeanNs mean of an unregister call
 * @param unregisterP99Ns 99 % of them took no longer
 */
public record Churn(
        double pairsPerSecond,
        double registerMeanNs,
        long registerP99Ns,
        double unregisterMeanNs,
        long unregisterP99Ns) {}
