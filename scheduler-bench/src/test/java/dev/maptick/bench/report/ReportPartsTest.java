package dev.maptick.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.maptick.bench.report.View.Row;
import dev.maptick.bench.result.Metric;
import dev.maptick.bench.result.Spread;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReportPartsTest {
    @Test
    void rowsAreInTheOrderOfTheCatalogueWhoeverBegan() {
        View view = View.of(
                ExampleBooks.of(
                        ExampleBooks.measured("floor-park", "precision", 1, 1),
                        ExampleBooks.measured("somebody new", "precision", 1, 1),
                        ExampleBooks.measured("stpe-skip", "precision", 1, 1),
                        ExampleBooks.failed("naive-pq", "precision", 1, "broke"),
                        ExampleBooks.measured("maptick", "precision", 1, 1)),
                "precision");
        assertThat(view.measured()).containsExactly("maptick", "stpe-skip", "floor-park", "somebody new");
    }

    @Test
    void aRemarkThatEveryRoundMakesIsShownOnce() {
        View view = View.of(
                ExampleBooks.of(
                        ExampleBooks.failed("naive-pq", "precision", 1, "broke"),
                        ExampleBooks.failed("naive-pq", "precision", 2, "broke"),
                        ExampleBooks.failed("naive-pq", "precision", 3, "broke otherwise")),
                "precision");
        assertThat(view.remarks()).hasSize(2);
        assertThat(view.rounds()).isZero();
        assertThat(view.noise().none()).isTrue();
    }

    @Test
    void whereEachHasItsOwnLoadOnlyThatLoadAndTheCostOfATickCompare() {
        View view = View.of(
                ExampleBooks.of(
                        ExampleBooks.measured("maptick", "saturation-1", 1, 1),
                        ExampleBooks.measured("stpe-skip", "saturation-1", 1, 2)),
                "saturation-1");
        assertThat(view.ratio("maptick", Figure.of(Metric.CORES)).none()).isTrue();
        assertThat(view.ratio("maptick", Figure.of(Metric.CPU_PER_TICK)).median())
                .isCloseTo(0.5, within(1e-9));
    }

    @Test
    void theReferenceIsNotComparedWithItself() {
        View view = View.of(ExampleBooks.of(ExampleBooks.measured("stpe-skip", "precision", 1, 1)), "precision");
        assertThat(view.ratio("stpe-skip", Figure.of(Metric.CORES)).none()).isTrue();
    }

    @Test
    void growthNeedsTwoNumbersOfMaps() {
        assertThat(Growth.of(ExampleBooks.of())).isNull();
        assertThat(Growth.of(ExampleBooks.of(ExampleBooks.measured("maptick", "idle-1k", 1, 1))))
                .isNull();
        Growth growth = Growth.of(ExampleBooks.everything(7));
        assertThat(growth).isNotNull();
        assertThat(growth.sizes()).containsExactly(1_000, 10_000, 50_000, 100_000);
        assertThat(growth.contenders()).startsWith("maptick").doesNotContain("thread-per-map", "none");
    }

    @Test
    void namesBesideTheLinesNeverLieOnEachOther() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 1_000; round++) {
            int[] wanted = random.ints(1 + random.nextInt(14), 0, 341).sorted().toArray();
            int[] places = GrowthChart.apart(wanted);
            for (int i = 1; i < places.length; i++) {
                assertThat(places[i] - places[i - 1]).as("seed %d", seed).isGreaterThanOrEqualTo(16);
            }
            assertThat(places[places.length - 1]).as("seed %d", seed).isLessThanOrEqualTo(340);
        }
    }

    @Test
    void linearScalesEndAtARoundValueNotBelowTheLargest() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 1_000; round++) {
            double largest = Math.pow(10, random.nextInt(16) - 6) * (1 + random.nextDouble());
            Scale scale = Scale.linear(largest);
            assertThat(scale.to()).as("seed %d", seed).isGreaterThanOrEqualTo(largest * (1 - 1e-9));
            assertThat(scale.marks()).as("seed %d", seed).hasSizeBetween(3, 5);
            assertThat(scale.place(largest)).as("seed %d", seed).isGreaterThan(49);
        }
    }

    @Test
    void aScaleForNothingIsStillOne() {
        assertThat(Scale.linear(0).place(0)).isZero();
        Scale one = Scale.logarithmic(0, 0);
        assertThat(one.place(0)).isZero();
        assertThat(one.place(10)).isCloseTo(100, within(1e-9));
    }

    @Test
    void logarithmicScalesGoFromDecadeToDecadeWithAFewMarks() {
        Scale scale = Scale.logarithmic(40_000, 2_000_000);
        assertThat(scale.from()).isCloseTo(1e4, within(1e-6));
        assertThat(scale.to()).isCloseTo(1e7, within(1e-3));
        assertThat(scale.place(1e5)).isCloseTo(100 / 3.0, within(1e-6));
        assertThat(scale.place(1)).isZero();
        assertThat(Scale.logarithmic(1, 1e10).marks()).hasSizeLessThanOrEqualTo(8);
    }

    @Test
    void aBarFarLongerThanTheOthersIsCutAndSaysSo() {
        Markup page = new Markup();
        BarChart.append(
                page,
                "x",
                Figure.of(Metric.REGISTER),
                List.of(
                        new Row("maptick", Spread.of(1_000)),
                        new Row("stpe-skip", Spread.of(2_000)),
                        new Row("thread-per-map", Spread.of(90_000))));
        assertThat(page.page()).contains("longest bars cut", "»", "90.0\u00a0µs");
    }

    @Test
    void zeroForEverybodyIsASentence() {
        Markup page = new Markup();
        BarChart.append(page, "x", Figure.SKIPPED_SHARE, List.of(new Row("maptick", Spread.of(0, 0))));
        assertThat(page.page()).contains("0 in every run").doesNotContain("<svg");
    }

    @ParameterizedTest
    @CsvSource({
        "ns, 0, 0 ns",
        "ns, 950.4, 950 ns",
        "ns, 40000, 40.0 µs",
        "ns, 1230000, 1.23 ms",
        "ns, 2e9, 2.00 s",
        "B, 0.5, 0.50 B",
        "B, 0.0123, 0.012 B",
        "B, 1234, '1,234 B'",
        "ticks/s, 2480000, 2.48 M",
        "'', 1234, '1,234'",
        "%, 0, 0 %",
        "%, 0.0125, 0.013 %",
        "%, 0.0000125, 0.000013 %",
        "%, 99.5, 99.50 %",
        "index, 0.99991, 0.99991",
        "cores, 0.0704, 0.070"
    })
    void amountsHaveThreeDigitsAndAUnit(String unit, double value, String expected) {
        assertThat(Amounts.of(unit, value).replace('\u00a0', ' ')).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "ns, 1e6, 1 ms",
        "cores, 0.5, 0.5",
        "cores, 2, 2",
        "index, 1, 1",
        "1/s, 20000, '20,000'",
        "B, 100, 100 B"
    })
    void marksLeaveOutZerosThatSayNothing(String unit, double value, String expected) {
        assertThat(Amounts.mark(unit, value).replace('\u00a0', ' ')).isEqualTo(expected);
    }

    @Test
    void rangesNameTheirUnitOnceAndAreLeftOutWhereThereIsNone() {
        assertThat(Amounts.range("ns", Spread.of(1_000, 3_000)).replace('\u00a0', ' '))
                .isEqualTo("1.00 to 3.00 µs");
        assertThat(Amounts.range("ns", Spread.of(900, 3_000)).replace('\u00a0', ' '))
                .isEqualTo("900 ns to 3.00 µs");
        assertThat(Amounts.range("ns", Spread.of(900, 900.1))).isEmpty();
        assertThat(Amounts.range("ns", Spread.NONE)).isEmpty();
    }

    @Test
    void aPageWithSomethingOpenIsRefused() {
        Markup page = new Markup().open("p");
        assertThatThrownBy(page::page).isInstanceOf(IllegalStateException.class).hasMessageContaining("[p]");
    }
}
