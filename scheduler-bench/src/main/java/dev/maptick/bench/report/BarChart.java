package dev.maptick.bench.report;

import dev.maptick.bench.report.View.Row;
import dev.maptick.bench.result.Spread;
import java.util.List;

/** One bar for each contender, as long as its median, with a whisker from the smallest round to the largest. */
final class BarChart {
    /** A bar longer than so many usual ones is cut: it would flatten all others. */
    private static final int CUT_AT = 8;

    private static final int BAR_TOP = 20;
    private static final int BAR = 11;
    private static final int WHISKER_CAP = 3;

    private BarChart() {}

    static void append(Markup page, String id, Figure figure, List<Row> rows) {
        double largest =
                rows.stream().mapToDouble(row -> row.spread().max()).max().orElse(0);
        if (largest == 0) {
            page.open("figure", "class", "card").open("figcaption").leaf("strong", figure.heading());
            page.leaf("span", figure.betterEnd(), "class", "hint").close();
            page.leaf("p", "0 in every run of every contender.", "class", "flat")
                    .close();
            return;
        }
        double limit = limit(rows, largest);
        Scale scale = Scale.linear(limit);
        int height = rows.size() * Frame.ROW;
        String hint = figure.betterEnd() + (limit < largest ? ", longest bars cut" : "");
        Frame.open(page, id, "card", figure.heading(), hint, description(figure, rows), height + Frame.AXIS);
        Frame.grid(page, scale, figure.unit(), height);
        int top = 0;
        for (Row row : rows) {
            bar(page, figure, row, scale, top);
            top += Frame.ROW;
        }
        Frame.close(page);
    }

    /** Where the axis may end. */
    private static double limit(List<Row> rows, double largest) {
        double usual = Spread.of(
                        rows.stream().mapToDouble(row -> row.spread().median()).toArray())
                .median();
        double most = CUT_AT * usual;
        return usual > 0 && largest > most
                ? rows.stream()
                        .mapToDouble(row -> row.spread().max())
                        .filter(value -> value <= most)
                        .max()
                        .orElse(most)
                : largest;
    }

    private static void bar(Markup page, Figure figure, Row row, Scale scale, int top) {
        Spread spread = row.spread();
        String range = Amounts.range(figure.unit(), spread);
        String amount = figure.amount(spread.median());
        page.open("g", "class", Palette.of(row.contender()));
        page.leaf("title", row.contender() + ": " + amount + (range.isEmpty() ? "" : ", " + range));
        Frame.label(page, row.contender(), range.isEmpty() ? amount : amount + " (" + range + ")", top);
        int y = top + BAR_TOP;
        page.empty("rect", "class", "track", "x", "0", "y", Frame.px(y), "width", "100%", "height", Frame.px(BAR));
        page.empty(
                "rect",
                "class",
                "bar",
                "x",
                "0",
                "y",
                Frame.px(y),
                "width",
                scale.percent(spread.median()),
                "height",
                Frame.px(BAR),
                "rx",
                "2");
        if (spread.median() > scale.to()) {
            page.leaf("text", "»", "class", "cut", "x", "100%", "y", Frame.px(y + BAR - 1), "text-anchor", "end");
        } else if (!range.isEmpty()) {
            whisker(page, scale, spread, y + BAR / 2);
        }
        page.close();
    }

    private static void whisker(Markup page, Scale scale, Spread spread, int y) {
        String from = scale.percent(spread.min());
        String to = scale.percent(spread.max());
        line(page, from, to, y, y);
        line(page, from, from, y - WHISKER_CAP, y + WHISKER_CAP);
        line(page, to, to, y - WHISKER_CAP, y + WHISKER_CAP);
    }

    private static void line(Markup page, String x1, String x2, int y1, int y2) {
        page.empty("line", "class", "whisker", "x1", x1, "x2", x2, "y1", Frame.px(y1), "y2", Frame.px(y2));
    }

    private static String description(Figure figure, List<Row> rows) {
        StringBuilder text =
                new StringBuilder("Bars, ").append(figure.betterEnd()).append(". ");
        for (Row row : rows) {
            text.append(row.contender())
                    .append(' ')
                    .append(figure.amount(row.spread().median()))
                    .append("; ");
        }
        return text.append("the same figures are in the table.").toString();
    }
}
