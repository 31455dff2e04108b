package dev.maptick.bench.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.bench.result.Book;
import dev.maptick.bench.result.BookJson;
import dev.maptick.bench.result.RunResult;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchRunTest {
    @TempDir
    private Path dir;

    /** As Ctrl-C does, while the second of 100 runs goes on or is about to begin. */
    @Test
    void endedHalfWayItReportsWhatThereIs() throws Exception {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        try (EndSignal signal = new EndSignal()) {
            PrintStream out = new PrintStream(
                    new AskingAfter("[1 of 100] process-0", signal, text), true, StandardCharsets.UTF_8);
            Settings settings = Settings.read(false, "process-0", "none", "100", "0.1", true, dir.toString());

            boolean fine = new BenchRun(settings, "./maptick bench", out, false, signal).run();

            assertThat(fine).isTrue();
        }
        Book book = BookJson.read(dir.resolve("results.json"));
        assertThat(book.complete()).isFalse();
        assertThat(book.results()).extracting(RunResult::round).containsExactly(1);
        assertThat(dir.resolve("report.html")).content().contains("Ended before its last run", "process-0");
        assertThat(dir.resolve("fork.out")).doesNotExist();
        assertThat(text.toString(StandardCharsets.UTF_8))
                .contains("ended before the last run: these are the figures so far", "report:  ");
    }

    @Test
    void tellsBeforeItBeginsHowLongItTakes() throws Exception {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        try (EndSignal signal = new EndSignal()) {
            signal.ask();
            PrintStream out = new PrintStream(text, true, StandardCharsets.UTF_8);
            new BenchRun(
                            Settings.read(true, null, null, null, null, true, dir.toString()),
                            "./maptick bench --full",
                            out,
                            false,
                            signal)
                    .run();
        }

        assertThat(text.toString(StandardCharsets.UTF_8))
                .containsPattern("[0-9]+ runs, each alone in a JVM, about [0-9]+ h [0-9]+ min, up to 3 times that if");
    }

    /** Asks for the end once something has been printed. */
    private static final class AskingAfter extends ByteArrayOutputStream {
        private final String trigger;
        private final EndSignal signal;
        private final ByteArrayOutputStream copy;

        AskingAfter(String trigger, EndSignal signal, ByteArrayOutputStream copy) {
            this.trigger = trigger;
            this.signal = signal;
            this.copy = copy;
        }

        @Override
        public synchronized void flush() throws IOException {
            copy.reset();
            writeTo(copy);
            if (toString(StandardCharsets.UTF_8).contains(trigger)) {
                signal.ask();
            }
        }
    }
}
