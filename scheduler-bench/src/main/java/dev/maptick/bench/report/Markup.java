package dev.maptick.bench.report;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A page under construction. Every text and every attribute value goes through {@link #escape}, so that no name, note or
 * command can become markup; the one exception is {@link #stylesheet}. One thread.
 */
final class Markup {
    private static final int USUAL_SIZE = 1 << 17;

    private final StringBuilder out = new StringBuilder(USUAL_SIZE);
    private final Deque<String> open = new ArrayDeque<>();

    /** Opens an element; attributes as name, value, name, value. */
    Markup open(String tag, String... attributes) {
        start(tag, attributes);
        out.append('>');
        open.push(tag);
        return this;
    }

    /** Closes what was opened last. */
    Markup close() {
        out.append("</").append(open.pop()).append(">\n");
        return this;
    }

    /** An element with a text and nothing else. */
    Markup leaf(String tag, String text, String... attributes) {
        return open(tag, attributes).text(text).close();
    }

    /** An element without content: one of HTML's that have none, or one inside an SVG. */
    Markup empty(String tag, String... attributes) {
        start(tag, attributes);
        out.append("/>\n");
        return this;
    }

    Markup text(String text) {
        out.append(escape(text));
        return this;
    }

    /** Our own style sheet, which is no markup and must not be escaped. */
    Markup stylesheet(String css) {
        open("style");
        out.append('\n').append(css);
        return close();
    }

    private void start(String tag, String... attributes) {
        out.append('<').append(tag);
        for (int i = 0; i < attributes.length; i += 2) {
            out.append(' ')
                    .append(attributes[i])
                    .append("=\"")
                    .append(escape(attributes[i + 1]))
                    .append('"');
        }
    }

    /** For element content and for attribute values in double quotes. */
    static String escape(String text) {
        StringBuilder safe = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> safe.append("&amp;");
                case '<' -> safe.append("&lt;");
                case '>' -> safe.append("&gt;");
                case '"' -> safe.append("&quot;");
                case '\'' -> safe.append("&#39;");
                case '\t', '\n', '\r' -> safe.append(c);
                // Not allowed in a page at all: an exception's message may carry any.
                default -> safe.append(Character.isISOControl(c) ? '\uFFFD' : c);
            }
        }
        return safe.toString();
    }

    String page() {
        return "<!DOCTYPE html>\n" + fragment();
    }

    /** What was written, for a file that is no page, or to go into one. */
    String fragment() {
        if (!open.isEmpty()) {
            throw new IllegalStateException("still open: " + open);
        }
        return out.toString();
    }

    /** What another one of these has written. */
    Markup append(Markup other) {
        out.append(other.fragment());
        return this;
    }
}
