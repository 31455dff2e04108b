package dev.maptick.bench.fork;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class TallyTest {
    @Test
    void percentilesAreWithinOnePercentOfTheSortedList() {
        for (long seed = 1; seed <= 20; seed++) {
            Random random = new Random(seed);
            Tally tally = new Tally();
            long[] values = new long[5_000];
            for (int i = 0; i < values.length; i++) {
                values[i] = (long) Math.exp(random.nextDouble() * 23);
                tally.add(values[i]);
            }
            Arrays.sort(values);

            for (double percent : new double[] {1, 50, 90, 99, 99.9, 100}) {
                long exact = values[(int) Math.ceil(values.length * percent / 100) - 1];
                assertThat(tally.percentile(percent))
                        .as("p%s with seed %s", percent, seed)
                        .isCloseTo(exact, Percentage.withPercentage(1));
            }
            assertThat(tally.max()).isEqualTo(values[values.length - 1]);
            assertThat(tally.mean())
                    .isCloseTo(Arrays.stream(values).average().orElseThrow(), Percentage.withPercentage(1e-6));
        }
    }

    @Test
    void smallValuesAndTheEdgesOfOctavesAreKept() {
        for (long value : new long[] {0, 1, 63, 64, 65, 127, 128, 129, 255, 256, 1L << 40, Long.MAX_VALUE}) {
            Tally tally = new Tally();
            tally.add(value);

            assertThat(tally.percentile(50)).as("of %s", value).isCloseTo(value, Percentage.withPercentage(1));
            assertThat(tally.percentile(50)).isLessThanOrEqualTo(value);
        }
    }

    @Test
    void negativeCountsAsZero() {
        Tally tally = new Tally();
        tally.add(-5);

        assertThat(tally.count()).isEqualTo(1);
        assertThat(tally.percentile(100)).isZero();
    }

    @Test
    void anEmptyOneIsZero() {
        Tally tally = new Tally();

        assertThat(tally.percentile(99)).isZero();
        assertThat(tally.mean()).isZero();
        assertThat(tally.max()).isZero();
    }

    @Test
    void theSumOfTwoIsThatOfAllValues() {
        Tally one = new Tally();
        Tally two = new Tally();
        Tally all = new Tally();
        Random random = new Random(7);
        for (int i = 0; i < 1_000; i++) {
            long value = random.nextInt(1 << (1 + random.nextInt(25)));
            (i % 3 == 0 ? one : two).add(value);
            all.add(value);
        }
        Tally sum = new Tally();
        sum.addAll(one);
        sum.addAll(two);

        assertThat(sum.count()).isEqualTo(1_000);
        assertThat(sum.mean()).isCloseTo(all.mean(), within(1e-6));
        for (double percent : new double[] {1, 50, 99, 100}) {
            assertThat(sum.percentile(percent)).isEqualTo(all.percentile(percent));
        }
    }
}
