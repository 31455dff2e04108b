package dev.maptick.bench.report;

import dev.maptick.bench.result.Book;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/** Writes a book as one HTML page that needs no other file and no network. Any thread. */
public final class ReportWriter {
    /** The page's name. */
    public static final String FILE = "report.html";

    private static final String STYLES = "report.css";

    private ReportWriter() {}

    /**
     * Writes the page.
     *
     * @param book what was measured
     * @param dir an existing directory
     * @return the page's file, made or replaced
     * @throws IOException if it cannot be written
     */
    public static Path write(Book book, Path dir) throws IOException {
        Path file = dir.resolve(FILE);
        Files.writeString(file, ReportPage.of(book, styles()));
        return file;
    }

    static String styles() throws IOException {
        try (InputStream in = ReportWriter.class.getResourceAsStream(STYLES)) {
            byte[] css = Objects.requireNonNull(in, STYLES).readAllBytes();
            return new String(css, StandardCharsets.UTF_8);
        }
    }
}
