package dev.maptick.bench.report;

import dev.maptick.bench.report.WorkersChart.Picture;
import dev.maptick.bench.sim.SimResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes what a series of simulations came to: a page, and its pictures as files of their own. Any thread. */
public final class SimReportWriter {
    private static final String FILE = "simulation.html";

    private SimReportWriter() {}

    /**
     * Writes the page, pictures inside.
     *
     * @param results the results
     * @param command how they were made
     * @param dir an existing directory
     * @return the page's file, made or replaced
     * @throws IOException if it cannot be written
     */
    public static Path writePage(List<SimResult> results, String command, Path dir) throws IOException {
        Path file = dir.resolve(FILE);
        Files.writeString(file, SimPage.of(results, command, ReportWriter.styles()));
        return file;
    }

    /**
     * Writes each picture as an SVG file.
     *
     * @param results the results
     * @param dir an existing directory
     * @throws IOException if they cannot be written
     */
    public static void writePictures(List<SimResult> results, Path dir) throws IOException {
        for (Picture picture : SimPictures.of(results)) {
            Files.writeString(
                    dir.resolve(picture.name() + ".svg"),
                    WorkersChart.of(picture).fragment());
        }
    }
}
