package dev.maptick.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.maps.MapHost;
import dev.maptick.maps.MapOptions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The example of the README, so that it always compiles and tells the truth. */
class ReadmeExampleTest {
    @Test
    void aHouseThatTakesTooLongSkipsDeadlinesAndNeverReplaysThem() {
        try (SteppedScheduler stepped = SteppedScheduler.start()) {
            MapHost host = MapHost.builder(stepped.scheduler()).build();
            MapOptions house = MapOptions.defaults().tick(Duration.ofMillis(50));
            host.open("house-17", house, context -> stepped.clock().advance(Duration.ofMillis(120)));

            List<TickTrace> ticks = stepped.runFor(Duration.ofSeconds(1));

            assertThat(ticks).hasSize(6).allMatch(tick -> tick.skipped() == 2 && tick.latenessNanos() == 0);
        }
    }
}
