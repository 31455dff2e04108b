package dev.maptick.server.http;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.Locale;
import java.util.function.Supplier;

/** Whether the process lives, and whether it takes players. Any thread. */
final class HealthRoutes {
    private static final int UNAVAILABLE = 503;

    private final Supplier<Readiness> readiness;

    HealthRoutes(Supplier<Readiness> readiness) {
        this.readiness = readiness;
    }

    void addTo(RoutesConfig routes) {
        ReadOnly.add(routes, "/health/live", context -> Json.answer(context, new Health("live")));
        ReadOnly.add(routes, "/health/ready", this::ready);
    }

    private void ready(Context context) {
        Readiness now = readiness.get();
        if (now != Readiness.READY) {
            context.status(UNAVAILABLE);
        }
        Json.answer(context, new Health(now.name().toLowerCase(Locale.ROOT)));
    }

    /** The whole answer. */
    record Health(String status) {}
}
