package dev.maptick.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimeDigestTest {
    private static final double MOST_ERROR = 1.0 / 9;

    @Test
    @DisplayName("buckets follow one another without gap, and each value is in the one that holds it")
    void buckets() {
        for (int bucket = 0; bucket < TimeDigest.BUCKETS; bucket++) {
            assertThat(TimeDigest.bucket(TimeDigest.fromNs(bucket))).isEqualTo(bucket);
            if (bucket > 0) {
                assertThat(TimeDigest.bucket(TimeDigest.fromNs(bucket) - 1)).isEqualTo(bucket - 1);
            }
        }
        assertThat(TimeDigest.bucket(Long.MAX_VALUE)).isEqualTo(TimeDigest.BUCKETS - 1);
        assertThat(TimeDigest.bucket(-1)).isZero();
        assertThat(TimeDigest.fromNs(TimeDigest.BUCKETS - 1)).isEqualTo(1L << 36);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    @DisplayName("percentiles are off by at most a ninth of the exact ones, whatever the values")
    void error(long seed) {
        Random random = new Random(seed);
        double spread = 1 + random.nextInt(16);
        double middle = 11 + random.nextInt(20);
        long[] values = new long[1 + random.nextInt(5_000)];
        TimeDigest digest = new TimeDigest();
        long max = 0;
        for (int i = 0; i < values.length; i++) {
            double exponent = middle + spread * random.nextGaussian() / 4;
            values[i] = (long) Math.pow(2, Math.max(10.01, Math.min(35.99, exponent)));
            digest.add(values[i], 0);
            max = Math.max(max, values[i]);
        }
        Arrays.sort(values);
        TimePercentiles times = new TimePercentiles(digest.durations(), values.length, 0, max);
        for (double percent : new double[] {0, 0.1, 1, 10, 50, 90, 99, 99.9, 100}) {
            int rank = Math.max(1, (int) Math.ceil(percent / 100 * values.length));
            double exact = values[rank - 1];
            assertThat(Math.abs(times.percentileNanos(percent) - exact) / exact)
                    .as("seed %d, %s of %d values", seed, percent, values.length)
                    .isLessThanOrEqualTo(MOST_ERROR + 1e-9);
        }
    }

    @Test
    @DisplayName("out of range counts below and above all others; nothing is shown as more than the longest")
    void outOfRange() {
        TimeDigest digest = new TimeDigest();
        long[] durations = {0, 10, 60_000_000_000L, 7_200_000_000_000L};
        for (long ns : durations) {
            digest.add(ns, 259_200_000_000_000L);
        }
        TimePercentiles times = new TimePercentiles(digest.durations(), 4, 0, 7_200_000_000_000L);
        assertThat(times.percentileNanos(50)).isEqualTo(TimeDigest.LOWEST_NS);
        assertThat(times.percentileNanos(75)).isBetween(54_000_000_000L, 67_000_000_000L);
        assertThat(times.percentileNanos(100)).isEqualTo(1L << 36);
        assertThat(new TimePercentiles(digest.latenesses(), 4, 0, 259_200_000_000_000L).p50Nanos())
                .isEqualTo(1L << 36);
        digest = new TimeDigest();
        digest.add(7, 0);
        assertThat(new TimePercentiles(digest.durations(), 1, 7, 7).p999Nanos()).isEqualTo(7);
        assertThat(TimePercentiles.NONE.p50Nanos()).isZero();
        assertThat(TimePercentiles.NONE.meanNanos()).isZero();
    }

    @Test
    @DisplayName("a full bucket halves its distribution: shares stay")
    void full() {
        TimeDigest digest = new TimeDigest();
        int often = TimeDigest.bucket(50_000_000);
        int seldom = TimeDigest.bucket(2_000_000);
        digest.preset(often, Integer.MAX_VALUE - 1);
        digest.preset(seldom, 1_000_000_000);
        digest.add(50_000_000, 0);
        assertThat(digest.durations()[often]).isEqualTo(Integer.MAX_VALUE / 2);
        assertThat(digest.durations()[seldom]).isEqualTo(500_000_000);
        assertThat(digest.latenesses()[0]).isOne();
        digest.add(50_000_000, 0);
        assertThat(digest.durations()[often]).isEqualTo(Integer.MAX_VALUE / 2 + 1);
    }
}
