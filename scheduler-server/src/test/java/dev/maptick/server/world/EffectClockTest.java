package dev.maptick.server.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EffectClockTest {
    @ParameterizedTest
    @CsvSource({"25, 10", "50, 5", "125, 2", "250, 1"})
    void stepsOnEveryMultipleOf250Millis(int tickMillis, int ticksPerStep) {
        EffectClock clock = new EffectClock(Duration.ofMillis(tickMillis));

        for (int tick = 1; tick <= 100; tick++) {
            assertThat(clock.advance(1)).as("tick " + tick).isEqualTo(tick % ticksPerStep == 0 ? 1 : 0);
        }
    }

    @Test
    void takesTheStepsOfSkippedTicksTogether() {
        EffectClock clock = new EffectClock(Duration.ofMillis(50));

        assertThat(clock.advance(4)).isZero();
        assertThat(clock.advance(12)).isEqualTo(3);
        assertThat(clock.advance(4)).isEqualTo(1);
    }

    @Test
    void refusesAPeriodThatDoesNotDivideTheStep() {
        assertThatThrownBy(() -> new EffectClock(Duration.ofMillis(40)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("PT0.04S");
    }
}
