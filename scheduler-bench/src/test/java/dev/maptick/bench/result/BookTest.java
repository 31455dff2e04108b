package dev.maptick.bench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class BookTest {
    private final Book book = Books.of(
            Books.measured("ours", "idle", 1, 0.2),
            Books.measured("stpe-skip", "idle", 1, 0.8),
            Books.measured("stpe-skip", "idle", 2, 0.4),
            Books.measured("ours", "idle", 2, 0.3),
            Books.failed("stpe-skip", "idle", 3),
            Books.measured("ours", "idle", 3, 0.1),
            Books.failed("ours", "other", 1));

    @Test
    void sumsRoundsUp() {
        assertThat(book.spread("idle", "ours", Metric.CORES)).isEqualTo(new Spread(0.2, 0.1, 0.3, 3));
        assertThat(book.spread("idle", "stpe-skip", Metric.CORES).median()).isCloseTo(0.6, within(1e-9));
    }

    @Test
    void pairsRoundByRoundWhateverTheirOrder() {
        Spread ratio = book.ratio("idle", "ours", "stpe-skip", Metric.CORES);

        assertThat(ratio.min()).isCloseTo(0.25, within(1e-9));
        assertThat(ratio.max()).isCloseTo(0.75, within(1e-9));
        // The third round has no partner.
        assertThat(ratio.rounds()).isEqualTo(2);
    }

    @Test
    void whereNothingWasMeasuredThereIsNoFigure() {
        assertThat(book.spread("other", "ours", Metric.CORES)).isEqualTo(Spread.NONE);
        assertThat(book.spread("idle", "nobody", Metric.CORES).none()).isTrue();
        assertThat(book.spread("idle", "ours", Metric.CAPACITY).none()).isTrue();
    }

    @Test
    void namesComeInTheOrderInWhichTheyRan() {
        assertThat(book.scenarios()).containsExactly("idle", "other");
        assertThat(book.contenders("idle")).containsExactly("ours", "stpe-skip");
    }

    @Test
    void scenariosArePairedRoundByRoundToo() {
        Book threads = Books.of(
                Books.held("ours", "one", 1, 100),
                Books.held("ours", "two", 1, 190),
                Books.held("ours", "two", 2, 200),
                Books.held("theirs", "two", 1, 500));

        assertThat(threads.scaling("two", "one", "ours", Metric.CAPACITY)).isEqualTo(new Spread(1.9, 1.9, 1.9, 1));
        assertThat(threads.scaling("two", "one", "theirs", Metric.CAPACITY).none())
                .isTrue();
    }

    @Test
    void everyMetricIsReadFromAFullRun() {
        Measures full = new Measures(
                2,
                new Counts(3_999, 4_000, 1, 2, 3),
                new Cpu(1, 0.5, 120.5, 0.1, 9),
                new Lateness(3_999, 40, 50, 90, 100, 200),
                new Fairness(0.9, 51),
                new Memory(0.5, 200.0),
                new Churn(2_000, 700, 900, 300, 400),
                new Capacity(1e6, 1.1e6, 5),
                new PureWork(27_000, 0.97, 0.96));

        for (Metric metric : Metric.values()) {
            assertThat(metric.of(full)).as(metric.label()).isNotNaN();
        }
        assertThat(Metric.PURE_WORK_SHARE.of(full)).isEqualTo(97);
        assertThat(Metric.CPU_PER_TICK.of(full)).isCloseTo(1e9 / 3_999, within(1e-6));
    }
}
