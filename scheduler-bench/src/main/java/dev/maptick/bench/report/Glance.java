package dev.maptick.bench.report;

import dev.maptick.bench.contender.Contenders;
import dev.maptick.bench.result.Book;
import dev.maptick.bench.result.Metric;
import dev.maptick.bench.result.Spread;
import dev.maptick.bench.scenario.Scenario;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The first thing to read: ours in proportion to the reference, scenario by scenario. */
final class Glance {
    private static final List<Figure> FIGURES =
            List.of(Metric.CORES, Metric.LATE_P50, Metric.LATE_P99, Metric.CAPACITY, Metric.TICKS_PER_SECOND).stream()
                    .map(Figure::of)
                    .toList();

    private Glance() {}

    /** Nothing where the book lacks ours or the reference. */
    static void append(Markup page, List<View> views) {
        List<Line> lines = lines(views);
        List<Figure> figures = FIGURES.stream()
                .filter(figure ->
                        lines.stream().anyMatch(line -> !line.ratio(figure).none()))
                .toList();
        if (lines.isEmpty()) {
            return;
        }
        page.open("section", "class", "glance", "aria-labelledby", "glance").leaf("h2", "At a glance", "id", "glance");
        page.leaf(
                "p",
                "Each figure divided by that of " + Book.REFERENCE + " in the same round: the median of the rounds, and"
                        + " their range in brackets. × 0.5 is half of it. Coloured where every round is better, or every"
                        + " round worse, by more than 2 %.");
        Tables.open(page, "ours in proportion to " + Book.REFERENCE);
        page.open("thead").open("tr").leaf("th", "contender", "scope", "col").leaf("th", "scenario", "scope", "col");
        figures.forEach(figure -> page.open("th", "scope", "col")
                .text(figure.label())
                .leaf("small", figure.betterEnd())
                .close());
        page.close().close().open("tbody");
        lines.forEach(line -> append(page, line, figures));
        page.close();
        Tables.close(page);
        page.close();
    }

    private static void append(Markup page, Line line, List<Figure> figures) {
        page.open("tr", "class", Palette.of(line.contender()));
        Tables.name(page, line.contender());
        page.open("td")
                .leaf("a", line.view().name(), "href", "#" + ReportPage.id(line.view()))
                .close();
        for (Figure figure : figures) {
            Spread ratio = line.ratio(figure);
            page.open("td");
            if (ratio.none()) {
                page.text(Amounts.NONE);
            } else {
                Tables.ratio(page, ratio, figure.better() == Metric.Better.LOWER);
            }
            page.close();
        }
        page.close();
    }

    private static List<Line> lines(List<View> views) {
        List<Line> lines = new ArrayList<>();
        for (View view : views) {
            for (Contenders ours : Arrays.stream(Contenders.values())
                    .filter(Contenders::isMaptick)
                    .toList()) {
                Line line = new Line(ours.label(), view);
                if (FIGURES.stream().anyMatch(figure -> !line.ratio(figure).none())) {
                    lines.add(line);
                }
            }
        }
        return lines;
    }

    private record Line(String contender, View view) {
        /** How many ticks run is a matter of who skips, so only where all do. */
        Spread ratio(Figure figure) {
            return figure.metric() == Metric.TICKS_PER_SECOND && view.scenario() != Scenario.OVERLOAD
                    ? Spread.NONE
                    : view.ratio(contender, figure);
        }
    }
}
