package dev.maptick.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StallsTest {
    private static final long MS = 1_000_000;

    @Test
    @DisplayName("those that touch are one; what they need to be caught up with lasts as long again, at most")
    void joins() {
        Stalls stalls = Stalls.NONE.with(10 * MS, 20 * MS).with(40 * MS, 50 * MS);
        assertThat(stalls.size()).isEqualTo(2);
        assertThat(stalls.stoodStillNs(0, 100 * MS)).isEqualTo(20 * MS);
        // The first is over at 30, the second at 60.
        assertThat(stalls.heldUpNs(0, 100 * MS)).isEqualTo(40 * MS);

        Stalls joined = stalls.with(19 * MS, 40 * MS);
        assertThat(joined.size()).isOne();
        assertThat(joined.fromNs(0)).isEqualTo(10 * MS);
        assertThat(joined.toNs(0)).isEqualTo(50 * MS);
        assertThat(joined.heldUpNs(0, 100 * MS)).isEqualTo(80 * MS);
        assertThat(joined.covers(11 * MS, 50 * MS)).isTrue();
        assertThat(joined.covers(11 * MS, 51 * MS)).isFalse();
    }

    @Test
    @DisplayName("once caught up with it is over, but not before its end")
    void caughtUp() {
        Stalls stalls = Stalls.NONE.with(0, 20 * MS).with(100 * MS, 200 * MS);
        assertThat(stalls.caughtUp(110 * MS).heldUpNs(0, 400 * MS)).isEqualTo(240 * MS);
        assertThat(stalls.caughtUp(205 * MS).heldUpNs(0, 400 * MS)).isEqualTo(40 * MS + 105 * MS);
        assertThat(stalls.endedBy(199 * MS)).isFalse();
        assertThat(stalls.endedBy(200 * MS)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -5, Long.MAX_VALUE - 150_000, Long.MIN_VALUE + 10})
    @DisplayName("like a plain row of moments marked one by one, at any reading of the clock")
    void likeAPlainRow(long origin) {
        long seed = 11 + origin;
        Random random = new Random(seed);
        // Distances in thousandths of the least one that is kept apart.
        long unit = Stalls.JOIN_NS + 1;
        for (int round = 0; round < 200; round++) {
            boolean[] still = new boolean[200];
            Stalls stalls = Stalls.NONE;
            for (int i = 0; i < 8; i++) {
                int from = random.nextInt(180);
                int to = from + 1 + random.nextInt(19);
                for (int k = from; k < to; k++) {
                    still[k] = true;
                }
                stalls = stalls.with(origin + from * unit, origin + to * unit);
            }
            for (int i = 0; i < 20; i++) {
                int from = random.nextInt(200);
                int to = from + random.nextInt(200 - from);
                long expected = 0;
                for (int k = from; k < to; k++) {
                    expected += still[k] ? unit : 0;
                }
                assertThat(stalls.stoodStillNs(origin + from * unit, origin + to * unit))
                        .as("seed %d round %d", seed, round)
                        .isEqualTo(expected);
                assertThat(stalls.heldUpNs(origin + from * unit, origin + to * unit))
                        .isBetween(expected, (to - from) * unit);
            }
        }
    }

    @Test
    @DisplayName("the latest are kept")
    void bounded() {
        Stalls stalls = Stalls.NONE;
        for (int i = 0; i < 100; i++) {
            stalls = stalls.with(10L * i * MS, (10L * i + 3) * MS);
        }
        assertThat(stalls.size()).isEqualTo(Stalls.MOST);
        assertThat(stalls.fromNs(Stalls.MOST - 1)).isEqualTo(990 * MS);
        assertThat(stalls.stoodStillNs(0, 1_000 * MS)).isEqualTo(3L * Stalls.MOST * MS);
    }
}
