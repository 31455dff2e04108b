package dev.maptick.server.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TextTest {
    @Test
    void writesNumbersTheSameEverywhere() {
        assertThat(Text.count(1_234_567)).isEqualTo("1,234,567");
        assertThat(Text.micros(0)).isEqualTo("0.0");
        assertThat(Text.micros(99_940)).isEqualTo("99.9");
        assertThat(Text.micros(1_234_567)).isEqualTo("1,235");
        assertThat(Text.seconds(9.994)).isEqualTo("9.99");
        assertThat(Text.seconds(1_234.56)).isEqualTo("1,234.6");
        assertThat(Text.percent(0)).isEqualTo("0.0 %");
        assertThat(Text.percent(0.00012)).isEqualTo("0.012 %");
        assertThat(Text.percent(0.335)).isEqualTo("33.5 %");
        assertThat(Text.plural(1, "thread", "threads")).isEqualTo("1 thread");
        assertThat(Text.plural(2, "thread", "threads")).isEqualTo("2 threads");
    }
}
