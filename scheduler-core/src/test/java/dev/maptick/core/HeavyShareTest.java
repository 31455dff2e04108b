package dev.maptick.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeavyShareTest {
    private static final long MS = 1_000_000;
    private static final long LOOK = 500 * MS;
    private static final long PERIOD = 50 * MS;

    private final HeavyPolicy policy = HeavyPolicy.automatic();
    private long nowNs = Long.MAX_VALUE - 3_000 * MS;
    private long totalNs;
    private long ended;
    private final HeavyShare share = new HeavyShare(policy, nowNs, 0, 0);

    private void look(long ticks, long costNs) {
        nowNs += LOOK;
        totalNs += ticks * costNs;
        ended += ticks;
        share.measure(nowNs, totalNs, ended, PERIOD, false);
    }

    private int looksUntilHeavy(long ticks, long costNs, int most) {
        for (int looks = 1; looks <= most; looks++) {
            look(ticks, costNs);
            if (share.isHeavyForLong(nowNs)) {
                return looks;
            }
        }
        return -1;
    }

    @ParameterizedTest
    @CsvSource({"41500, 10, 12", "390000, 1, 12", "26000, 10, 18", "2000000, 1, 12"})
    @DisplayName("a map above the bound is heavy after a window above it, and not before")
    void heavy(long costMicros, long ticks, int within) {
        int looks = looksUntilHeavy(ticks, costMicros * 1_000, 60);
        assertThat(looks).isBetween(11, within);
        assertThat(share.share()).isLessThanOrEqualTo(1).isGreaterThanOrEqualTo(0.5);
        assertThat((double) share.costNs()).isCloseTo(costMicros * 1e3, within(1.0));
    }

    @ParameterizedTest
    @CsvSource({"24500, 10", "1000, 10", "0, 10"})
    @DisplayName("a map below the bound never is")
    void light(long costMicros, long ticks) {
        assertThat(looksUntilHeavy(ticks, costMicros * 1_000, 1_000)).isEqualTo(-1);
    }

    @Test
    @DisplayName("one tick of two seconds now and then is no heavy map")
    void spikes() {
        for (int i = 0; i < 100; i++) {
            assertThat(looksUntilHeavy(10, MS, 7)).isEqualTo(-1);
            nowNs += 3 * LOOK;
            look(1, 2_000 * MS);
            assertThat(share.isHeavyForLong(nowNs)).isFalse();
        }
    }

    @Test
    @DisplayName("a time above the bound counts from the moment it is reached, anew each time")
    void anew() {
        for (int i = 0; i < 20; i++) {
            assertThat(looksUntilHeavy(10, 45 * MS, 8)).isEqualTo(-1);
            assertThat(looksUntilHeavy(10, MS, 8)).isEqualTo(-1);
        }
    }

    @Test
    @DisplayName("calm after the calm time below, in suspension too; without news nothing changes")
    void calm() {
        assertThat(looksUntilHeavy(10, 45 * MS, 60)).isPositive();
        double before = share.share();
        nowNs += Duration.ofMinutes(5).toNanos();
        share.measure(nowNs, totalNs, ended, PERIOD, false);
        assertThat(share.share()).isEqualTo(before);
        assertThat(share.isHeavyForLong(nowNs)).isTrue();

        int looks = 0;
        while (!share.isCalmForLong(nowNs)) {
            nowNs += LOOK;
            share.measure(nowNs, totalNs, ended, PERIOD, true);
            looks++;
        }
        assertThat(looks).isBetween(121, 126);
        assertThat(share.isHeavyForLong(nowNs)).isFalse();
    }

    @Test
    @DisplayName("between the two bounds it is neither")
    void between() {
        for (int i = 0; i < 1_000; i++) {
            look(10, 17 * MS);
            if (i > 10) {
                assertThat(share.isHeavyForLong(nowNs)).isFalse();
                assertThat(share.isCalmForLong(nowNs)).isFalse();
            }
        }
    }
}
