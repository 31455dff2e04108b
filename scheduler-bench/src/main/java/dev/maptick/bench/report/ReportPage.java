package dev.maptick.bench.report;

import dev.maptick.bench.contender.Contenders;
import dev.maptick.bench.result.Book;
import dev.maptick.bench.scenario.Scenario;
import java.util.Comparator;
import java.util.List;

/** The whole page, from top to bottom. Pure functions. */
final class ReportPage {
    private static final String GROWTH = "growth";

    /** Whatever gets in, the browser fetches nothing and runs nothing. */
    private static final String POLICY = "default-src 'none'; style-src 'unsafe-inline'";

    private ReportPage() {}

    static String of(Book book, String css) {
        Markup page = new Markup();
        page.open("html", "lang", "en");
        head(page, "maptick bench", css);
        page.open("body").leaf("a", "Skip to the figures", "class", "skip", "href", "#main");
        top(page, book);
        List<View> views = views(book);
        Growth growth = Growth.of(book);
        contents(page, views, growth != null);
        page.open("main", "id", "main");
        if (views.isEmpty()) {
            page.leaf("p", "Nothing was measured.");
        }
        Glance.append(page, views);
        if (growth != null) {
            growth(page, growth);
        }
        views.forEach(view -> ScenarioSection.append(page, view));
        page.close();
        foot(page, book);
        return page.close().close().page();
    }

    /** Where a scenario's section is. */
    static String id(View view) {
        return "s-" + view.name();
    }

    private static List<View> views(Book book) {
        List<String> order = Scenario.labels();
        return book.scenarios().stream()
                .map(name -> View.of(book, name))
                .sorted(Comparator.comparingInt(
                        view -> view.scenario() == null ? order.size() : order.indexOf(view.name())))
                .toList();
    }

    static void head(Markup page, String title, String css) {
        page.open("head")
                .empty("meta", "charset", "utf-8")
                .empty("meta", "http-equiv", "Content-Security-Policy", "content", POLICY)
                .empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1")
                .empty("meta", "name", "color-scheme", "content", "light dark")
                .leaf("title", title)
                .stylesheet(css)
                .close();
    }

    private static void top(Markup page, Book book) {
        page.open("header").leaf("h1", "maptick bench");
        page.leaf(
                "p",
                "What ticking maps costs and how late it is, beside what one would use instead; each contender alone in"
                        + " a JVM of its own, one after the other.");
        page.open("dl");
        fact(page, "Machine", book.machine().line());
        fact(page, "JVM", book.jdk());
        fact(page, "Begun", book.startedAt());
        page.open("dt")
                .text("Command")
                .close()
                .open("dd")
                .leaf("code", book.command())
                .close();
        fact(page, "Work", "1 µs is " + Amounts.digits(book.iterationsPerMicro()) + " loop iterations here");
        page.close();
        if (!book.complete()) {
            page.leaf(
                    "p",
                    "Ended before its last run: these are the figures so far.",
                    "class",
                    "warning",
                    "role",
                    "note");
        }
        page.close();
    }

    private static void fact(Markup page, String name, String value) {
        page.leaf("dt", name).leaf("dd", value);
    }

    private static void contents(Markup page, List<View> views, boolean growth) {
        page.open("nav", "aria-label", "Scenarios").open("ul");
        if (growth) {
            page.open("li").leaf("a", GROWTH, "href", "#" + GROWTH).close();
        }
        for (View view : views) {
            page.open("li").leaf("a", view.name(), "href", "#" + id(view)).close();
        }
        page.close().close();
    }

    private static void growth(Markup page, Growth growth) {
        page.open("section", "id", GROWTH, "aria-labelledby", GROWTH + "-h").leaf("h2", "Growth", "id", GROWTH + "-h");
        page.open("p")
                .leaf("b", "What one empty tick costs, from few maps to many.")
                .text(" A line that falls shares its wake-ups among more maps; one that rises at the end pays for its"
                        + " queue.")
                .close();
        page.open("div", "class", "charts");
        GrowthChart.append(page, GROWTH + "-c", growth);
        page.close();
        Tables.growth(page, growth);
        page.close();
    }

    private static void foot(Markup page, Book book) {
        page.open("footer").leaf("h2", "Who took part").open("dl");
        for (Contenders contender : Contenders.values()) {
            if (book.results().stream().anyMatch(run -> run.contender().equals(contender.label()))) {
                page.open("dt", "class", Palette.of(contender.label()))
                        .leaf("span", "", "class", "chip", "aria-hidden", "true")
                        .text(contender.label())
                        .close();
                page.leaf("dd", contender.description());
            }
        }
        page.close();
        page.leaf(
                "p",
                "Lateness is start minus deadline, for each tick that ran. Medians are over rounds; ranges are from the"
                        + " smallest round to the largest. CPU is that of the whole process without the harness's own"
                        + " threads. The raw figures are in results.json beside this page.");
        page.close();
    }
}
