package dev.maptick.bench.fork;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A tally for each thread that ticks, made at its first tick that counts. */
final class Tallies {
    private final Queue<Tally> all = new ConcurrentLinkedQueue<>();
    private final ThreadLocal<Tally> own = ThreadLocal.withInitial(this::make);

    Tallies() {}

    private Tally make() {
        Tally made = new Tally();
        all.add(made);
        return made;
    }

    Tally own() {
        return own.get();
    }

    /** All together; once the threads have ended. */
    Tally sum() {
        Tally sum = new Tally();
        all.forEach(sum::addAll);
        return sum;
    }
}
