package dev.maptick.maps.timers;

import dev.maptick.core.spi.NanoClock;
import dev.maptick.maps.NotOwnerException;
import dev.maptick.maps.TimerCallback;
import dev.maptick.maps.TimerLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** One map's timers in virtual time: a clock moved by hand, and the thread that made it as the owner. */
final class TimerWorld implements NanoClock {
    static final long MS = 1_000_000;

    final long originNs;
    final List<String> log = new ArrayList<>();
    final List<Throwable> faults = new ArrayList<>();
    final TimerWheel timers;
    volatile Thread owner = Thread.currentThread();
    private long nowNs;

    TimerWorld() {
        this(0, TimerLimits.defaults());
    }

    TimerWorld(long originNs, TimerLimits limits) {
        this.originNs = originNs;
        nowNs = originNs;
        timers = new TimerWheel(
                limits,
                this,
                new TimerOwner() {
                    @Override
                    public String name() {
                        return "house-1";
                    }

                    @Override
                    public boolean isCurrent() {
                        return owner == Thread.currentThread();
                    }

                    @Override
                    public void check(String act) {
                        if (!isCurrent()) {
                            throw new NotOwnerException(act + " from thread "
                                    + Thread.currentThread().getName());
                        }
                    }
                },
                (id, name, fault) -> faults.add(fault));
    }

    static Duration ms(long n) {
        return Duration.ofMillis(n);
    }

    @Override
    public long nanoTime() {
        return nowNs;
    }

    void set(long sinceOriginNs) {
        nowNs = originNs + sinceOriginNs;
    }

    /** Time passes inside a callback. */
    void spend(long n) {
        nowNs += n * MS;
    }

    /** The map's tick at a time since the origin. */
    int tickAt(long atMs) {
        set(atMs * MS);
        return timers.advance(nowNs);
    }

    /** Ticks at every multiple of a period after one time and up to another. */
    void tickUntil(long afterMs, long untilMs, long periodMs) {
        for (long t = afterMs + periodMs; t <= untilMs; t += periodMs) {
            tickAt(t);
        }
    }

    long nowMs() {
        return (nowNs - originNs) / MS;
    }

    /** A callback that notes its word and the time. */
    TimerCallback note(String word) {
        return firing -> log.add(word + "@" + nowMs());
    }
}
