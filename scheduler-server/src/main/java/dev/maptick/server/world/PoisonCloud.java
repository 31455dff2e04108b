package dev.maptick.server.world;

import java.util.SplittableRandom;

/**
 * A dungeon's poison: it breaks out somewhere, spreads, thins out, and breaks out elsewhere. One step every 250 ms. Used
 * inside the map's tick.
 */
final class PoisonCloud {
    private static final int RADIUS = 12;
    private static final int KEEP_PERMILLE = 985;
    private static final int OUTBREAK = 400_000;
    static final int STEPS = 80;
    private static final int HARMFUL = 400;

    private final Places places;
    private final SplittableRandom random;
    private final SpreadField density;
    private int source;
    private long stepsLeft;

    PoisonCloud(Places places, SplittableRandom random) {
        this.places = places;
        this.random = random;
        density = new SpreadField(places.plan(), RADIUS, KEEP_PERMILLE);
    }

    /**
     * Spreads for some steps.
     *
     * @return true if it broke out anew
     */
    boolean step(long steps) {
        stepsLeft -= steps;
        if (stepsLeft > 0) {
            density.spread();
            return false;
        }
        stepsLeft = STEPS;
        source = places.anyTile(random);
        density.moveTo(places.x(source), places.y(source));
        density.feed(OUTBREAK);
        return true;
    }

    int source() {
        return source;
    }

    int stepsLeft() {
        return (int) Math.max(0, stepsLeft);
    }

    /** As it was when it was saved: the place and the time, the cloud spreads anew. */
    void restore(int savedSource, int savedSteps) {
        source = savedSource;
        stepsLeft = savedSteps;
        if (savedSteps == 0) {
            return;
        }
        density.moveTo(places.x(source), places.y(source));
        density.feed(OUTBREAK);
    }

    boolean harms(int x, int y) {
        return density.at(x, y) >= HARMFUL;
    }
}
