package dev.maptick.bench.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.core.TickOptions;
import dev.maptick.core.TickScheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The scheduler's own threads on a clock of ours. */
@Timeout(60)
class VirtualTimeTest {
    private static final long MS = 1_000_000;

    private final List<String> heard = Collections.synchronizedList(new ArrayList<>());

    private VirtualTime run(int workers, long wakeNs, long... costsNs) {
        VirtualTime time = new VirtualTime(wakeNs);
        TickScheduler scheduler =
                TickScheduler.builder().poolThreads(workers).seam(time.seam()).start();
        for (int i = 0; i < costsNs.length; i++) {
            String name = "map-" + i;
            long costNs = costsNs[i];
            scheduler.register(name, TickOptions.every(Duration.ofMillis(10)).phase(Duration.ofMillis(5)), tick -> {
                if (!time.isOver()) {
                    heard.add(name + " at " + time.nanoTime());
                    time.spend(costNs);
                }
            });
        }
        time.count(true);
        time.spend(10 * MS);
        time.end();
        assertThat(scheduler.shutdown(Duration.ofSeconds(10)).isClean()).isTrue();
        assertThat(time.failure()).isNull();
        return time;
    }

    @Test
    void aTickHoldsItsWorkerForItsCost() {
        run(1, 0, MS, MS, MS);

        assertThat(heard).containsExactly("map-0 at " + 5 * MS, "map-1 at " + 6 * MS, "map-2 at " + 7 * MS);
    }

    @Test
    void ticksOfTwoWorkersOverlap() {
        run(2, 0, 3 * MS, 3 * MS, MS);

        assertThat(heard).hasSize(3).contains("map-0 at " + 5 * MS);
        assertThat(heard.get(2)).endsWith(" at " + 8 * MS);
    }

    @Test
    void aWakeUpCostsWhatOneSays() {
        VirtualTime time = run(1, 50_000, MS, MS);

        assertThat(heard).containsExactly("map-0 at " + (5 * MS + 50_000), "map-1 at " + (6 * MS + 50_000));
        assertThat(time.wakeUps()).isOne();
    }

    @Test
    void aTickThatOutlastsTheSimulationIsLetGo() {
        run(2, 0, 100 * MS);

        assertThat(heard).hasSize(1);
    }
}
