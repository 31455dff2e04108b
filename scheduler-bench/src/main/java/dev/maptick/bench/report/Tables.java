package dev.maptick.bench.report;

import dev.maptick.bench.result.Book;
import dev.maptick.bench.result.Metric.Better;
import dev.maptick.bench.result.Spread;
import java.util.List;
import java.util.SortedMap;

/** The tables. Each scrolls sideways inside a region that the keyboard reaches. */
final class Tables {
    /** Less than that is nobody's merit. */
    private static final double CLEARLY = 0.02;

    private Tables() {}

    /** Every figure of a scenario: median, spread, and the proportion to the reference. */
    static void figures(Markup page, View view) {
        List<Figure> columns = view.columns();
        open(
                page,
                view.name() + ": all figures. Median; smallest to largest round; × " + Book.REFERENCE
                        + " of the same round, median and range");
        page.open("thead").open("tr").leaf("th", "contender", "scope", "col");
        if (view.scales()) {
            page.leaf("th", "capacity × of one thread", "scope", "col");
        }
        columns.forEach(figure -> page.open("th", "scope", "col")
                .text(figure.label())
                .leaf("small", figure.betterEnd())
                .close());
        page.close().close().open("tbody");
        for (String contender : view.measured()) {
            page.open("tr", "class", Palette.of(contender));
            name(page, contender);
            if (view.scales()) {
                scaling(page, view.scaling(contender));
            }
            columns.forEach(
                    figure -> cell(page, figure, view.spread(contender, figure), view.ratio(contender, figure)));
            page.close();
        }
        page.close();
        close(page);
    }

    private static void scaling(Markup page, Spread scaling) {
        page.open("td").leaf("b", scaling.none() ? Amounts.NONE : Amounts.ratio(scaling));
        String range = Amounts.ratioRange(scaling);
        if (!range.isEmpty()) {
            page.leaf("small", range);
        }
        page.close();
    }

    private static void cell(Markup page, Figure figure, Spread spread, Spread ratio) {
        page.open("td").leaf("b", figure.amount(spread.median()));
        String range = Amounts.range(figure.unit(), spread);
        if (!range.isEmpty()) {
            page.leaf("small", range);
        }
        if (!ratio.none()) {
            ratio(page, ratio, figure.better() == Better.LOWER);
        }
        page.close();
    }

    /** A proportion, coloured where it is clearly better or worse in every round. */
    static void ratio(Markup page, Spread ratio, boolean lowerIsBetter) {
        boolean below = ratio.max() < 1 - CLEARLY;
        boolean above = ratio.min() > 1 + CLEARLY;
        String css = !below && !above ? "even" : below == lowerIsBetter ? "good" : "bad";
        String range = Amounts.ratioRange(ratio);
        page.leaf("small", Amounts.ratio(ratio) + (range.isEmpty() ? "" : " (" + range + ")"), "class", "ratio " + css);
    }

    /** CPU per tick for each number of maps, and the last over the first. */
    static void growth(Markup page, Growth growth) {
        List<Integer> sizes = growth.sizes();
        open(page, "CPU per executed tick by number of maps. Median; smallest to largest round");
        page.open("thead").open("tr").leaf("th", "contender", "scope", "col");
        sizes.forEach(size -> page.leaf("th", Amounts.of("", size) + " maps", "scope", "col"));
        page.leaf("th", "most maps ÷ fewest", "scope", "col").close().close().open("tbody");
        for (int i = 0; i < growth.contenders().size(); i++) {
            SortedMap<Integer, Spread> curve = growth.curves().get(i);
            page.open("tr", "class", Palette.of(growth.contenders().get(i)));
            name(page, growth.contenders().get(i));
            sizes.forEach(size -> cell(page, Growth.FIGURE, curve.getOrDefault(size, Spread.NONE), Spread.NONE));
            page.leaf("td", "×\u00a0" + Amounts.digits(growth.factor(i))).close();
        }
        page.close();
        close(page);
    }

    static void name(Markup page, String contender) {
        page.open("th", "scope", "row")
                .leaf("span", "", "class", "chip", "aria-hidden", "true")
                .text(contender)
                .close();
    }

    static void open(Markup page, String caption) {
        page.open("div", "class", "scroll", "tabindex", "0", "role", "region", "aria-label", caption)
                .open("table")
                .leaf("caption", caption);
    }

    static void close(Markup page) {
        page.close().close();
    }
}
