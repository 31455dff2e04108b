package dev.maptick.core;

import static dev.maptick.core.CoreFixture.pool;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a registration may ask for, and how what it may not is refused while the scheduler goes on. */
class TickOptionsTest {
    private static final Duration P = Duration.ofMillis(50);

    private final TickScheduler scheduler = pool(1).start();

    @AfterEach
    void close() {
        scheduler.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"PT0S", "PT-0.05S", "PT0.000999999S", "PT1H0.000000001S", "P200000D", "PT2562047788015215H"})
    void badPeriodIsRefusedAndTheSchedulerGoesOn(String period) {
        AtomicInteger ticks = new AtomicInteger();

        assertThatExceptionOfType(SettingsException.class)
                .isThrownBy(() -> scheduler.register("bad", TickOptions.every(Duration.parse(period)), t -> {}))
                .withMessageContaining("period = " + Duration.parse(period))
                .withMessageContaining("allowed: 1 ms..1 h");

        assertThat(scheduler.stats().refused()).isEqualTo(1);
        assertThat(scheduler.registrations()).isEmpty();
        scheduler.register("bad", TickOptions.every(CoreFixture.MS), t -> ticks.incrementAndGet());
        CoreFixture.eventually("a tick", () -> ticks.get() > 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0.001S", "PT0.025S", "PT0.03S", "PT0.25S", "PT1H"})
    void goodPeriods(String period) {
        Duration p = Duration.parse(period);

        TickRegistration map = scheduler.register("good", TickOptions.every(p), t -> {});

        assertThat(map.stats().periodNanos()).isEqualTo(p.toNanos());
    }

    @Test
    void everyBadOptionIsNamedInOneMessage() {
        TickOptions options = TickOptions.every(Duration.ZERO)
                .group(" bad")
                .costHint(Duration.ofHours(2))
                .phase(Duration.ofNanos(-1));

        assertThatExceptionOfType(SettingsException.class)
                .isThrownBy(() -> scheduler.register("map", options, t -> {}))
                .satisfies(e -> assertThat(e.problems())
                        .extracting(SettingProblem::setting)
                        .containsExactly("period", "costHint", "phase", "group"));
    }

    @Test
    void phaseLiesInsideThePeriod() {
        assertThatExceptionOfType(SettingsException.class)
                .isThrownBy(() -> scheduler.register("map", TickOptions.every(P).phase(P), t -> {}))
                .withMessageContaining("phase = PT0.05S")
                .withMessageContaining("below the period");
        scheduler.register("first", TickOptions.every(P).phase(Duration.ZERO), t -> {});
        scheduler.register("last", TickOptions.every(P).phase(P.minusNanos(1)), t -> {});
    }

    @Test
    @DisplayName("fixed phases lie apart by exactly their difference, on whichever period they were registered")
    void fixedPhases() {
        TickOptions every = TickOptions.every(P);
        long first = firstDeadline(scheduler.register("a", every.phase(Duration.ofMillis(3)), t -> {}));
        long second = firstDeadline(scheduler.register("b", every.phase(Duration.ofMillis(20)), t -> {}));

        assertThat(Math.floorMod(second - first, P.toNanos())).isEqualTo(17_000_000);
    }

    private static long firstDeadline(TickRegistration registration) {
        return registration.stats().firstDeadlineNanos();
    }

    @Test
    void firstDeadlineIsLessThanOnePeriodAway() {
        for (int i = 0; i < 200; i++) {
            long before = scheduler.nanoTime();
            TickRegistration map = scheduler.register("map-" + i, TickOptions.every(P), t -> {});
            long after = scheduler.nanoTime();

            assertThat(firstDeadline(map) - before).isNotNegative();
            assertThat(firstDeadline(map) - after).isLessThan(P.toNanos());
        }
    }

    @Test
    void badNamesAreRefusedWithTheValueEscaped() {
        for (String name : List.of("", " a", "a\nb", "x".repeat(129))) {
            assertThatExceptionOfType(RefusedException.class)
                    .isThrownBy(() -> scheduler.register(name, TickOptions.every(P), t -> {}))
                    .withMessageStartingWith("bad name \"")
                    .withMessageContaining(Names.RULE)
                    .satisfies(e -> assertThat(e.refusal()).isEqualTo(Refusal.BAD_NAME))
                    .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
        }
    }

    @Test
    void nullsAreRefusedAtTheDoor() {
        TickOptions options = TickOptions.every(P);
        assertThatNullPointerException().isThrownBy(() -> scheduler.register(null, options, t -> {}));
        assertThatNullPointerException().isThrownBy(() -> scheduler.register("map", null, t -> {}));
        assertThatNullPointerException().isThrownBy(() -> scheduler.register("map", options, null));
        assertThatNullPointerException().isThrownBy(() -> TickOptions.every(null));
        assertThatNullPointerException().isThrownBy(() -> options.group(null));
        assertThatNullPointerException().isThrownBy(() -> options.placement(null));
        assertThatNullPointerException().isThrownBy(() -> options.missPolicy(null));
        assertThatNullPointerException().isThrownBy(() -> options.costHint(null));
        assertThat(scheduler.registrations()).isEmpty();
    }

    @Test
    void everyChangeIsACopy() {
        TickOptions plain = TickOptions.every(P);
        TickTask last = t -> {};
        TickOptions full = plain.group("boss")
                .placement(Placement.DEDICATED)
                .missPolicy(MissPolicy.RUN_LATE)
                .phase(Duration.ofMillis(1))
                .costHint(Duration.ofMillis(2))
                .lastTask(last);

        assertThat(plain)
                .hasToString(TickOptions.every(TickOptions.DEFAULT_PERIOD).toString());
        assertThat(plain.phase()).isNull();
        assertThat(plain.lastTask()).isNull();
        assertThat(full.group()).isEqualTo("boss");
        assertThat(full.placement()).isEqualTo(Placement.DEDICATED);
        assertThat(full.missPolicy()).isEqualTo(MissPolicy.RUN_LATE);
        assertThat(full.phase()).isEqualTo(Duration.ofMillis(1));
        assertThat(full.costHint()).isEqualTo(Duration.ofMillis(2));
        assertThat(full.lastTask()).isSameAs(last);
        assertThat(full.period()).isEqualTo(P);
    }
}
