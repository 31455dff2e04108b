package dev.maptick.core;

/**
 * What is kept of each map besides its counts. Immutable.
 *
 * @param percentilesPerMap whether each map keeps its distributions
 */
record InsightSettings(boolean percentilesPerMap) {
    static final InsightSettings DEFAULT = new InsightSettings(false);
}
