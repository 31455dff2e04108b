package dev.maptick.bench.report;

import dev.maptick.bench.sim.SimColumn;
import dev.maptick.bench.sim.SimResult;
import dev.maptick.bench.sim.SimScenario;
import java.util.List;

/** A series of simulations as a page. Pure functions. */
final class SimPage {
    private SimPage() {}

    static String of(List<SimResult> results, String command, String css) {
        Markup page = new Markup();
        page.open("html", "lang", "en");
        ReportPage.head(page, "maptick bench simulate", css);
        page.open("body").leaf("a", "Skip to the figures", "class", "skip", "href", "#main");
        page.open("header").leaf("h1", "maptick with many workers, in virtual time");
        page.leaf(
                "p",
                "The real scheduler on real threads, one of them at a time, on a clock that moves from event to event. A"
                        + " stroke parts ours from the ideal: one queue, earliest deadline first, servers that cost"
                        + " nothing to wake, on the same maps, phases and costs.");
        page.open("dl").leaf("dt", "Command").open("dd").leaf("code", command);
        page.close().close().close();
        page.open("main", "id", "main");
        page.open("section", "aria-label", "Pictures").open("div", "class", "charts");
        SimPictures.of(results)
                .forEach(picture -> page.open("figure", "class", "card wide")
                        .append(WorkersChart.of(picture))
                        .close());
        page.close().close();
        for (SimScenario scenario : SimScenario.values()) {
            List<SimResult> rows = results.stream()
                    .filter(result -> result.plan().scenario() == scenario)
                    .toList();
            if (!rows.isEmpty()) {
                section(page, scenario, rows);
            }
        }
        return page.close().close().close().page();
    }

    private static void section(Markup page, SimScenario scenario, List<SimResult> rows) {
        String id = "s-" + scenario.label();
        page.open("section", "id", id, "aria-labelledby", id + "-h").leaf("h2", scenario.label(), "id", id + "-h");
        page.leaf("p", scenario.description() + ".");
        Tables.open(page, scenario.label() + ": ours / ideal");
        page.open("thead").open("tr");
        for (SimColumn column : SimColumn.values()) {
            page.leaf("th", column.label(), "scope", "col");
        }
        page.close().close().open("tbody");
        for (SimResult row : rows) {
            page.open("tr").leaf("th", SimColumn.WORKERS.of(row), "scope", "row");
            for (SimColumn column : SimColumn.values()) {
                if (column != SimColumn.WORKERS) {
                    page.leaf("td", column.of(row));
                }
            }
            page.close();
        }
        page.close();
        Tables.close(page);
        page.close();
    }
}
