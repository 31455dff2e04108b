package dev.maptick.bench.plan;

import dev.maptick.bench.contender.Contenders;
import dev.maptick.bench.result.Book;
import dev.maptick.bench.result.Metric;
import dev.maptick.bench.result.RunResult;
import dev.maptick.bench.result.Spread;
import dev.maptick.bench.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A book as text: for each scenario the medians, their spread, and the proportion to the reference. Pure functions. */
final class ResultTable {
    private static final String GAP = "  ";

    /** After the name and the capacity. */
    private static final int SCALING_COLUMN = 2;

    private ResultTable() {}

    static String of(Book book) {
        StringBuilder out = new StringBuilder();
        for (String label : book.scenarios()) {
            Scenario scenario = Scenario.named(label);
            if (scenario != null) {
                table(out, book, scenario);
            }
        }
        return out.toString();
    }

    private static void table(StringBuilder out, Book book, Scenario scenario) {
        List<String> contenders = inOrder(book, scenario);
        List<Metric> metrics = scenario.metrics();
        out.append('\n')
                .append(scenario.label())
                .append(": ")
                .append(scenario.description())
                .append('\n');
        List<List<String>> lines = new ArrayList<>();
        lines.add(head(metrics));
        for (String contender : contenders) {
            lines.add(line(book, scenario.label(), contender, metrics));
        }
        scaling(lines, book, scenario, contenders);
        append(out, lines);
        for (String contender : contenders) {
            notes(book, scenario.label(), contender)
                    .ifPresent(note -> out.append(GAP)
                            .append(contender)
                            .append(": ")
                            .append(note)
                            .append('\n'));
        }
    }

    /** How threads add up, where the book has the same of one thread. */
    private static void scaling(List<List<String>> lines, Book book, Scenario scenario, List<String> contenders) {
        Scenario one = scenario.ofOneThread();
        if (one == null || !book.scenarios().contains(one.label())) {
            return;
        }
        lines.get(0).add(SCALING_COLUMN, "x of one thread");
        for (int i = 0; i < contenders.size(); i++) {
            Spread spread = book.scaling(scenario.label(), one.label(), contenders.get(i), Metric.CAPACITY);
            lines.get(i + 1).add(SCALING_COLUMN, spread.none() ? "-" : scaling(spread));
        }
    }

    private static String scaling(Spread spread) {
        String median = "x" + Figures.digits(spread.median());
        return spread.rounds() == 1
                ? median
                : median + " (" + Figures.digits(spread.min()) + " to " + Figures.digits(spread.max()) + ")";
    }

    /** The order of the catalogue, whoever began. */
    private static List<String> inOrder(Book book, Scenario scenario) {
        List<String> ran = book.contenders(scenario.label());
        return Contenders.labels().stream().filter(ran::contains).toList();
    }

    private static List<String> head(List<Metric> metrics) {
        List<String> cells = new ArrayList<>();
        cells.add("median (min to max) x " + Book.REFERENCE);
        metrics.forEach(metric -> cells.add(metric.label()));
        return cells;
    }

    private static List<String> line(Book book, String scenario, String contender, List<Metric> metrics) {
        List<String> cells = new ArrayList<>();
        cells.add(contender);
        for (Metric metric : metrics) {
            Spread spread = book.spread(scenario, contender, metric);
            cells.add(spread.none() ? "-" : cell(book, scenario, contender, metric, spread));
        }
        return cells;
    }

    private static String cell(Book book, String scenario, String contender, Metric metric, Spread spread) {
        StringBuilder cell = new StringBuilder(Figures.of(metric, spread.median()));
        if (spread.rounds() > 1 && spread.min() != spread.max()) {
            cell.append(" (")
                    .append(Figures.of(metric, spread.min()))
                    .append(" to ")
                    .append(Figures.of(metric, spread.max()))
                    .append(')');
        }
        Spread ratio = book.ratio(scenario, contender, Book.REFERENCE, metric);
        if (!ratio.none() && !contender.equals(Book.REFERENCE) && comparable(scenario, metric)) {
            cell.append(" x").append(Figures.digits(ratio.median()));
        }
        return cell.toString();
    }

    /**
     * Shares and indices lie too close to 1, and counts too often at 0, for a proportion to say anything; and where each has
     * its own load only that load and the cost of a tick compare.
     */
    private static boolean comparable(String scenario, Metric metric) {
        Scenario known = Scenario.named(scenario);
        if (known != null && known.seeksCapacity()) {
            return metric == Metric.CAPACITY || metric == Metric.CPU_PER_TICK || metric == Metric.ALLOCATED_PER_TICK;
        }
        return switch (metric) {
            case EXECUTED_SHARE, PURE_WORK_BOUND, PURE_WORK_SHARE, JAIN, SKIPPED, BURSTS, OTHERS, CHURN_PAIRS -> false;
            default -> true;
        };
    }

    private static Optional<String> notes(Book book, String scenario, String contender) {
        return book.runs(scenario, contender).stream()
                .filter(run -> !run.note().isEmpty())
                .map(ResultTable::note)
                .findFirst();
    }

    private static String note(RunResult run) {
        return switch (run.outcome()) {
            case MEASURED -> "round " + run.round() + ": " + run.note();
            case FAILED -> "failed in round " + run.round() + ": " + run.note();
            case NOT_AVAILABLE -> "not available: " + run.note();
        };
    }

    private static void append(StringBuilder out, List<List<String>> lines) {
        for (List<String> line : lines) {
            StringBuilder text = new StringBuilder();
            for (int column = 0; column < line.size(); column++) {
                text.append(GAP);
                int width = width(lines, column);
                String blanks = " ".repeat(width - line.get(column).length());
                text.append(column == 0 ? line.get(column) + blanks : blanks + line.get(column));
            }
            out.append(text).append('\n');
        }
    }

    private static int width(List<List<String>> lines, int column) {
        return lines.stream().mapToInt(line -> line.get(column).length()).max().orElse(0);
    }
}
