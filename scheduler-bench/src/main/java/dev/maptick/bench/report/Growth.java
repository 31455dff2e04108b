package dev.maptick.bench.report;

import dev.maptick.bench.result.Book;
import dev.maptick.bench.result.Metric;
import dev.maptick.bench.result.RunResult;
import dev.maptick.bench.result.Spread;
import dev.maptick.bench.scenario.Scenario;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * CPU per tick against the number of maps, out of the idle scenarios. Immutable.
 *
 * @param contenders those measured with at least two numbers of maps, in the order of the catalogue
 * @param curves for each of them, in the same order, number of maps to figure
 */
record Growth(List<String> contenders, List<SortedMap<Integer, Spread>> curves) {
    static final Figure FIGURE = Figure.of(Metric.CPU_PER_TICK);

    private static final List<Scenario> IDLE =
            List.of(Scenario.IDLE_1K, Scenario.IDLE_10K, Scenario.IDLE_50K, Scenario.IDLE_100K);

    /** Out of a book; null if no contender was measured with two numbers of maps. */
    static @Nullable Growth of(Book book) {
        List<View> views =
                IDLE.stream().map(scenario -> View.of(book, scenario.label())).toList();
        Set<String> all = new LinkedHashSet<>();
        views.forEach(view -> all.addAll(view.measured()));
        List<String> contenders = all.stream()
                .sorted(Comparator.comparingInt(View::rank))
                .filter(contender -> curve(views, contender).size() > 1)
                .toList();
        return contenders.isEmpty()
                ? null
                : new Growth(
                        contenders,
                        contenders.stream()
                                .map(contender -> curve(views, contender))
                                .toList());
    }

    private static SortedMap<Integer, Spread> curve(List<View> views, String contender) {
        SortedMap<Integer, Spread> curve = new TreeMap<>();
        for (View view : views) {
            Spread spread = view.spread(contender, FIGURE);
            List<RunResult> runs = view.runs(contender);
            if (!spread.none()) {
                curve.put(runs.get(0).parameters().maps(), spread);
            }
        }
        return curve;
    }

    /** Every number of maps that somebody was measured with, rising. */
    List<Integer> sizes() {
        return curves.stream()
                .flatMap(curve -> curve.keySet().stream())
                .distinct()
                .sorted()
                .toList();
    }

    /** Of one contender: with the most maps ÷ with the fewest. */
    double factor(int contender) {
        List<Spread> rising = List.copyOf(curves.get(contender).values());
        return rising.get(rising.size() - 1).median() / rising.get(0).median();
    }

    double least() {
        return curves.stream()
                .flatMap(curve -> curve.values().stream())
                .mapToDouble(Spread::median)
                .min()
                .orElse(1);
    }

    double most() {
        return curves.stream()
                .flatMap(curve -> curve.values().stream())
                .mapToDouble(Spread::median)
                .max()
                .orElse(1);
    }
}
