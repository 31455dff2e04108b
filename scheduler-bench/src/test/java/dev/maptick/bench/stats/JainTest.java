package dev.maptick.bench.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class JainTest {
    @Test
    void isOneForEqualSharesWhateverTheirSize() {
        assertThat(Jain.index(DoubleStream.of(0.5, 0.5, 0.5))).isEqualTo(1);
        assertThat(Jain.index(DoubleStream.of(7_000, 7_000))).isEqualTo(1);
    }

    @Test
    void isOneNthForOneWinner() {
        assertThat(Jain.index(DoubleStream.of(1, 0, 0, 0))).isEqualTo(0.25);
    }

    @Test
    void isOneWhereThereIsNothingToShare() {
        assertThat(Jain.index(DoubleStream.empty())).isEqualTo(1);
        assertThat(Jain.index(DoubleStream.of(0, 0))).isEqualTo(1);
    }
}
