package dev.maptick.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class HostStallsTest {
    private static final long MS = 1_000_000;

    private final HostStalls stalls = new HostStalls();

    private long stoodStillMs() {
        return stalls.known().stoodStillNs(-10_000 * MS, 10_000 * MS) / MS;
    }

    @Test
    @DisplayName("a worker's wait more than 1 ms too long is one")
    void workers() {
        stalls.workerWakes(100 * MS, 101 * MS);
        stalls.workerWakes(200 * MS, 150 * MS);
        assertThat(stoodStillMs()).isZero();
        stalls.workerWakes(300 * MS, 303 * MS);
        assertThat(stoodStillMs()).isEqualTo(3);
        assertThat(stalls.isBehind()).isTrue();
        stalls.caughtUp(302 * MS);
        assertThat(stalls.isBehind()).isTrue();
        stalls.caughtUp(303 * MS);
        assertThat(stalls.isBehind()).isFalse();
        assertThat(stalls.known().heldUpNs(0, 1_000 * MS)).isEqualTo(3 * MS);
    }

    @Test
    @DisplayName("the guard's sleep too long by 100 ms is one, by less only with a worker that saw the same")
    void guard() {
        stalls.guardSleeps(100 * MS);
        stalls.guardWakes(199 * MS);
        // It does what it has to do and goes to sleep again before the worker is back.
        stalls.guardSleeps(220 * MS);
        assertThat(stoodStillMs()).isZero();
        // Ticks went on meanwhile.
        stalls.look(150 * MS, 155 * MS);
        assertThat(stoodStillMs()).isZero();
        // One worker saw nothing from 120 on.
        stalls.look(120 * MS, 205 * MS);
        assertThat(stoodStillMs()).isEqualTo(79);

        stalls.guardWakes(220 * MS);
        stalls.guardSleeps(1_000 * MS);
        stalls.guardWakes(1_100 * MS);
        assertThat(stoodStillMs()).isEqualTo(179);
        // Woken early, by its end.
        stalls.guardSleeps(2_000 * MS);
        stalls.guardWakes(1_500 * MS);
        stalls.look(1_400 * MS, 1_900 * MS);
        assertThat(stoodStillMs()).isEqualTo(179);
    }

    @Test
    @DisplayName("a worker that is awake before the guard finds it too; the guard, once awake, finds nothing new")
    void beforeTheGuardIsAwake() {
        stalls.guardSleeps(100 * MS);
        stalls.look(90 * MS, 3_000 * MS);
        assertThat(stoodStillMs()).isEqualTo(2_900);
        stalls.look(3_000 * MS, 3_001 * MS);
        stalls.guardWakes(3_001 * MS);
        assertThat(stalls.known().size()).isOne();
        assertThat(stoodStillMs()).isEqualTo(2_901);
    }

    @Test
    @DisplayName("a guard that is awake, or was never asleep, tells nothing of a long tick")
    void guardAwake() {
        stalls.look(0, 1_000 * MS);
        stalls.guardSleeps(1_010 * MS);
        stalls.guardWakes(1_010 * MS);
        stalls.look(1_010 * MS, 2_000 * MS);
        assertThat(stoodStillMs()).isZero();
    }
}
