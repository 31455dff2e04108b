package dev.maptick.core;

/**
 * The rule for names and groups, and how text from outside is put into messages. Pure functions; any thread.
 *
 * <p>A name has 1 to 128 characters (code points), no control characters, line or paragraph separators or unpaired
 * surrogates, and no blank at either end.
 */
public final class Names {
    /** The most characters a name may have. */
    public static final int MAX_CHARACTERS = 128;

    /** What is allowed, in words for messages. */
    public static final String RULE =
            "1.." + MAX_CHARACTERS + " characters, no control characters, no blank at either end";

    private static final int SHOWN = 160;

    private Names() {}

    /**
     * Whether a text may be a name.
     *
     * @param name any text
     * @return true if it keeps the rule
     */
    public static boolean isValid(String name) {
        int length = name.length();
        if (length == 0 || length > 2 * MAX_CHARACTERS) {
            return false;
        }
        if (isBlank(name.codePointAt(0)) || isBlank(name.codePointBefore(length))) {
            return false;
        }
        // By hand: a stream for each name was a good part of what a registration costs.
        int characters = 0;
        int at = 0;
        while (at < length) {
            int c = name.codePointAt(at);
            if (!isPrintable(c)) {
                return false;
            }
            at += Character.charCount(c);
            characters++;
        }
        return characters <= MAX_CHARACTERS;
    }

    private static boolean isBlank(int c) {
        if (c > ' ' && c <= '~') {
            return false;
        }
        return Character.isWhitespace(c) || Character.isSpaceChar(c);
    }

    private static boolean isPrintable(int c) {
        if (c >= ' ' && c <= '~') {
            // Most names are nothing but these, and the tables for all others are cold memory.
            return true;
        }
        return switch (Character.getType(c)) {
            case Character.CONTROL, Character.SURROGATE, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR ->
                false;
            default -> true;
        };
    }

    /**
     * A text in quotes, escaped and cut to a length fit for a message.
     *
     * @param text any text
     * @return printable text on one line
     */
    public static String quote(String text) {
        return '"' + escape(text).replace("\"", "\\\"") + '"';
    }

    /**
     * A text without anything that could break a line or a terminal, cut to a length fit for a message.
     *
     * @param text any text
     * @return printable text on one line
     */
    public static String escape(String text) {
        StringBuilder out = new StringBuilder();
        int i = 0;
        while (i < text.length() && out.length() < SHOWN) {
            int c = text.codePointAt(i);
            i += Character.charCount(c);
            if (c == '\\') {
                out.append("\\\\");
            } else if (isPrintable(c) && Character.getType(c) != Character.FORMAT) {
                out.appendCodePoint(c);
            } else {
                out.append(String.format("\\u%04x", c));
            }
        }
        if (i < text.length()) {
            out.append("… (").append(text.length()).append(" chars)");
        }
        return out.toString();
    }
}
