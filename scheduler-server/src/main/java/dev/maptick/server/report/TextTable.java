package dev.maptick.server.report;

import java.util.ArrayList;
import java.util.List;

/** Lines of cells in aligned columns: text to the left, numbers to the right. One thread. */
final class TextTable {
    private static final String GAP = "  ";

    private final int textColumns;
    private final List<List<String>> lines = new ArrayList<>();

    /** An empty table of which the first columns hold text. */
    TextTable(int textColumns) {
        this.textColumns = textColumns;
    }

    void line(List<String> cells) {
        lines.add(List.copyOf(cells));
    }

    @Override
    public String toString() {
        StringBuilder out = new StringBuilder();
        for (List<String> line : lines) {
            StringBuilder text = new StringBuilder();
            for (int column = 0; column < line.size(); column++) {
                text.append(GAP);
                pad(text, line.get(column), width(column), column < textColumns);
            }
            out.append(text.toString().stripTrailing()).append('\n');
        }
        return out.toString();
    }

    private int width(int column) {
        return lines.stream()
                .filter(line -> column < line.size())
                .mapToInt(line -> line.get(column).length())
                .max()
                .orElse(0);
    }

    private static void pad(StringBuilder out, String cell, int width, boolean left) {
        String blanks = " ".repeat(width - cell.length());
        out.append(left ? cell + blanks : blanks + cell);
    }
}
