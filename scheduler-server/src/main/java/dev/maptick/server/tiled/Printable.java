package dev.maptick.server.tiled;

/** Makes text from a map file safe to print: the file is untrusted, and its text ends up in logs and terminals. */
final class Printable {

    private static final int MAX_QUOTED = 64;

    private Printable() {}

    /** The text in double quotes, escaped, and cut after 64 characters. */
    static String quote(String text) {
        if (text.length() <= MAX_QUOTED) {
            return '"' + escape(text) + '"';
        }
        return '"' + escape(text.substring(0, MAX_QUOTED)) + "…\"";
    }

    /** The text with everything replaced that could break a line, move a cursor or reorder what is shown. */
    static String escape(String text) {
        StringBuilder out = new StringBuilder(text.length());
        text.codePoints().forEach(c -> append(out, c));
        return out.toString();
    }

    /** Whether a name may be kept as it is: no control characters, line breaks or halves of surrogate pairs. */
    static boolean isPlainName(String name) {
        return name.codePoints().noneMatch(Printable::breaksLine);
    }

    private static void append(StringBuilder out, int c) {
        if (c == '"' || c == '\\') {
            out.append('\\').append((char) c);
        } else if (breaksLine(c) || Character.getType(c) == Character.FORMAT) {
            out.append(String.format("\\u%04x", c));
        } else {
            out.appendCodePoint(c);
        }
    }

    private static boolean breaksLine(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR, Character.SURROGATE ->
                true;
            default -> false;
        };
    }
}
