package dev.maptick.server.world;

/** Decides for the walkers of one map. Called inside the map's tick. */
interface Mind {
    /** The walker stands still, its pause is over and it has no path: what now. A visitor's next tick, a resident's thought. */
    void decide(Walker walker);

    /** The walker has set foot on the next tile of its path, perhaps the last one. */
    void entered(Walker walker);
}
