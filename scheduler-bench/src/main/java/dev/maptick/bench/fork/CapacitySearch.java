package dev.maptick.bench.fork;

import dev.maptick.bench.result.Capacity;
import dev.maptick.bench.result.Measures;
import dev.maptick.bench.result.Parameters;
import org.jspecify.annotations.Nullable;

/**
 * Seeks the most maps that a contender keeps up with: 99.9 % of the grid points run and p99 lateness under a period, in one of
 * two windows. A load too high tells by what it still runs where to go on; from there it climbs in small steps, and bisects to 5 %
 * at the end.
 */
final class CapacitySearch {
    private static final double RESOLUTION = 1.05;
    private static final double RUN_SHARE = 0.999;

    /** Of grid points in the window, whose edges move with the lateness; for those who replay and so never skip. */
    private static final double WINDOW_SHARE = 0.97;

    /** A load above the capacity runs a little more than the capacity, or much less. */
    private static final double RETREAT = 0.9;

    private static final double LONGEST_RETREAT = 8;

    /** What the retreat took back, and a little more. */
    private static final double CLIMB = 1.12;

    private static final int FEWEST = 20;
    private static final int MOST = 1_600_000;
    private static final double NS_PER_SECOND = 1e9;

    private final Step step;
    private final Parameters parameters;
    private final int mostMaps;
    private int steps;
    private @Nullable Measures best;

    CapacitySearch(Parameters parameters, int mostMaps, Step step) {
        this.parameters = parameters;
        this.mostMaps = Math.min(mostMaps, MOST);
        this.step = step;
    }

    /** One load, one window. */
    interface Step {
        /**
         * Measures.
         *
         * @param parameters what to do
         * @return the figures
         * @throws InterruptedException if the run is to end
         */
        Measures measure(Parameters parameters) throws InterruptedException;
    }

    /** The figures of the largest load that was held; null if none was. */
    @Nullable
    Measures run() throws InterruptedException {
        int held = 0;
        int refused = 0;
        int next = Math.min(parameters.maps(), mostMaps);
        while (next >= FEWEST && (refused == 0 || refused > held * RESOLUTION)) {
            Measures measures = measure(next);
            if (!holds(measures)) {
                // A stall of the machine refuses a window as well: what is refused is refused twice.
                measures = measure(next);
            }
            if (holds(measures)) {
                held = next;
                best = measures;
            } else {
                refused = next;
            }
            if (held >= mostMaps) {
                break;
            }
            next = next(held, refused, measures);
        }
        return best == null
                ? null
                : best.withCapacity(new Capacity(rate(held), refused == 0 ? null : (Double) rate(refused), steps));
    }

    private Measures measure(int maps) throws InterruptedException {
        steps++;
        return step.measure(parameters.withMaps(maps));
    }

    private int next(int held, int refused, Measures last) {
        if (refused == 0) {
            return (int) Math.min(mostMaps, 2L * held);
        }
        if (held == 0) {
            double ran = last.counts().executed() / last.windowSeconds() * parameters.periodNs() / NS_PER_SECOND;
            // What runs under far too much says little where a contender breaks down.
            return (int) Math.max(RETREAT * Math.min(ran, refused), refused / LONGEST_RETREAT);
        }
        // Of few maps the middle may round to what was held: a step on, or it would be tried for ever.
        return (int) Math.max(held + 1.0, Math.min(CLIMB * held, Math.sqrt((double) held * refused)));
    }

    private boolean holds(Measures measures) {
        long executed = measures.counts().executed();
        long skipped = measures.counts().skipped();
        return executed >= RUN_SHARE * (executed + skipped)
                && measures.counts().executedShare() >= WINDOW_SHARE
                && measures.lateness().p99Ns() < parameters.periodNs();
    }

    private double rate(int maps) {
        return maps * NS_PER_SECOND / parameters.periodNs();
    }
}
