package dev.maptick.bench.contender;

/** A map that a contender ticks. */
public interface Registered {
    /** Takes it out. A tick that has begun may still end, and no other begins after that. Any thread, once. */
    void remove();
}
