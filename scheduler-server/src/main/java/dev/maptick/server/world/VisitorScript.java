package dev.maptick.server.world;

import java.util.SplittableRandom;

/**
 * How long visitors stay in a map, from the map's own random numbers. Used inside the map's tick.
 *
 * @param leastStayMillis shortest stay
 * @param mostStayMillis longest stay
 */
record VisitorScript(int leastStayMillis, int mostStayMillis) {

    int nextStayMillis(SplittableRandom random) {
        return random.nextInt(leastStayMillis, mostStayMillis + 1);
    }
}
