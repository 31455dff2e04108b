package dev.maptick.bench.fork;

import dev.maptick.bench.result.Fairness;
import dev.maptick.bench.result.Lateness;
import dev.maptick.bench.stats.Jain;
import java.util.List;

/** From counts of maps and threads to figures of the run. Pure functions. */
final class Sums {
    private Sums() {}

    static Lateness lateness(Tally all) {
        return all.count() == 0
                ? Lateness.NONE
                : new Lateness(
                        all.count(),
                        all.percentile(50),
                        all.percentile(90),
                        all.percentile(99),
                        all.percentile(99.9),
                        all.max());
    }

    /** Work of the ticks that were executed. */
    static double iterations(List<MeasuredMap> maps) {
        return maps.stream()
                .mapToDouble(map -> (double) map.executed() * map.iterations())
                .sum();
    }

    /** Among the maps that are watched and had a deadline in the window. */
    static Fairness fairness(List<MeasuredMap> maps) {
        double jain = Jain.index(maps.stream()
                .filter(map -> map.watched() && map.due() > 0)
                .mapToDouble(map -> (double) map.executed() / map.due()));
        long worstGapNs = maps.stream()
                .filter(MeasuredMap::watched)
                .mapToLong(MeasuredMap::worstGapNs)
                .max()
                .orElse(0);
        return new Fairness(jain, worstGapNs);
    }
}
