package dev.maptick.bench.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.bench.result.Books;
import dev.maptick.bench.result.RunResult;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class QuietTest {
    private static RunResult measure(Iterator<RunResult> tries) throws IOException, InterruptedException {
        return Objects.requireNonNull(Quiet.measure(3, tries::next));
    }

    @Test
    void aQuietRunCountsAtOnce() throws Exception {
        Iterator<RunResult> tries =
                List.of(Books.disturbed(0.1), Books.disturbed(0)).iterator();

        assertThat(measure(tries)).isEqualTo(Books.disturbed(0.1));
        assertThat(tries).hasNext();
    }

    @Test
    void aDisturbedRunIsTakenAgain() throws Exception {
        assertThat(measure(List.of(Books.disturbed(0.9), Books.disturbed(0.02)).iterator()))
                .isEqualTo(Books.disturbed(0.02));
    }

    @Test
    void ofDisturbedRunsTheQuietestCountsAndSaysSo() throws Exception {
        RunResult result = measure(List.of(Books.disturbed(0.9), Books.disturbed(0.3), Books.disturbed(0.5))
                .iterator());

        assertThat(result.note())
                .isEqualTo("disturbed, the rest of the machine took 0.30 cores in the quietest of 3 tries");
        assertThat(result.withNote("")).isEqualTo(Books.disturbed(0.3));
    }

    @Test
    void whereNothingIsToldOrNothingWasMeasuredThereIsOneTry() throws Exception {
        assertThat(measure(List.of(Books.measured("a", "b", 1, 1)).iterator()).note())
                .isEmpty();
        assertThat(measure(List.of(Books.failed("a", "b", 1)).iterator())).isEqualTo(Books.failed("a", "b", 1));
    }

    @Test
    void aSingleTryCountsAndSaysSoToo() throws Exception {
        RunResult result = Objects.requireNonNull(Quiet.measure(1, () -> Books.disturbed(0.9)));

        assertThat(result.note()).isEqualTo("disturbed, the rest of the machine took 0.90 cores");
    }

    @Test
    void whatTheRunItselfHasToSayStays() throws Exception {
        RunResult noted = Books.disturbed(0.9).withNote("stuck");

        assertThat(Objects.requireNonNull(Quiet.measure(1, () -> noted)).note())
                .isEqualTo("stuck; disturbed, the rest of the machine took 0.90 cores");
    }

    @Test
    void theEndIsTheEnd() throws Exception {
        assertThat(Quiet.measure(3, () -> null)).isNull();
    }
}
