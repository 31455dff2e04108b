package dev.maptick.server.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TextTableTest {
    @Test
    void alignsTextLeftAndNumbersRight() {
        TextTable table = new TextTable(1);
        table.line(List.of("type", "ticks", "us"));
        table.line(List.of("house", "1,200", "7.5"));
        table.line(List.of("inn", "3", "10.0"));

        assertThat(table.toString()).isEqualTo("""
                  type   ticks    us
                  house  1,200   7.5
                  inn        3  10.0
                """.indent(2).replaceAll("(?m)^ {4}", "  "));
    }

    @Test
    void anEmptyTableIsNoText() {
        assertThat(new TextTable(1).toString()).isEmpty();
    }
}
