package dev.maptick.bench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BookJsonTest {
    @TempDir
    private Path dir;

    @Test
    void aBookComesBackAsItWas() throws IOException {
        Path file = dir.resolve("results.json");
        Book book = Books.of(
                Books.measured("maptick", "idle-10k", 1, 0.2),
                Books.measured("stpe-skip", "idle-10k", 1, 0.8),
                Books.failed("fjp-skip", "idle-10k", 1));

        BookJson.write(book, file);

        assertThat(BookJson.read(file)).isEqualTo(book);
    }

    @Test
    void aResultComesBackFromOneLine() throws IOException {
        for (RunResult result : List.of(Books.measured("a", "s", 3, 1), Books.failed("b", "s", 2))) {
            String line = BookJson.line(result);

            assertThat(line).doesNotContain("\n").startsWith("{\"contender\"");
            assertThat(BookJson.parseLine(line)).isEqualTo(result);
        }
    }

    @Test
    void parametersComeBackFromOneLine() throws IOException {
        assertThat(BookJson.parseParameters(BookJson.line(Books.PARAMETERS))).isEqualTo(Books.PARAMETERS);
    }

    @Test
    void whatTheSystemDoesNotTellIsNull() throws IOException {
        String line = BookJson.line(Books.measured("a", "s", 1, 1));

        assertThat(line).contains("\"othersCores\":null", "\"churn\":null");
    }

    @Test
    void whatIsNoBookIsRefused() throws IOException {
        Path file = Files.writeString(dir.resolve("other.json"), "{\"colour\": \"red\"}");

        assertThatThrownBy(() -> BookJson.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("Book");
    }

    @Test
    void figuresAndOutcomeAgree() {
        Measures measures = Books.measures(1);

        assertThatThrownBy(() -> new RunResult("a", "s", 1, Books.PARAMETERS, Outcome.FAILED, "", measures))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("FAILED with figures, of a in s");
        assertThatThrownBy(() -> new RunResult("a", "s", 1, Books.PARAMETERS, Outcome.MEASURED, "", null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("without figures");
    }
}
