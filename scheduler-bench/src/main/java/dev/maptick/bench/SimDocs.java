package dev.maptick.bench;

import dev.maptick.bench.plan.OutDir;
import dev.maptick.bench.plan.Typed;
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
    private static final String ALLOWED =
            "a directory with a " + PAGE + " that has a place for the table: " + BEGIN.strip() + " ... " + END.strip();

    private SimDocs() {}

    /**
     * Looks whether they can be renewed, and changes nothing.
     *
     * @param typed the directory as it was typed
     * @param options takes the refusal
     * @return the directory
     */
    static Path read(String typed, Typed options) {
        Path docs = OutDir.read("--docs", typed, List.of(PAGE), options);
        try {
            Path page = docs.resolve(PAGE);
            if (!Files.isRegularFile(page) || !isRenewable(Files.readString(page))) {
                options.refuse("--docs", typed, ALLOWED);
            }
        } catch (IOException e) {
            options.refuse("--docs", typed, ALLOWED + "; it cannot be read: " + e);
        }
        return docs;
    }

    private static boolean isRenewable(String text) {
        return text.contains(BEGIN) && text.indexOf(END) > text.indexOf(BEGIN);
    }

    /**
     * Renews them.
     *
     * @param docs the directory of the documentation
     * @throws IOException if it cannot be written, or has no page with both marks
     */
    static void renew(Path docs, List<SimResult> results) throws IOException {
        Path page = docs.resolve(PAGE);
        String text = Files.readString(page);
        if (!isRenewable(text)) {
            throw new IOException(page + " has no place for the table: " + BEGIN.strip() + " ... " + END.strip());
        }
        int from = text.indexOf(BEGIN);
        int to = text.indexOf(END);
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
