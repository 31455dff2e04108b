package dev.maptick.bench;

import dev.maptick.bench.report.SimReportWriter;
import dev.maptick.bench.sim.SimResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Renews what the documentation shows of the simulations: its pictures, and the table between two marks. */
final class SimDocs {
    static final String BEGIN = "<!-- simulation: table made by the command above -->\n";
    static final String END = "<!-- simulation: end -->\n";

    private static final String PAGE = "performance.md";
    private static final String PICTURES = "pictures";

    private SimDocs() {}

    /**
     * Renews them.
     *
     * @param docs the directory of the documentation
     * @throws IOException if it cannot be written, or has no page with both marks
     */
    static void renew(Path docs, List<SimResult> results) throws IOException {
        Path page = docs.resolve(PAGE);
        String text = Files.readString(page);
        int from = text.indexOf(BEGIN);
        int to = text.indexOf(END);
        if (from < 0 || to < from) {
            throw new IOException(page + " has no place for the table: " + BEGIN.strip() + " ... " + END.strip());
        }
        Path pictures = docs.resolve(PICTURES);
        Files.createDirectories(pictures);
        SimReportWriter.writePictures(results, pictures);
        Files.writeString(
                page,
                text.substring(0, from + BEGIN.length())
                        + "\n"
                        + SimTable.shortOf(results)
                        + "\n"
                        + text.substring(to));
    }
}
