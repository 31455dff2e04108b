package dev.maptick.bench.fork;

import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.bench.contender.Contender;
import dev.maptick.bench.contender.MapSpec;
import dev.maptick.bench.contender.Registered;
import dev.maptick.bench.result.Parameters;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** Who comes and goes in a drill, with a contender that ticks nobody. */
class DrillTest {
    private final Register contender = new Register();

    private void drill(int churnPerSecond, int ticks) throws InterruptedException {
        Parameters parameters = new Parameters(20, 25_000_000, 1, 0, 0, 0, churnPerSecond, 0, ticks, 1, 1);
        new Drill(contender, parameters, new OwnThreads()).run();
    }

    @Test
    void asManyMapsAsMakeItsRateComeAndAllLeave() throws InterruptedException {
        drill(0, 40);

        assertThat(contender.mostPerSecond).isEqualTo(Parameters.DRILL_TICKS_PER_SECOND);
        assertThat(contender.added).extracting(MapSpec::name).doesNotHaveDuplicates();
        assertThat(contender.inside).isEmpty();
    }

    @Test
    void theContenderStandsEmptyAgainAndAgain() throws InterruptedException {
        drill(0, 40);

        assertThat(contender.timesEmptied).isGreaterThan(10);
    }

    @Test
    void whereMapsComeAndGoOthersDoBesideThem() throws InterruptedException {
        drill(500, 200);

        assertThat(contender.added).extracting(MapSpec::name).doesNotHaveDuplicates();
        assertThat(contender.added).anyMatch(map -> map.name().startsWith("drill-guest-"));
        assertThat(contender.inside).isEmpty();
    }

    @Test
    void withoutTicksThereIsNone() throws InterruptedException {
        drill(500, 0);

        assertThat(contender.added).isEmpty();
    }

    private static final class Register implements Contender {
        private final List<MapSpec> added = new ArrayList<>();
        private final ConcurrentHashMap<String, MapSpec> inside = new ConcurrentHashMap<>();
        private double mostPerSecond;
        private int timesEmptied;

        @Override
        public void open(int threads, int dedicatedThreads) {}

        @Override
        public synchronized Registered add(MapSpec map) {
            added.add(map);
            inside.put(map.name(), map);
            mostPerSecond = Math.max(
                    mostPerSecond,
                    inside.values().stream()
                            .mapToDouble(there -> 1e9 / there.periodNs())
                            .sum());
            return () -> remove(map);
        }

        private synchronized void remove(MapSpec map) {
            inside.remove(map.name());
            timesEmptied += inside.isEmpty() ? 1 : 0;
        }

        @Override
        public void close() {}
    }
}
