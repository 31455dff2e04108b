package dev.maptick.server.http;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;

/** The meters as Prometheus text, or as OpenMetrics text for a client that asks for it. Any thread. */
final class MetricsRoute {
    private static final String PROMETHEUS_TEXT = "text/plain; version=0.0.4; charset=utf-8";
    private static final String OPEN_METRICS = "application/openmetrics-text; version=1.0.0; charset=utf-8";

    private final PrometheusMeterRegistry registry;

    MetricsRoute(PrometheusMeterRegistry registry) {
        this.registry = registry;
    }

    void addTo(RoutesConfig routes) {
        ReadOnly.add(routes, "/metrics", this::scrape);
    }

    private void scrape(Context context) {
        String accept = context.header("Accept");
        String type =
                accept != null && accept.contains("application/openmetrics-text") ? OPEN_METRICS : PROMETHEUS_TEXT;
        context.contentType(type).result(registry.scrape(type));
    }
}
