package dev.maptick.bench.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.bench.result.Book;
import dev.maptick.bench.result.Books;
import dev.maptick.bench.result.Metric;
import org.junit.jupiter.api.Test;

class ResultTableTest {
    @Test
    void showsMediansTheirSpreadAndTheProportionToTheReference() {
        Book book = Books.of(
                Books.measured("stpe-skip", "idle-10k", 1, 0.8),
                Books.measured("maptick", "idle-10k", 1, 0.2),
                Books.measured("maptick", "idle-10k", 2, 0.3),
                Books.measured("stpe-skip", "idle-10k", 2, 0.6),
                Books.failed("fjp-skip", "idle-10k", 1));

        String table = ResultTable.of(book);

        assertThat(table)
                .contains("idle-10k: 10,000 maps")
                .contains("0.250 (0.200 to 0.300) x0.38")
                .contains("0.700 (0.600 to 0.800)")
                .contains("40.0 us")
                .contains("fjp-skip: failed in round 1: fell over");
        assertThat(table.indexOf("\n  maptick")).isLessThan(table.indexOf("\n  stpe-skip"));
    }

    @Test
    void capacityOfTwoThreadsIsToldInProportionToThatOfOne() {
        Book book = Books.of(
                Books.held("maptick", "saturation-1", 1, 2e6),
                Books.held("maptick", "saturation-2", 1, 3.6e6),
                Books.held("maptick", "saturation-1", 2, 2e6),
                Books.held("maptick", "saturation-2", 2, 4e6),
                Books.held("naive-pq", "saturation-2", 1, 1e6));

        String table = ResultTable.of(book);

        assertThat(table).containsOnlyOnce("x of one thread").contains("x1.90 (1.80 to 2.00)");
        assertThat(table.lines().filter(line -> line.contains("naive-pq")))
                .singleElement()
                .asString()
                .matches("\\s*naive-pq\\s+1\\.00 M\\s+-\\s.*");
    }

    @Test
    void withoutOneThreadTwoAreNotComparedWithIt() {
        assertThat(ResultTable.of(Books.of(Books.held("maptick", "saturation-2", 1, 3.6e6))))
                .doesNotContain("of one thread");
    }

    @Test
    void figuresHaveThreeDigitsAndTheUnitThatSuits() {
        assertThat(Figures.of(Metric.LATE_P50, 999)).isEqualTo("999 ns");
        assertThat(Figures.of(Metric.LATE_P50, 1_234)).isEqualTo("1.23 us");
        assertThat(Figures.of(Metric.LATE_P50, 45_678_000)).isEqualTo("45.7 ms");
        assertThat(Figures.of(Metric.WORST_GAP, 2.5e9)).isEqualTo("2.50 s");
        assertThat(Figures.of(Metric.CAPACITY, 678_000)).isEqualTo("678,000");
        assertThat(Figures.of(Metric.CAPACITY, 2_480_000)).isEqualTo("2.48 M");
        assertThat(Figures.of(Metric.JAIN, 0.99991)).isEqualTo("0.9999");
        assertThat(Figures.of(Metric.CORES, Double.NaN)).isEqualTo("-");
    }

    @Test
    void durationsAreForPeople() {
        assertThat(Figures.duration(-1)).isEqualTo("0 s");
        assertThat(Figures.duration(59.4)).isEqualTo("59 s");
        assertThat(Figures.duration(125)).isEqualTo("2 min 5 s");
        assertThat(Figures.duration(7_300)).isEqualTo("2 h 1 min");
    }
}
