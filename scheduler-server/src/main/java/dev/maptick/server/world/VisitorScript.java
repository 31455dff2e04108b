package dev.maptick.server.world;

import java.util.SplittableRandom;

/**
 * When visitors come to one map and how long they stay, from the map's own random numbers. Used inside the map's tick.
 *
 * @param meanGapMillis mean time from one arrival to the next
 * @param leastStayMillis shortest stay
 * @param mostStayMillis longest stay
 */
record VisitorScript(int meanGapMillis, int leastStayMillis, int mostStayMillis) {

    /** Time until the next arrival: between nothing and twice the mean, all equally likely. */
    int nextGapMillis(SplittableRandom random) {
        return random.nextInt(2 * meanGapMillis + 1);
    }

    int nextStayMillis(SplittableRandom random) {
        return random.nextInt(leastStayMillis, mostStayMillis + 1);
    }
}
