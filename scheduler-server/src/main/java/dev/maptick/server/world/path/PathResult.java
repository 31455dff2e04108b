package dev.maptick.server.world.path;

/** How a search for a path ended. */
public enum PathResult {

    /** A shortest path was found; the finder holds it until its next search. */
    FOUND,

    /** There is no path at all: an end is blocked or outside, or the two lie in areas that are not connected. */
    UNREACHABLE,

    /** There is a path, but it was not found within the budget of expanded tiles; nearer goals may still be found. */
    OUT_OF_BUDGET
}
