package dev.maptick.server.http;

import io.javalin.http.Context;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Which page of a list is asked for. Immutable.
 *
 * @param page from 1
 * @param size how many on a page
 * @param type only maps of this type, or null for all
 */
record PageRequest(int page, int size, @Nullable String type) {
    private static final int DEFAULT_SIZE = 100;
    private static final int MOST = 1_000;

    /** Reads the query; throws a {@link ProblemException} that names the parameter, what was found and what is allowed. */
    static PageRequest of(Context context) {
        return new PageRequest(
                whole(context, "page", 1, Integer.MAX_VALUE),
                whole(context, "size", DEFAULT_SIZE, MOST),
                type(context));
    }

    private static @Nullable String type(Context context) {
        String type = context.queryParam("type");
        String query = context.queryString();
        if (type == null && query != null && ("&" + query).contains("&type=")) {
            // There, and gone in decoding: without a word the answer would be every map.
            throw new ProblemException(Problem.badParameter("type", query, "a type's name, percent-encoded"));
        }
        return type;
    }

    private static int whole(Context context, String name, int otherwise, int max) {
        String text = context.queryParam(name);
        if (text == null) {
            return otherwise;
        }
        try {
            int value = Integer.parseInt(text);
            if (value >= 1 && value <= max) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Told below like a number out of range.
        }
        throw new ProblemException(Problem.badParameter(name, text, "1.." + max));
    }

    /** How many entries come before this page. */
    long offset() {
        return (long) (page - 1) * size;
    }

    /** Path and query of the page after this one. */
    String next(String path) {
        String filter = type == null ? "" : "&type=" + URLEncoder.encode(type, StandardCharsets.UTF_8);
        return path + "?page=" + (page + 1) + "&size=" + size + filter;
    }
}
