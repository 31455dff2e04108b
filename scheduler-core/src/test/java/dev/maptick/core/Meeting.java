package dev.maptick.core;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Where the two actors of a stress test meet before they go on, each after a pause drawn at random, so that any step of one may
 * fall between any two of the other. Left alone each goes through many encounters in its own pace, and the faster one is soon
 * far ahead.
 */
abstract class Meeting {
    /** Who comes alone, as in the trial runs of jcstress, goes on after some 100 us. */
    private static final int MOST_TURNS = 2_000;

    private final AtomicInteger arrived = new AtomicInteger();

    /** Waits for the other one, and then for up to so many turns of some 40 ns. */
    final void meet(int pause) {
        arrived.incrementAndGet();
        for (int i = 0; i < MOST_TURNS && arrived.get() < 2; i++) {
            Thread.onSpinWait();
        }
        for (int i = ThreadLocalRandom.current().nextInt(pause + 1); i > 0; i--) {
            Thread.onSpinWait();
        }
    }
}
