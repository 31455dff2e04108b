package dev.maptick.bench.report;

import dev.maptick.bench.result.Book;
import dev.maptick.bench.result.Metric;
import dev.maptick.bench.result.Spread;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Writes a book as one HTML page. Any thread. */
public final class ReportWriter {
    private static final String FILE = "report.html";

    private ReportWriter() {}

    /**
     * Writes the page.
     *
     * @param book what was measured
     * @param dir an existing directory
     * @return the page's file
     * @throws IOException if it cannot be written
     */
    public static Path write(Book book, Path dir) throws IOException {
        StringBuilder page = new StringBuilder();
        page.append(
                        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>maptick bench</title></head><body>\n")
                .append("<h1>maptick bench</h1>\n<p>")
                .append(escape(book.startedAt() + ", " + book.machine().line() + ", " + book.jdk()))
                .append("</p>\n<p><code>")
                .append(escape(book.command()))
                .append("</code></p>\n");
        for (String scenario : book.scenarios()) {
            table(page, book, scenario);
        }
        page.append("</body></html>\n");
        Path file = dir.resolve(FILE);
        Files.writeString(file, page);
        return file;
    }

    private static void table(StringBuilder page, Book book, String scenario) {
        page.append("<h2>").append(escape(scenario)).append("</h2>\n<table border=\"1\"><tr><th>contender</th>");
        for (Metric metric : Metric.values()) {
            String unit = metric.unit().isEmpty() ? "" : ", " + metric.unit();
            page.append("<th>").append(escape(metric.label() + unit)).append("</th>");
        }
        page.append("</tr>\n");
        for (String contender : book.contenders(scenario)) {
            page.append("<tr><td>").append(escape(contender)).append("</td>");
            for (Metric metric : Metric.values()) {
                Spread spread = book.spread(scenario, contender, metric);
                page.append("<td>").append(spread.none() ? "" : cell(spread)).append("</td>");
            }
            page.append("</tr>\n");
        }
        page.append("</table>\n");
    }

    private static String cell(Spread spread) {
        return String.format(Locale.ROOT, "%.4g (%.4g to %.4g)", spread.median(), spread.min(), spread.max());
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
