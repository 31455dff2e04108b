package dev.maptick.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.maptick.bench.result.Book;
import dev.maptick.bench.result.BookJson;
import dev.maptick.bench.result.Outcome;
import dev.maptick.bench.result.RunResult;
import dev.maptick.bench.sim.SimPlan;
import dev.maptick.bench.sim.SimResult;
import dev.maptick.bench.sim.SimScenario;
import dev.maptick.bench.sim.Simulation;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BenchMainTest {
    @TempDir
    private Path dir;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String... args) {
        return BenchMain.run(
                args,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    private String text(ByteArrayOutputStream stream) {
        return stream.toString(StandardCharsets.UTF_8);
    }

    @Test
    void listsWhatThereIs() {
        assertThat(run("--list")).isZero();
        assertThat(text(out)).contains("house-mix", "stpe-skip", "Netty HashedWheelTimer, 5 ms");
    }

    @Test
    void badSettingsAreToldTogether() {
        assertThat(run("--rounds", "x", "--contenders", "me")).isEqualTo(ExitCode.USAGE);
        assertThat(text(err)).contains("--rounds x is not allowed: a whole number, 1 to 100", "--contenders 'me'");
    }

    @Test
    void anUnknownOptionIsAMisuse() {
        assertThat(run("--fast")).isEqualTo(ExitCode.USAGE);
        assertThat(text(err)).contains("--fast");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--full", "simulate"})
    void aFileIsNoDirectory(String form) throws IOException {
        Path file = Files.createFile(dir.resolve("file"));

        for (Path out : List.of(file, file.resolve("below/it"))) {
            assertThat(run(form, "--out", out.toString())).isEqualTo(ExitCode.USAGE);
            assertThat(text(err))
                    .contains("--out " + out + " is not allowed: a directory that can be written", file + " is a file");
        }
        assertThat(text(this.out)).isEmpty();
    }

    /** Root may write what is not to be written, but nobody makes a directory there. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void whereNoneCanBeMadeIsNoDirectory() {
        for (String form : List.of("--full", "simulate")) {
            assertThat(run(form, "--out", "/proc/maptick/out")).isEqualTo(ExitCode.USAGE);
        }
        assertThat(text(err)).contains("--out /proc/maptick/out is not allowed: a directory that can be written");
        assertThat(text(out)).isEmpty();
    }

    @Test
    void aFileThatCannotBeReplacedIsToldBeforeAnythingIsMeasured() throws IOException {
        Path page = Files.createDirectory(dir.resolve("report.html"));

        assertThat(run("--out", dir.toString())).isEqualTo(ExitCode.USAGE);
        assertThat(text(err)).contains("--out " + dir + " is not allowed", page + " cannot be replaced");
        assertThat(text(out)).isEmpty();
    }

    @Test
    void noNameIsNoDirectory() {
        assertThat(run("--out", "", "--rounds", "0")).isEqualTo(ExitCode.USAGE);
        assertThat(text(err)).contains("--out '' is not allowed", "--rounds 0 is not allowed");
    }

    @Test
    void measuresInForksAndLeavesABookAndAPage() throws IOException {
        Path into = dir.resolve("made/on the way");

        int code = run(
                "--scenarios",
                "process-0",
                "--contenders",
                "none",
                "--rounds",
                "1",
                "--seconds",
                "0.1",
                "--out",
                into.toString());

        assertThat(code).as(text(out) + text(err)).isZero();
        Book book = BookJson.read(into.resolve("results.json"));
        assertThat(book.complete()).isTrue();
        assertThat(book.command()).startsWith("./maptick bench --scenarios process-0");
        assertThat(book.results()).extracting(RunResult::outcome).containsExactly(Outcome.MEASURED);
        assertThat(into.resolve("report.html")).isNotEmptyFile();
        assertThat(into.resolve("fork.out")).doesNotExist();
        assertThat(text(out)).contains("[1 of 1] process-0, none, round 1: cores", "took ");
    }

    @Test
    void simulatesAndLeavesPicturesTablesAndAPage() {
        Path into = dir.resolve("simulated");

        int code = run("simulate", "--workers", "2", "--out", into.toString());

        assertThat(code).as(text(out) + text(err)).isZero();
        assertThat(text(out))
                .contains("[1 of ", "house-mix, 2 workers, wake-up 0: delay p99", "promise 2 held in all simulations");
        assertThat(into.resolve("simulation.html")).isNotEmptyFile();
        assertThat(into.resolve("simulation.md")).content().contains("**overload**: ", "| workers |");
        assertThat(into.resolve("simulation-delay-house-mix.svg")).isNotEmptyFile();
    }

    @Test
    void renewsTheDocumentationBetweenItsMarks() throws Exception {
        Path page = dir.resolve("performance.md");
        Files.writeString(page, "before\n" + SimDocs.BEGIN + "old\n" + SimDocs.END + "after\n");
        List<SimResult> results = new ArrayList<>();
        for (SimPlan plan : SimPlan.all(List.of(2, 3), 1)) {
            if (plan.scenario() == SimScenario.LOW_LOAD) {
                results.add(Simulation.run(plan));
            }
        }

        SimDocs.renew(dir, results);

        assertThat(Files.readString(page))
                .startsWith("before\n" + SimDocs.BEGIN)
                .endsWith(SimDocs.END + "after\n")
                .contains("| low-load |       3 |")
                .doesNotContain("old");
        assertThat(dir.resolve("pictures/simulation-active.svg")).isNotEmptyFile();

        Files.writeString(page, "no marks");
        assertThatThrownBy(() -> SimDocs.renew(dir, results)).hasMessageContaining("has no place for the table");
    }

    @ParameterizedTest
    @ValueSource(strings = {"4,1", "257,2", "", "2,,4", "two", "99999999999999999999"})
    void otherNumbersOfWorkersAreNotSimulated(String workers) {
        assertThat(run("simulate", "--workers", workers, "--seed", "x")).isEqualTo(ExitCode.USAGE);
        assertThat(text(err))
                .contains(
                        "is not allowed: whole numbers, 2 to 256, each once, with commas between",
                        "--seed x is not allowed: a whole number of at most 18 digits");
        assertThat(text(out)).isEmpty();
    }

    @Test
    void aNumberOfWorkersIsThereOnce() {
        assertThat(run("simulate", "--workers", "2,4,2")).isEqualTo(ExitCode.USAGE);
        assertThat(text(err)).contains("--workers 2,4,2 is not allowed: '2' is there twice");
    }

    @Test
    void documentationWithoutAPlaceForTheTableIsToldFirst() throws IOException {
        assertThat(run("simulate", "--docs", dir.toString())).isEqualTo(ExitCode.USAGE);
        Files.writeString(dir.resolve("performance.md"), "no marks");
        assertThat(run("simulate", "--docs", dir.toString())).isEqualTo(ExitCode.USAGE);

        assertThat(text(err)).contains("--docs " + dir + " is not allowed: a directory with a performance.md");
        assertThat(text(out)).isEmpty();
    }
}
