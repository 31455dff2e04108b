package dev.maptick.bench.report;

import dev.maptick.bench.contender.Contenders;
import dev.maptick.bench.result.Book;
import dev.maptick.bench.result.Metric;
import dev.maptick.bench.result.Outcome;
import dev.maptick.bench.result.RunResult;
import dev.maptick.bench.result.Spread;
import dev.maptick.bench.scenario.Scenario;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One scenario of a book, as the report shows it. Immutable.
 *
 * @param book the book
 * @param name the scenario's name
 * @param scenario what this version knows of it; null if nothing
 */
record View(Book book, String name, @Nullable Scenario scenario) {
    static View of(Book book, String name) {
        return new View(book, name, Scenario.named(name));
    }

    /** Contenders with figures, in the order of the catalogue, whoever began; those it does not know come last. */
    List<String> measured() {
        return book.contenders(name).stream()
                .filter(contender -> runs(contender).stream().anyMatch(run -> run.measures() != null))
                .sorted(Comparator.comparingInt(View::rank))
                .toList();
    }

    /** Place in the catalogue; sorting by it keeps the order of those it does not know. */
    static int rank(String contender) {
        List<String> known = Contenders.labels();
        int place = known.indexOf(contender);
        return place < 0 ? known.size() : place;
    }

    List<RunResult> runs(String contender) {
        return book.runs(name, contender);
    }

    Spread spread(String contender, Figure figure) {
        return Spread.of(runs(contender).stream().mapToDouble(figure.value()).toArray());
    }

    /** In proportion to the reference, round by round; none for the reference itself and where nothing compares. */
    Spread ratio(String contender, Figure figure) {
        Metric metric = figure.metric();
        if (metric == null || contender.equals(Book.REFERENCE) || !Guide.comparable(scenario, figure)) {
            return Spread.NONE;
        }
        return book.ratio(name, contender, Book.REFERENCE, metric);
    }

    /** Capacity in proportion to that of one thread; none where that is not asked or was not measured. */
    Spread scaling(String contender) {
        Scenario one = scenario == null ? null : scenario.ofOneThread();
        return one == null ? Spread.NONE : book.scaling(name, one.label(), contender, Metric.CAPACITY);
    }

    /** Whether somebody has such a proportion. */
    boolean scales() {
        return measured().stream().anyMatch(contender -> !scaling(contender).none());
    }

    List<Row> rows(Figure figure) {
        return measured().stream()
                .map(contender -> new Row(contender, spread(contender, figure)))
                .filter(row -> !row.spread().none())
                .toList();
    }

    /** Columns that somebody has a figure for. */
    List<Figure> columns() {
        return Guide.columns(scenario).stream()
                .filter(figure -> !rows(figure).isEmpty())
                .toList();
    }

    /** Why there is no figure, or what to know about one: each thing once, however many rounds say it. */
    List<Remark> remarks() {
        Set<Remark> remarks = new LinkedHashSet<>();
        for (String contender : new LinkedHashSet<>(book.contenders(name))) {
            for (RunResult run : runs(contender)) {
                if (run.outcome() != Outcome.MEASURED || !run.note().isEmpty()) {
                    remarks.add(new Remark(contender, run.outcome(), run.note()));
                }
            }
        }
        return List.copyOf(remarks);
    }

    /** Rounds in which somebody was measured. */
    int rounds() {
        return (int)
                measuredRuns().stream().mapToInt(RunResult::round).distinct().count();
    }

    /** What the rest of the machine took, over all runs. */
    Spread noise() {
        return Spread.of(measuredRuns().stream()
                .mapToDouble(run -> run.value(Metric.OTHERS))
                .toArray());
    }

    private List<RunResult> measuredRuns() {
        List<RunResult> all = new ArrayList<>();
        measured()
                .forEach(contender -> runs(contender).stream()
                        .filter(run -> run.measures() != null)
                        .forEach(all::add));
        return all;
    }

    /**
     * A contender's figure.
     *
     * @param contender its name
     * @param spread over the rounds
     */
    record Row(String contender, Spread spread) {}

    /**
     * What to know about a contender.
     *
     * @param contender its name
     * @param outcome how it went
     * @param note why
     */
    record Remark(String contender, Outcome outcome, String note) {}
}
