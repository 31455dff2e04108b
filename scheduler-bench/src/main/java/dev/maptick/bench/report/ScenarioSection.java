package dev.maptick.bench.report;

import dev.maptick.bench.report.View.Remark;
import dev.maptick.bench.report.View.Row;
import dev.maptick.bench.result.Outcome;
import dev.maptick.bench.result.Spread;
import java.util.List;

/** One scenario: what it is, its charts, its table, and who is missing. */
final class ScenarioSection {
    private ScenarioSection() {}

    static void append(Markup page, View view) {
        String id = ReportPage.id(view);
        page.open("section", "id", id, "aria-labelledby", id + "-h").leaf("h2", view.name(), "id", id + "-h");
        page.open("p").leaf("b", Guide.description(view.scenario())).text(" " + Guide.lookAt(view.scenario()));
        page.close();
        if (view.measured().isEmpty()) {
            page.leaf("p", "Nobody was measured.");
        } else {
            page.leaf("p", weather(view), "class", "note");
            charts(page, view, id);
            Tables.figures(page, view);
        }
        remarks(page, view);
        page.close();
    }

    private static void charts(Markup page, View view, String id) {
        page.open("div", "class", "charts");
        LatenessChart.append(page, id + "-late", view);
        int number = 0;
        for (Figure figure : Guide.charts(view.scenario())) {
            List<Row> rows = view.rows(figure);
            if (!rows.isEmpty()) {
                BarChart.append(page, id + "-" + number++, figure, rows);
            }
        }
        page.close();
    }

    /** How far to trust it. */
    private static String weather(View view) {
        int rounds = view.rounds();
        String text = rounds == 1 ? "One round: no spread, so small differences mean nothing." : rounds + " rounds.";
        Spread noise = view.noise();
        return noise.none()
                ? text
                : text + " The rest of the machine took " + Amounts.of("cores", noise.median())
                        + " cores meanwhile (median of all runs), at most " + Amounts.of("cores", noise.max()) + ".";
    }

    private static void remarks(Markup page, View view) {
        List<Remark> remarks = view.remarks();
        if (remarks.isEmpty()) {
            return;
        }
        page.leaf("h3", "Who could not run, and what else to know").open("ul", "class", "remarks");
        for (Remark remark : remarks) {
            page.open("li").leaf("b", remark.contender()).text(" " + words(remark.outcome()) + remark.note());
            page.close();
        }
        page.close();
    }

    private static String words(Outcome outcome) {
        return switch (outcome) {
            case MEASURED -> "ran, but: ";
            case NOT_AVAILABLE -> "is not available: ";
            case FAILED -> "failed: ";
        };
    }
}
