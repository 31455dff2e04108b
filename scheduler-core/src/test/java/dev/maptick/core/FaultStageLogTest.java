package dev.maptick.core;

import static dev.maptick.core.CoreFixture.pool;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import dev.maptick.core.spi.TickStepper;
import java.time.Duration;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.Test;

/** What the log says of fault policies: one record a change, and no flood of them. In virtual time. */
final class FaultStageLogTest {
    private static final Duration TICK = Duration.ofMillis(50);
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final ManualClock clock = new ManualClock(Long.MAX_VALUE - SECOND.toNanos());
    private final long startNs = clock.nanoTime();

    /** Whether the tick at so many ms throws. */
    private LongPredicate throwing = ms -> true;

    private TickStepper stepper;
    private TickRegistration map;

    private void start(int recordsPerSecond, FaultPolicy policy) {
        stepper = pool(1).faultLogPerSecond(recordsPerSecond)
                .seam(CoreFixture.SEAM.withClock(clock))
                .startStepped();
        TickOptions options =
                TickOptions.every(TICK).group("house").phase(Duration.ZERO).faultPolicy(policy);
        map = stepper.scheduler().register("map \"1\"", options, tick -> {
            if (throwing.test((tick.deadlineNanos() - startNs) / 1_000_000)) {
                throw new IllegalStateException("bad");
            }
        });
    }

    private void runUntil(long ms) {
        TickStepper.Worker worker = stepper.workers().get(0);
        long endNs = startNs + ms * 1_000_000;
        while (worker.hasNext() && worker.nextDeadlineNanos() - endNs <= 0) {
            clock.advanceTo(worker.nextDeadlineNanos());
            while (worker.begin()) {
                worker.end();
            }
        }
        clock.advanceTo(endNs);
    }

    @Test
    void eachChangeIsOneRecordWithMapGroupAndCause() {
        try (LogCapture log = new LogCapture()) {
            throwing = ms -> ms < 1_000;
            start(1, FaultPolicy.count().backOff(2).backOffCap(1).quarantine(4).trial(SECOND, SECOND));
            runUntil(5_000);

            String name = "map " + Names.quote("map \"1\"") + " of \"house\": ";
            assertThat(log.messages(Level.WARN))
                    .contains(name + "backs off; 2 faults in a row, the latest java.lang.IllegalStateException: bad"
                            + " (0 back-offs left out since the record before)");
            assertThat(log.messages(Level.ERROR))
                    .contains(name + "quarantined for 1000 ms; 4 faults in a row, the latest"
                            + " java.lang.IllegalStateException: bad (0 quarantines left out since the record before)");
            assertThat(log.messages(Level.INFO)).contains(name + "its quarantine has ended");
            assertThat(log.events(Level.WARN)).hasSize(1);
            assertThat(map.faultStanding().stage()).isEqualTo(FaultStage.FREE);
        }
    }

    @Test
    void quarantinesThatComeAndGoAreOneRecordASecondEachWithItsEnd() {
        try (LogCapture log = new LogCapture()) {
            throwing = ms -> ms % 100 == 0;
            start(1, FaultPolicy.count().quarantine(1).trial(Duration.ofMillis(1), Duration.ofMillis(1)));
            runUntil(10_000);

            assertThat(map.faultStanding().quarantines()).isEqualTo(101);
            assertThat(log.messages(Level.ERROR).stream().filter(m -> m.contains("quarantined")))
                    .hasSize(11)
                    .last()
                    .asString()
                    .contains("(9 quarantines left out since the record before)");
            assertThat(log.messages(Level.INFO).stream().filter(m -> m.endsWith("its quarantine has ended")))
                    .hasSize(10);
        }
    }

    @Test
    void backOffsThatComeAndGoAreOneRecordASecondEachWithItsEnd() {
        try (LogCapture log = new LogCapture()) {
            throwing = ms -> ms % 150 == 0;
            start(1, FaultPolicy.count().backOff(1).backOffCap(1));
            runUntil(10_000);

            long backOffs = map.faultStanding().backOffs();
            assertThat(backOffs).isGreaterThan(30);
            assertThat(log.events(Level.WARN)).hasSizeBetween(9, 11);
            assertThat(log.messages(Level.INFO).stream().filter(m -> m.endsWith("its back-off has ended")))
                    .hasSizeBetween(
                            log.events(Level.WARN).size() - 1,
                            log.events(Level.WARN).size());
        }
    }

    @Test
    void noRecordsAreNone() {
        try (LogCapture log = new LogCapture()) {
            start(0, FaultPolicy.count().backOff(1).quarantine(3));
            runUntil(2_000);
            map.resume();

            assertThat(map.faultStanding().quarantines()).isOne();
            assertThat(log.events(Level.WARN)).isEmpty();
            assertThat(log.events(Level.ERROR)).isEmpty();
            assertThat(log.messages(Level.INFO)).noneMatch(m -> m.contains("ended"));
        }
    }
}
