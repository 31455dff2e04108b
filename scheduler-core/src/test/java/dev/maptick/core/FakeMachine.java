package dev.maptick.core;

import dev.maptick.core.spi.NanoClock;

/**
 * A system in virtual time, on one thread: a park takes as long as asked and an oversleep on top, a turn of a spin a tenth
 * of a microsecond.
 */
final class FakeMachine implements WaitMachine, NanoClock {
    static final long TURN_NS = 100;

    long nowNs;
    long overNs;
    int parks;
    int spins;

    /** What happens inside each turn of a spin, and in place of the next park. */
    Runnable inSpin = () -> {};

    Runnable inPark = () -> {};

    FakeMachine(long startNs) {
        nowNs = startNs;
    }

    @Override
    public long nanoTime() {
        return nowNs;
    }

    @Override
    public void park(Object blocker, long ns) {
        parks++;
        inPark.run();
        nowNs += ns + overNs;
    }

    @Override
    public void spin() {
        spins++;
        inSpin.run();
        nowNs += TURN_NS;
    }
}
