package dev.maptick.it.cases;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import dev.maptick.core.TickOptions;
import dev.maptick.core.TickRegistration;
import dev.maptick.core.TickScheduler;
import dev.maptick.core.TickStats;
import dev.maptick.core.spi.NanoClock;
import dev.maptick.core.spi.SchedulerSeam;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZonedDateTime;
import java.util.Date;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/**
 * B07 (quartznet#3148): a wall clock set back put the trigger thread to sleep for an hour; two separate reads of a clock
 * made a negative sleep that killed the loop. Nothing that schedules can see the wall clock here, and a clock that moves
 * past the deadline between the look and the wait makes the tick start at once.
 */
final class B07ClockTest {
    @Test
    void nothingThatSchedulesCanSeeTheWallClock() {
        JavaClasses classes = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("dev.maptick.core", "dev.maptick.maps");
        ArchRuleDefinition.noClasses()
                .should()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(Instant.class, "now")
                .orShould()
                .callMethod(LocalDateTime.class, "now")
                .orShould()
                .callMethod(ZonedDateTime.class, "now")
                .orShould()
                .callConstructor(Date.class)
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Clock.class)
                .check(classes);
    }

    @Test
    void aClockThatPassesTheDeadlineBetweenLookAndWaitStartsTheTickAtOnce() throws InterruptedException {
        AtomicLong now = new AtomicLong();
        // No two reads agree: whatever is decided on one is 0.7 ms old on the next, and the period is 1 ms.
        NanoClock moving = () -> now.addAndGet(700_000);
        CountDownLatch ticks = new CountDownLatch(200);
        try (TickScheduler scheduler = TickScheduler.builder()
                .poolThreads(1)
                .seam(SchedulerSeam.SYSTEM.withClock(moving))
                .start()) {
            TickRegistration map = scheduler.register("moved", TickOptions.every(Duration.ofMillis(1)), tick -> {
                assertThat(tick.latenessNanos()).isNotNegative();
                ticks.countDown();
            });
            ticks.await();
            map.suspend();
            assertThat(map.stats().faults()).isZero();
            assertThat(scheduler.stats().poolThreads()).isEqualTo(1);
            assertThat(scheduler.stats().listenerFailures()).isZero();
            TickStats stats = map.stats();
            assertThat(stats.ticks() + stats.skipped() + stats.suspended()).isEqualTo(stats.gridPointsConsumed());
        }
    }
}
