package dev.maptick.bench.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Collectors;

/**
 * Lines over the number of workers, as a picture of its own: it carries its style sheet, is readable in light and dark, and
 * tells lines apart by dashes and names as well as by colour. Pure functions.
 */
final class WorkersChart {
    private static final int WIDTH = 760;
    private static final int HEIGHT = 420;
    private static final int LEFT = 72;
    private static final int RIGHT = 520;
    private static final int TOP = 72;
    private static final int PLOT = 282;
    private static final int NAMES = 546;

    /** Looks of lines that are no reference. */
    private static final int STYLES = 6;

    private static final String STYLE = """
            .wc text { font: 13px system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; fill: #1b1f24; }
            .wc .wc-h { font-size: 16px; font-weight: 700; } .wc .wc-s { fill: #57606a; }
            .wc-paper { fill: #ffffff; stroke: #d8dde3; } .wc-grid { stroke: #d8dde3; }
            .wc-line { fill: none; stroke-width: 2.5; } .wc-lead { stroke-width: 1; opacity: .5; }
            .wc-0 { stroke: #1b1f24; stroke-dasharray: 2 5; stroke-linecap: round; } .wc-1 { stroke: #c2410c; }
            .wc-2 { stroke: #1d4ed8; stroke-dasharray: 9 4; } .wc-3 { stroke: #15803d; stroke-dasharray: 12 3 3 3; }
            .wc-4 { stroke: #7c3aed; stroke-dasharray: 5 3; } .wc-5 { stroke: #a16207; stroke-dasharray: 14 5; }
            .wc-6 { stroke: #be185d; stroke-dasharray: 3 3; }
            .wc-dot { stroke-dasharray: none; stroke-width: 2; fill: #ffffff; } .wc-lead { stroke-dasharray: none; }
            @media (prefers-color-scheme: dark) {
              .wc text { fill: #e8ebef; } .wc .wc-s { fill: #a2acb8; }
              .wc-paper { fill: #12151a; stroke: #343c46; } .wc-grid { stroke: #343c46; } .wc-dot { fill: #12151a; }
              .wc-0 { stroke: #e8ebef; } .wc-1 { stroke: #ff8a4c; } .wc-2 { stroke: #7aa7ff; } .wc-3 { stroke: #5fd07e; }
              .wc-4 { stroke: #b79bff; } .wc-5 { stroke: #f5c542; } .wc-6 { stroke: #ff7ab8; }
            }
            """;

    private WorkersChart() {}

    /**
     * A picture.
     *
     * @param name of its file, also the root of its element's ids
     * @param title what it shows
     * @param hint how to read the axis up
     * @param unit as in {@link Amounts}
     * @param logarithmic whether the axis up grows by factors
     * @param lines at least one
     */
    record Picture(String name, String title, String hint, String unit, boolean logarithmic, List<Line> lines) {}

    /**
     * A line.
     *
     * @param name what it is of
     * @param reference whether the others are measured by it: it looks the same in every picture
     * @param values by the number of workers, at least one
     */
    record Line(String name, boolean reference, SortedMap<Integer, Double> values) {}

    static Markup of(Picture picture) {
        List<Integer> workers = picture.lines().stream()
                .flatMap(line -> line.values().keySet().stream())
                .distinct()
                .sorted()
                .toList();
        Scale up = scale(picture);
        Markup svg = new Markup();
        svg.open(
                "svg",
                "xmlns",
                "http://www.w3.org/2000/svg",
                "class",
                "wc",
                "viewBox",
                "0 0 " + WIDTH + " " + HEIGHT,
                "width",
                "100%",
                "style",
                "max-width:" + WIDTH + "px",
                "role",
                "img",
                "aria-labelledby",
                picture.name() + "-t " + picture.name() + "-d");
        svg.leaf("title", picture.title(), "id", picture.name() + "-t");
        svg.leaf("desc", description(picture), "id", picture.name() + "-d");
        svg.stylesheet(STYLE);
        svg.empty("rect", "class", "wc-paper", "x", ".5", "y", ".5", "width", px(WIDTH - 1), "height", px(HEIGHT - 1));
        svg.leaf("text", picture.title(), "class", "wc-h", "x", "20", "y", "30");
        svg.leaf("text", picture.hint(), "class", "wc-s", "x", "20", "y", "52");
        grid(svg, picture, up, workers);
        List<Curve> curves = curves(picture, up, workers);
        // The reference last: it is dotted, and where others do as well it lies on them.
        curves.stream().filter(curve -> !curve.reference()).forEach(curve -> draw(svg, curve));
        curves.stream().filter(Curve::reference).forEach(curve -> draw(svg, curve));
        name(svg, curves);
        return svg.close();
    }

    private static Scale scale(Picture picture) {
        double most = 0;
        double least = Double.MAX_VALUE;
        for (Line line : picture.lines()) {
            for (double value : line.values().values()) {
                most = Math.max(most, value);
                least = Math.min(least, value);
            }
        }
        return picture.logarithmic() ? Scale.logarithmic(least, most) : Scale.linear(most);
    }

    private static void grid(Markup svg, Picture picture, Scale up, List<Integer> workers) {
        for (double mark : up.marks()) {
            int y = y(up, mark);
            line(svg, "wc-grid", LEFT, RIGHT, y, y);
            svg.leaf(
                    "text",
                    Amounts.mark(picture.unit(), mark),
                    "class",
                    "wc-s",
                    "x",
                    px(LEFT - 8),
                    "y",
                    px(y + 4),
                    "text-anchor",
                    "end");
        }
        for (int i = 0; i < workers.size(); i++) {
            int x = x(i, workers.size());
            line(svg, "wc-grid", x, x, TOP, TOP + PLOT);
            svg.leaf(
                    "text",
                    workers.get(i).toString(),
                    "class",
                    "wc-s",
                    "x",
                    px(x),
                    "y",
                    px(TOP + PLOT + 20),
                    "text-anchor",
                    "middle");
        }
        svg.leaf(
                "text",
                "workers",
                "class",
                "wc-s",
                "x",
                px((LEFT + RIGHT) / 2),
                "y",
                px(TOP + PLOT + 44),
                "text-anchor",
                "middle");
    }

    private static List<Curve> curves(Picture picture, Scale up, List<Integer> workers) {
        List<Curve> curves = new ArrayList<>();
        int others = 0;
        for (Line line : picture.lines()) {
            List<int[]> points = new ArrayList<>();
            for (Map.Entry<Integer, Double> point : line.values().entrySet()) {
                points.add(new int[] {x(workers.indexOf(point.getKey()), workers.size()), y(up, point.getValue())});
            }
            int style = line.reference() ? 0 : 1 + others++ % STYLES;
            curves.add(new Curve(line.name(), line.reference(), "wc-" + style, points));
        }
        return curves;
    }

    private static void draw(Markup svg, Curve curve) {
        svg.open("g").leaf("title", curve.name());
        String points =
                curve.points().stream().map(point -> point[0] + "," + point[1]).collect(Collectors.joining(" "));
        svg.empty("polyline", "class", "wc-line " + curve.css(), "points", points);
        for (int[] point : curve.points()) {
            svg.empty("circle", "class", curve.css() + " wc-dot", "cx", px(point[0]), "cy", px(point[1]), "r", "3.5");
        }
        svg.close();
    }

    private static void name(Markup svg, List<Curve> curves) {
        List<Curve> byHeight = new ArrayList<>(curves);
        byHeight.sort(Comparator.comparingInt(curve -> curve.end()[1]));
        int[] places = GrowthChart.apart(
                byHeight.stream().mapToInt(curve -> curve.end()[1]).toArray(), TOP + PLOT);
        for (int i = 0; i < places.length; i++) {
            Curve curve = byHeight.get(i);
            line(svg, curve.css() + " wc-lead", curve.end()[0] + 5, NAMES - 3, curve.end()[1], places[i]);
            svg.leaf("text", curve.name(), "x", px(NAMES), "y", px(places[i] + 4));
        }
    }

    private static String description(Picture picture) {
        StringBuilder text = new StringBuilder(picture.hint()).append(". By number of workers: ");
        for (Line line : picture.lines()) {
            text.append(line.name()).append(": ");
            line.values()
                    .forEach((workers, value) -> text.append(workers)
                            .append(": ")
                            .append(Amounts.of(picture.unit(), value))
                            .append(", "));
        }
        return text.append("the same figures are in the table.").toString();
    }

    private static void line(Markup svg, String css, int x1, int x2, int y1, int y2) {
        svg.empty("line", "class", css, "x1", px(x1), "x2", px(x2), "y1", px(y1), "y2", px(y2));
    }

    /** Each number of workers gets the same room. */
    private static int x(int place, int places) {
        return places == 1 ? (LEFT + RIGHT) / 2 : LEFT + 12 + (RIGHT - LEFT - 24) * place / (places - 1);
    }

    private static int y(Scale up, double value) {
        return TOP + (int) Math.round(PLOT * (1 - up.place(value) / 100));
    }

    private static String px(int pixels) {
        return Frame.px(pixels);
    }

    private record Curve(String name, boolean reference, String css, List<int[]> points) {
        int[] end() {
            return points.get(points.size() - 1);
        }
    }
}
