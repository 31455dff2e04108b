package dev.maptick.server.http;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Handler;

/**
 * Adds routes that can only be read. HEAD runs the same handler as GET, so that its status tells the truth; left to itself
 * it would say 200 for whatever can be got.
 */
final class ReadOnly {
    /** What the {@code Allow} header says of every route. */
    static final String ALLOW = "GET, HEAD";

    private ReadOnly() {}

    static void add(RoutesConfig routes, String path, Handler handler) {
        routes.get(path, handler);
        routes.head(path, handler);
    }
}
