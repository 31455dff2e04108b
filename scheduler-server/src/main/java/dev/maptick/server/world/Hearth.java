package dev.maptick.server.world;

/**
 * A house's fire: it burns its wood down, its warmth spreads through the rooms, and someone has to put wood on when it is
 * low. One step every 250 ms. Used inside the map's tick.
 */
final class Hearth {
    /** As much wood as it takes, in steps. */
    static final int FULL = 480;

    private static final int LOW = 160;
    private static final int HEAT_PER_STEP = 4_000;
    private static final int RADIUS = 7;
    private static final int KEEP_PERMILLE = 960;
    private static final int GLOW_LEVELS = 8;

    private final int tile;
    private final int x;
    private final int y;
    private final SpreadField warmth;
    private int wood;
    private int glow;

    Hearth(Places places, int firstWood) {
        tile = places.hearth();
        x = places.x(tile);
        y = places.y(tile);
        warmth = new SpreadField(places.plan(), RADIUS, KEEP_PERMILLE);
        warmth.moveTo(x, y);
        wood = Math.min(FULL, Math.max(LOW, firstWood));
        glow = level();
    }

    int tile() {
        return tile;
    }

    int x() {
        return x;
    }

    int y() {
        return y;
    }

    /** Burns for some steps; warmth takes one step however many went by. */
    void step(long steps) {
        if (wood > 0) {
            warmth.feed(HEAT_PER_STEP);
            wood = (int) Math.max(0, wood - steps);
        }
        warmth.spread();
    }

    /** Whether the glow has changed since the last call: what clients see of the fire. */
    boolean glowChanged() {
        int before = glow;
        glow = level();
        return glow != before;
    }

    int glow() {
        return glow;
    }

    int wood() {
        return wood;
    }

    /** As it was when it was saved. */
    void restore(int savedWood) {
        wood = savedWood;
        glow = level();
    }

    boolean isLow() {
        return wood < LOW;
    }

    void tend() {
        wood = FULL;
    }

    int warmthAt(int atX, int atY) {
        return warmth.at(atX, atY);
    }

    private int level() {
        return (wood * GLOW_LEVELS + FULL - 1) / FULL;
    }
}
