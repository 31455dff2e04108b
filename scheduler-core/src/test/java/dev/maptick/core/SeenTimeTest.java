package dev.maptick.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an observer counts of the time that has gone by. Would catch: a stopped process whose ticks all look stuck. */
class SeenTimeTest {
    private static final long PACE_NS = 250_000_000;

    private final SeenTime time = new SeenTime(PACE_NS);

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MAX_VALUE - 100, Long.MIN_VALUE})
    @DisplayName("a step in time counts, at most a pace of it; the first look has none before it")
    void stepsInTime(long startNs) {
        assertThat(time.step(startNs)).isZero();
        assertThat(time.nextNs(startNs)).isEqualTo(startNs + PACE_NS);
        long nowNs = startNs + PACE_NS;
        assertThat(time.step(nowNs)).isEqualTo(PACE_NS);
        nowNs += PACE_NS + 1_000_000;
        assertThat(time.step(nowNs)).as("a little late").isEqualTo(PACE_NS);
        nowNs += 1_000;
        assertThat(time.step(nowNs)).as("early").isEqualTo(1_000);
        nowNs += PACE_NS + PACE_NS / 2;
        assertThat(time.step(nowNs)).as("late by half a pace").isEqualTo(PACE_NS);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MAX_VALUE - 100, Long.MIN_VALUE})
    @DisplayName(
            "of a step that is late by more than half a pace, or goes back, nothing counts; the next one does again")
    void stepsOutOfTime(long startNs) {
        time.step(startNs);
        long nowNs = startNs + PACE_NS + PACE_NS / 2 + 1;
        assertThat(time.step(nowNs)).isZero();
        nowNs += 3_600_000_000_000L;
        assertThat(time.step(nowNs)).as("the host slept").isZero();
        nowNs -= 60_000_000_000L;
        assertThat(time.step(nowNs)).as("the clock went back").isZero();
        nowNs += PACE_NS;
        assertThat(time.step(nowNs)).isEqualTo(PACE_NS);
    }
}
