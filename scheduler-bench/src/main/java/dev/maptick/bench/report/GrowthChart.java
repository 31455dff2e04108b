package dev.maptick.bench.report;

import dev.maptick.bench.result.Spread;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/** A line for each contender, named at its end; both axes logarithmic. */
final class GrowthChart {
    private static final String HEADING = "CPU per executed tick against the number of maps";
    private static final int HEIGHT = 340;
    private static final int TEXT_BELOW = 16;

    /** Where the lines begin, behind the marks, and where they end, before their names; in percent of the width. */
    private static final double LEFT = 13;

    private static final double RIGHT = 61;

    /** First place of a name, behind the ends of the lines. */
    private static final String NAMES_AT = "65%";

    private static final int NAME_GAP = 16;

    private GrowthChart() {}

    static void append(Markup page, String id, Growth growth) {
        List<Integer> sizes = growth.sizes();
        Scale across = new Scale(sizes.get(0), sizes.get(sizes.size() - 1), true, List.of());
        Scale up = Scale.logarithmicAround(growth.least(), growth.most());
        Frame.open(
                page,
                id,
                "card wide",
                HEADING,
                "less is better, both axes grow by factors; medians over the rounds",
                "A line for each contender. The table has every point.",
                HEIGHT + Frame.AXIS);
        grid(page, across, up, sizes);
        List<Curve> curves = curves(growth, across, up);
        curves.forEach(curve -> draw(page, curve));
        name(page, curves);
        Frame.close(page);
    }

    private static void grid(Markup page, Scale across, Scale up, List<Integer> sizes) {
        for (double mark : up.marks()) {
            int y = height(up, mark);
            page.empty(
                    "line",
                    "class",
                    "grid",
                    "x1",
                    "0",
                    "x2",
                    Scale.percentage(RIGHT),
                    "y1",
                    Frame.px(y),
                    "y2",
                    Frame.px(y));
            page.leaf(
                    "text",
                    Amounts.mark(Growth.FIGURE.unit(), mark),
                    "class",
                    "mark",
                    "x",
                    "0",
                    "y",
                    Frame.px(y == 0 ? 12 : y - 4));
        }
        for (int i = 0; i < sizes.size(); i++) {
            String x = width(across, sizes.get(i));
            page.empty("line", "class", "grid", "x1", x, "x2", x, "y1", "0", "y2", Frame.px(HEIGHT));
            page.leaf(
                    "text",
                    Amounts.thousands(sizes.get(i)),
                    "class",
                    "mark",
                    "x",
                    x,
                    "y",
                    Frame.px(HEIGHT + TEXT_BELOW),
                    "text-anchor",
                    i == sizes.size() - 2 ? "end" : "middle");
        }
        page.leaf("text", "maps", "class", "mark", "x", NAMES_AT, "dx", "24", "y", Frame.px(HEIGHT + TEXT_BELOW));
    }

    private static List<Curve> curves(Growth growth, Scale across, Scale up) {
        List<Curve> curves = new ArrayList<>();
        for (int i = 0; i < growth.contenders().size(); i++) {
            List<Point> points = new ArrayList<>();
            SortedMap<Integer, Spread> curve = growth.curves().get(i);
            for (Map.Entry<Integer, Spread> entry : curve.entrySet()) {
                points.add(new Point(
                        width(across, entry.getKey()),
                        height(up, entry.getValue().median())));
            }
            curves.add(new Curve(growth.contenders().get(i), points));
        }
        return curves;
    }

    private static void draw(Markup page, Curve curve) {
        page.open("g", "class", Palette.of(curve.contender()));
        page.leaf("title", curve.contender());
        for (int i = 1; i < curve.points().size(); i++) {
            Point from = curve.points().get(i - 1);
            Point to = curve.points().get(i);
            page.empty(
                    "line",
                    "class",
                    "curve",
                    "x1",
                    from.x(),
                    "x2",
                    to.x(),
                    "y1",
                    Frame.px(from.y()),
                    "y2",
                    Frame.px(to.y()));
        }
        for (Point point : curve.points()) {
            page.empty("circle", "class", "dot", "cx", point.x(), "cy", Frame.px(point.y()), "r", "3.5");
        }
        page.close();
    }

    /** Names beside the ends of the lines, moved apart where they would lie on each other. */
    private static void name(Markup page, List<Curve> curves) {
        List<Curve> byHeight = new ArrayList<>(curves);
        byHeight.sort(Comparator.comparingInt(curve -> curve.end().y()));
        int[] places =
                apart(byHeight.stream().mapToInt(curve -> curve.end().y()).toArray());
        for (int i = 0; i < places.length; i++) {
            Curve curve = byHeight.get(i);
            page.open("g", "class", Palette.of(curve.contender()));
            page.empty(
                    "line",
                    "class",
                    "leader",
                    "x1",
                    curve.end().x(),
                    "x2",
                    NAMES_AT,
                    "y1",
                    Frame.px(curve.end().y()),
                    "y2",
                    Frame.px(places[i]));
            page.leaf(
                    "text", curve.contender(), "class", "name", "x", NAMES_AT, "dx", "4", "y", Frame.px(places[i] + 4));
            page.close();
        }
    }

    static int[] apart(int[] wanted) {
        return apart(wanted, HEIGHT);
    }

    /** Rising places near the wanted ones, {@link #NAME_GAP} apart, the last one not below the room if they all fit. */
    static int[] apart(int[] wanted, int height) {
        int[] places = wanted.clone();
        for (int i = 1; i < places.length; i++) {
            places[i] = Math.max(places[i], places[i - 1] + NAME_GAP);
        }
        int room = height;
        for (int i = places.length - 1; i >= 0 && places[i] > room; i--) {
            places[i] = room;
            room -= NAME_GAP;
        }
        return places;
    }

    private static String width(Scale across, double maps) {
        return Scale.percentage(LEFT + (RIGHT - LEFT) * across.place(maps) / 100);
    }

    private static int height(Scale up, double value) {
        return (int) Math.round(HEIGHT * (1 - up.place(value) / 100));
    }

    private record Point(String x, int y) {}

    private record Curve(String contender, List<Point> points) {
        Point end() {
            return points.get(points.size() - 1);
        }
    }
}
