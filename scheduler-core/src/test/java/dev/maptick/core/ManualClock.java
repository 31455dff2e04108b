package dev.maptick.core;

import dev.maptick.core.spi.NanoClock;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that stands where it is put. Any thread. */
final class ManualClock implements NanoClock {
    private final AtomicLong nowNs;

    ManualClock(long startNs) {
        nowNs = new AtomicLong(startNs);
    }

    @Override
    public long nanoTime() {
        return nowNs.get();
    }

    void advance(long ns) {
        nowNs.addAndGet(ns);
    }

    /** Goes forward to a time; never back. */
    void advanceTo(long ns) {
        nowNs.accumulateAndGet(ns, (now, to) -> to - now > 0 ? to : now);
    }
}
