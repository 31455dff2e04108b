package dev.maptick.bench.fork;

import dev.maptick.bench.contender.Contender;
import dev.maptick.bench.contender.MapSpec;
import dev.maptick.bench.contender.Registered;
import dev.maptick.bench.result.Parameters;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * Has a contender's code compiled where the measured maps tick too seldom for it: a server runs for days, and 20 maps need
 * half a minute for what the compiler wants to see. Maps like the measured ones tick on the contender, one every 250 µs, so
 * that between any two it has to wait; where maps are to come and go, others do so beside them at the same rate.
 *
 * <p>In stints, after each of which all leave and the contender stands empty. In one stretch the code is compiled without the
 * paths of leaving and of an empty queue, and is thrown away at the end of the drill, when it first meets them: right before
 * it is to be measured. The probe is part of the tick, so it counts too, in the second half of each stint.
 */
final class Drill {
    private static final long PERIOD_NS = 25_000_000;
    private static final int MAPS = (int) (Parameters.DRILL_TICKS_PER_SECOND * PERIOD_NS / 1_000_000_000);
    private static final int STINTS = 15;
    private static final long LEAD_NS = 1_000_000;

    /** A contender may find out only at the next deadline that a map has left. */
    private static final long PAUSE_NS = PERIOD_NS;

    private final Contender contender;
    private final Parameters parameters;
    private final OwnThreads own;
    private final Window window = new Window();
    private final Tallies tallies = new Tallies();
    private final LongAdder workNs = new LongAdder();
    private int made;

    Drill(Contender contender, Parameters parameters, OwnThreads own) {
        this.contender = contender;
        this.parameters = parameters;
        this.own = own;
    }

    /** Drills an open contender; returns when every map has left. */
    void run() throws InterruptedException {
        if (parameters.drillTicks() == 0) {
            return;
        }
        long lengthNs = Sleep.nanos(parameters.drillSeconds() / STINTS);
        for (int i = 0; i < STINTS; i++) {
            stint(lengthNs);
            Sleep.until(System.nanoTime() + PAUSE_NS);
        }
    }

    private void stint(long lengthNs) throws InterruptedException {
        long baseNs = System.nanoTime() + LEAD_NS;
        window.set(baseNs + lengthNs / 2, lengthNs / 2);
        List<Registered> inside = new ArrayList<>(MAPS);
        for (int i = 0; i < MAPS; i++) {
            inside.add(contender.add(map("drill-" + made++, baseNs + Phases.of(i, PERIOD_NS))));
        }
        if (parameters.churnPerSecond() == 0) {
            Sleep.until(baseNs + lengthNs);
        } else {
            churnUntil(baseNs + lengthNs);
        }
        inside.forEach(Registered::remove);
    }

    private void churnUntil(long endNs) throws InterruptedException {
        String names = "drill-guest-" + made + "-";
        Churner churner =
                new Churner(contender, window, own, Parameters.DRILL_TICKS_PER_SECOND, i -> guest(names + i, i));
        churner.start();
        Sleep.until(endNs);
        churner.stop();
    }

    private MapSpec guest(String name, int i) {
        return map(name, System.nanoTime() + Phases.of(i, PERIOD_NS));
    }

    private MapSpec map(String name, long firstNs) {
        MeasuredMap body = new MeasuredMap(window, tallies, workNs, 0, true, PERIOD_NS, firstNs);
        return new MapSpec(name, PERIOD_NS, firstNs, false, body);
    }
}
