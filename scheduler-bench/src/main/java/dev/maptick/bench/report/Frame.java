package dev.maptick.bench.report;

/** What all charts share: the figure around, the name and description for screen readers, the grid. */
final class Frame {
    /** Height of a row: a line of text and what is drawn below it. */
    static final int ROW = 36;

    /** Below the rows, for the marks of the axis. */
    static final int AXIS = 22;

    private static final int TEXT_BELOW = 15;

    private Frame() {}

    /** Opens figure and SVG; {@link #close} closes them. Coordinates across are percentages: text keeps its size. */
    static void open(Markup page, String id, String css, String heading, String hint, String description, int height) {
        page.open("figure", "class", css).open("figcaption").leaf("strong", heading);
        page.leaf("span", hint, "class", "hint").close();
        page.open(
                "svg", "role", "img", "aria-labelledby", id + "-t " + id + "-d", "width", "100%", "height", px(height));
        page.leaf("title", heading, "id", id + "-t").leaf("desc", description, "id", id + "-d");
    }

    static void close(Markup page) {
        page.close().close();
    }

    /** A line down for each mark, and its value at the foot. */
    static void grid(Markup page, Scale scale, String unit, int height) {
        for (double mark : scale.marks()) {
            String x = scale.percent(mark);
            page.empty("line", "class", "grid", "x1", x, "x2", x, "y1", "0", "y2", px(height));
            page.leaf(
                    "text",
                    Amounts.mark(unit, mark),
                    "class",
                    "mark",
                    "x",
                    x,
                    "y",
                    px(height + TEXT_BELOW),
                    "text-anchor",
                    anchor(scale.place(mark)));
        }
    }

    /** A row's name at the left and its figure at the right. */
    static void label(Markup page, String contender, String amount, int top) {
        page.leaf("text", contender, "class", "name", "x", "0", "y", px(top + 14));
        page.leaf("text", amount, "class", "amount", "x", "100%", "y", px(top + 14), "text-anchor", "end");
    }

    static String px(int pixels) {
        return Integer.toString(pixels);
    }

    /** Text at the edges stays inside. */
    private static String anchor(double place) {
        return place < 1 ? "start" : place > 99 ? "end" : "middle";
    }
}
