package dev.maptick.bench.report;

import dev.maptick.bench.result.Metric;
import java.util.List;

/** One row for each contender on a logarithmic axis: how late its ticks are, from the usual one to the latest. */
final class LatenessChart {
    private static final Figure P50 = Figure.of(Metric.LATE_P50);
    private static final Figure P90 = Figure.of(Metric.LATE_P90);
    private static final Figure P99 = Figure.of(Metric.LATE_P99);
    private static final Figure P999 = Figure.of(Metric.LATE_P999);
    private static final Figure MAX = Figure.of(Metric.LATE_MAX);
    private static final List<Figure> POINTS = List.of(P50, P90, P99, P999, MAX);

    private static final String HEADING = "Lateness: start minus deadline";
    private static final int MIDDLE = 25;
    private static final int TICK = 5;

    private LatenessChart() {}

    static void append(Markup page, String id, View view) {
        List<String> contenders = view.measured().stream()
                .filter(contender -> !view.spread(contender, P50).none())
                .toList();
        if (contenders.isEmpty()) {
            return;
        }
        Scale scale = scale(view, contenders);
        int height = contenders.size() * Frame.ROW;
        Frame.open(
                page,
                id,
                "card wide",
                HEADING,
                "less is better, each step of the axis is ten times more; medians over the rounds",
                description(view, contenders),
                height + Frame.AXIS);
        Frame.grid(page, scale, P50.unit(), height);
        int top = 0;
        for (String contender : contenders) {
            row(page, view, contender, scale, top);
            top += Frame.ROW;
        }
        page.close();
        legend(page);
        page.close();
    }

    private static Scale scale(View view, List<String> contenders) {
        double least = Double.MAX_VALUE;
        double most = 1;
        for (String contender : contenders) {
            least = Math.min(least, median(view, contender, P50));
            most = Math.max(most, median(view, contender, MAX));
        }
        return Scale.logarithmic(least, most);
    }

    private static double median(View view, String contender, Figure figure) {
        return view.spread(contender, figure).median();
    }

    private static void row(Markup page, View view, String contender, Scale scale, int top) {
        String p50 = P50.amount(median(view, contender, P50));
        String p99 = P99.amount(median(view, contender, P99));
        page.open("g", "class", Palette.of(contender));
        page.leaf("title", words(view, contender));
        Frame.label(page, contender, "p50 " + p50 + ", p99 " + p99, top);
        int y = top + MIDDLE;
        String at50 = scale.percent(median(view, contender, P50));
        String at99 = scale.percent(median(view, contender, P99));
        String atMax = scale.percent(median(view, contender, MAX));
        line(page, "span far", at99, atMax, y, y);
        line(page, "span near", at50, at99, y, y);
        line(page, "edge", atMax, atMax, y - TICK, y + TICK);
        dot(page, "dot hollow", scale.percent(median(view, contender, P999)), y, "3");
        dot(page, "dot hollow", at99, y, "4.5");
        dot(page, "dot", scale.percent(median(view, contender, P90)), y, "3.5");
        dot(page, "dot", at50, y, "5.5");
        page.close();
    }

    private static void line(Markup page, String css, String x1, String x2, int y1, int y2) {
        page.empty("line", "class", css, "x1", x1, "x2", x2, "y1", Frame.px(y1), "y2", Frame.px(y2));
    }

    private static void dot(Markup page, String css, String x, int y, String radius) {
        page.empty("circle", "class", css, "cx", x, "cy", Frame.px(y), "r", radius);
    }

    /** The symbols with their names, for those who see them. */
    private static void legend(Markup page) {
        page.open("p", "class", "legend", "aria-hidden", "true");
        key(page, "dot", "5.5", "p50");
        key(page, "dot", "3.5", "p90");
        key(page, "dot hollow", "4.5", "p99");
        key(page, "dot hollow", "3", "p99.9");
        page.open("span").open("svg", "width", "14", "height", "14");
        line(page, "edge", "7", "7", 2, 12);
        page.close().text("max").close().close();
    }

    private static void key(Markup page, String css, String radius, String name) {
        page.open("span").open("svg", "width", "14", "height", "14");
        dot(page, css, "7", 7, radius);
        page.close().text(name).close();
    }

    private static String words(View view, String contender) {
        StringBuilder text = new StringBuilder(contender).append(':');
        for (Figure point : POINTS) {
            text.append(' ')
                    .append(point.label().replace("late ", ""))
                    .append(' ')
                    .append(point.amount(median(view, contender, point)));
        }
        return text.toString();
    }

    private static String description(View view, List<String> contenders) {
        StringBuilder text = new StringBuilder("A row of points on a logarithmic axis for each contender. ");
        contenders.forEach(contender -> text.append(words(view, contender)).append("; "));
        return text.append("the table has the spread of those that matter most.")
                .toString();
    }
}
