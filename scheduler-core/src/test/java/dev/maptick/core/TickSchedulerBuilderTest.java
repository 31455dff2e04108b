package dev.maptick.core;

import static dev.maptick.core.CoreFixture.noThreadRemains;
import static dev.maptick.core.CoreFixture.pool;
import static dev.maptick.core.CoreFixture.processors;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import ch.qos.logback.classic.Level;
import dev.maptick.core.spi.SchedulerSeam;
import dev.maptick.core.spi.TickStepper;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Cases B55 and B56 as far as the core goes: what is refused at the start, and how large the pool is by default. */
class TickSchedulerBuilderTest {
    @ParameterizedTest
    @ValueSource(ints = {0, -1, 1_025, 100_000, Integer.MIN_VALUE})
    void badPoolThreadsStopTheStart(int threads) {
        assertThatExceptionOfType(SettingsException.class)
                .isThrownBy(() -> TickScheduler.builder().poolThreads(threads).start())
                .withMessage("bad settings: poolThreads = " + threads + ", allowed: 1..1024");
        noThreadRemains();
    }

    @Test
    @DisplayName("B55: three wrong at once are listed in one message, and no thread remains")
    void threeWrongAtOnce() {
        assertThatExceptionOfType(SettingsException.class)
                .isThrownBy(() -> TickScheduler.builder()
                        .poolThreads(0)
                        .dedicatedThreads(-1)
                        .faultLogPerSecond(-7)
                        .start())
                .withMessage("bad settings: poolThreads = 0, allowed: 1..1024; dedicatedThreads = -1, allowed: 0..1024;"
                        + " faultLogPerSecond = -7, allowed: 0..1000000")
                .satisfies(e -> assertThat(e.problems()).hasSize(3));
        noThreadRemains();
    }

    @Test
    @SuppressWarnings("NullAway") // the misuse under test
    void noWaitModeStopsTheStart() {
        assertThatExceptionOfType(SettingsException.class)
                .isThrownBy(() ->
                        TickScheduler.builder().poolThreads(0).waitMode(null).start())
                .withMessage("bad settings: poolThreads = 0, allowed: 1..1024; waitMode = null, allowed: EFFICIENT,"
                        + " BALANCED or PRECISE");
        noThreadRemains();
    }

    @Test
    @DisplayName("with one processor the log at the start says that the wait mode does not spin")
    void oneProcessorIsTold() {
        try (LogCapture log = new LogCapture()) {
            pool(1).seam(processors(1)).start().close();
            pool(1).seam(processors(4)).waitMode(WaitMode.PRECISE).start().close();
            assertThat(log.messages(Level.INFO))
                    .anyMatch(m -> m.endsWith("wait mode BALANCED, without spinning since there is one processor"))
                    .anyMatch(m -> m.endsWith("wait mode PRECISE"));
        }
    }

    @Test
    void zeroDedicatedThreadsAreFine() {
        assertThatCode(() -> pool(1).dedicatedThreads(0).start().close()).doesNotThrowAnyException();
        noThreadRemains();
    }

    @DisplayName("B56: default pool for the processors seen; starts and ticks at every number")
    @ParameterizedTest(name = "{0} processors: {1} pool threads")
    @CsvSource({"0, 1, 1", "1, 1, 1", "2, 1, 2", "3, 1, 3", "4, 1, 4", "8, 5, 8", "64, 61, 64"})
    void defaultPool(int found, int poolThreads, int processors) {
        AtomicInteger ticks = new AtomicInteger();
        try (TickScheduler scheduler = TickScheduler.builder()
                .keepJvmAlive(false)
                .seam(processors(found))
                .start()) {
            assertThat(scheduler.threadPlan().poolThreads()).isEqualTo(poolThreads);
            assertThat(scheduler.threadPlan().processors()).isEqualTo(processors);
            assertThat(scheduler.stats().poolThreads()).isEqualTo(poolThreads);
            for (int i = 0; i < 20; i++) {
                scheduler.register("map-" + i, TickOptions.every(Duration.ofMillis(5)), t -> ticks.incrementAndGet());
            }
            CoreFixture.eventually("20 maps tick", () -> ticks.get() > 40);
            assertThat(scheduler.stats().faults()).isZero();
        }
        noThreadRemains();
    }

    @Test
    @DisplayName("the plan is logged at the start; one that goes past the processors warns exactly once")
    void planIsLogged() {
        try (LogCapture log = new LogCapture()) {
            pool(2).dedicatedThreads(1).seam(processors(4)).start().close();
            assertThat(log.messages(Level.INFO))
                    .anyMatch(m -> m.contains("processors 4, pool threads 2, dedicated threads up to 1"));
            assertThat(log.messages(Level.WARN)).isEmpty();

            pool(4).dedicatedThreads(1).seam(processors(4)).start().close();
            assertThat(log.messages(Level.WARN))
                    .singleElement()
                    .asString()
                    .contains("want 5 processors and there are 4", "lower pool or dedicated threads");
        }
    }

    @Test
    @DisplayName("a pool thread that can't be made stops the start; those made before it end, and a retry is refused")
    void poolThreadFails() {
        AtomicInteger made = new AtomicInteger();
        SchedulerSeam failing = CoreFixture.SEAM.withThreads(r -> {
            if (made.incrementAndGet() == 3) {
                throw new OutOfMemoryError("unable to create native thread");
            }
            return new Thread(r);
        });
        TickScheduler scheduler = pool(4).seam(failing).build();

        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(scheduler::start)
                .withMessageContaining("pool thread 3 of 4");
        noThreadRemains();
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(scheduler::start)
                .satisfies(e -> assertThat(e.refusal()).isEqualTo(Refusal.STOPPING));
        assertThat(scheduler.shutdown(Duration.ZERO).isClean()).isTrue();
        noThreadRemains();
    }

    @Test
    void aThreadFactoryThatGivesNothingStopsTheStart() {
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() ->
                        pool(1).seam(CoreFixture.SEAM.withThreads(r -> null)).start())
                .withStackTraceContaining("returned null");
        noThreadRemains();
    }

    @Test
    void aLoggerThatThrowsStopsNothing() {
        try (LogCapture log = new LogCapture().throwing()) {
            TickScheduler scheduler = pool(2).seam(processors(1)).start();
            assertThat(scheduler.stats().listenerFailures()).isPositive();
            assertThat(scheduler.shutdown(Duration.ofSeconds(5)).isClean()).isTrue();
            assertThat(log.events(Level.INFO)).isNotEmpty();
        }
        noThreadRemains();
    }

    @Test
    void oneBuilderServesSeveralSchedulers() {
        TickSchedulerBuilder builder = pool(1);
        try (TickScheduler first = builder.start();
                TickScheduler second = builder.start()) {
            assertThat(first).isNotSameAs(second);
            assertThat(first.start()).isSameAs(first);
        }
        noThreadRemains();
    }

    @Test
    void steppedSchedulerHasNoThreads() {
        TickStepper stepper = pool(3).dedicatedThreads(2).startStepped();

        noThreadRemains();
        assertThat(stepper.workers()).extracting(TickStepper.Worker::id).containsExactly(0, 1, 2);
        var report = stepper.scheduler().shutdownAsync(Duration.ZERO);
        assertThat(stepper.stepShutdown()).isTrue();
        assertThat(report.join().isClean()).isTrue();
        assertThat(stepper.workers()).isEmpty();
    }
}
