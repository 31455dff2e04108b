package dev.maptick.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.bench.sim.SimPlan;
import dev.maptick.bench.sim.SimResult;
import dev.maptick.bench.sim.SimScenario;
import dev.maptick.bench.sim.Simulation;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;

class SimReportTest {
    private static final List<SimResult> RESULTS = new ArrayList<>();

    @TempDir
    private Path dir;

    @BeforeAll
    static void simulate() throws InterruptedException {
        for (SimScenario scenario : List.of(SimScenario.HOUSE_MIX, SimScenario.LOW_LOAD)) {
            for (long wakeNs : SimPlan.WAKES_NS) {
                for (int workers : new int[] {2, 3}) {
                    RESULTS.add(Simulation.run(new SimPlan(scenario, workers, wakeNs, 1)));
                }
            }
        }
    }

    @Test
    void eachPictureIsAFileOfItsOwnThatRunsNothing() throws Exception {
        SimReportWriter.writePictures(RESULTS, dir);

        try (Stream<Path> files = Files.list(dir)) {
            List<Path> pictures = files.sorted().toList();
            assertThat(pictures)
                    .extracting(file -> file.getFileName().toString())
                    .containsExactly(
                            "simulation-active.svg", "simulation-delay-house-mix.svg", "simulation-wake-ups.svg");
            for (Path picture : pictures) {
                String text = Files.readString(picture);
                Document svg = DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
                assertThat(svg.getDocumentElement().getTagName()).isEqualTo("svg");
                assertThat(svg.getElementsByTagName("script").getLength()).isZero();
                assertThat(text)
                        .contains("<title id=", "<desc id=", "prefers-color-scheme: dark")
                        .doesNotContain("href");
            }
        }
    }

    @Test
    void thePageHasPicturesAndATableForEachScenarioThatRan() throws IOException {
        String page = Files.readString(SimReportWriter.writePage(RESULTS, "./maptick <x>", dir));

        assertThat(page)
                .contains("<h2 id=\"s-house-mix-h\">", "<h2 id=\"s-low-load-h\">", "maptick, wake-up 50 µs")
                .contains("./maptick &lt;x&gt;")
                .doesNotContain("s-overload-h", "<script");
    }
}
