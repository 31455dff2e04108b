package dev.maptick.bench.fork;

import dev.maptick.bench.contender.Contender;
import dev.maptick.bench.contender.MapSpec;
import dev.maptick.bench.contender.Registered;
import dev.maptick.bench.result.Parameters;
import java.util.ArrayList;
import java.util.List;

/**
 * Has a contender's code compiled where the measured maps tick too seldom for it: a server runs for days, and 20 maps need
 * half a minute for what the compiler wants to see. Maps like the measured ones tick on the contender, one every 250 µs, so
 * that between any two it has to wait; where maps are to come and go, others do so beside them at the same rate. All have left
 * before the first measured map comes. The probe counts as it will in the window, since it is part of the tick.
 */
final class Drill {
    private static final long PERIOD_NS = 25_000_000;
    private static final int MAPS = (int) (Parameters.DRILL_TICKS_PER_SECOND * PERIOD_NS / 1_000_000_000);
    private static final long LEAD_NS = 10_000_000;

    private final Contender contender;
    private final Parameters parameters;
    private final OwnThreads own;
    private final Window window = new Window();
    private final Tallies tallies = new Tallies();

    Drill(Contender contender, Parameters parameters, OwnThreads own) {
        this.contender = contender;
        this.parameters = parameters;
        this.own = own;
    }

    /** Drills an open contender; returns when every map has been told to leave. */
    void run() throws InterruptedException {
        if (parameters.drillTicks() == 0) {
            return;
        }
        long baseNs = System.nanoTime() + LEAD_NS;
        long lengthNs = Sleep.nanos(parameters.drillSeconds());
        window.set(baseNs, lengthNs);
        List<Registered> inside = new ArrayList<>(MAPS);
        for (int i = 0; i < MAPS; i++) {
            inside.add(contender.add(map("drill-" + i, baseNs + Phases.of(i, PERIOD_NS))));
        }
        if (parameters.churnPerSecond() == 0) {
            Sleep.until(baseNs + lengthNs);
        } else {
            churnUntil(baseNs + lengthNs);
        }
        inside.forEach(Registered::remove);
    }

    private void churnUntil(long endNs) throws InterruptedException {
        Churner churner = new Churner(contender, window, own, Parameters.DRILL_TICKS_PER_SECOND, this::guest);
        churner.start();
        Sleep.until(endNs);
        churner.stop();
    }

    private MapSpec guest(int i) {
        return map("drill-guest-" + i, System.nanoTime() + Phases.of(i, PERIOD_NS));
    }

    private MapSpec map(String name, long firstNs) {
        MeasuredMap body = new MeasuredMap(window, tallies, 0, true, PERIOD_NS, firstNs);
        return new MapSpec(name, PERIOD_NS, firstNs, false, body);
    }
}
