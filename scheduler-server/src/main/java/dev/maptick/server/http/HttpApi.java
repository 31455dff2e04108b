package dev.maptick.server.http;

import dev.maptick.maps.MapHost;
import io.javalin.Javalin;
import io.javalin.compression.CompressionStrategy;
import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.util.Locale;
import java.util.function.Supplier;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The server's HTTP side, on the loopback address only: {@code /metrics}, {@code /health/live}, {@code /health/ready},
 * {@code /api/v1/maps} and {@code /api/v1/maps/NAME}. One thread starts and stops it; requests run on at most eight threads
 * of its own, which are gone once {@link #stop()} has returned.
 */
public final class HttpApi {
    private static final Logger LOG = LoggerFactory.getLogger(HttpApi.class);

    private static final String LOOPBACK = "127.0.0.1";
    private static final int MOST_THREADS = 8;
    private static final int LEAST_THREADS = 2;
    private static final int THREAD_IDLE_MILLIS = 60_000;
    private static final int CONNECTION_IDLE_MILLIS = 5_000;
    private static final int ACCEPTORS = 1;
    private static final int SELECTORS = 1;
    private static final long MOST_BODY_BYTES = 16_384;

    private final HealthRoutes health;
    private final MetricsRoute metrics;
    private final MapsRoutes maps;
    private @Nullable Javalin javalin;

    /**
     * An HTTP side that is not started yet.
     *
     * @param host whose maps are shown
     * @param registry what {@code /metrics} shows
     * @param readiness asked at each {@code /health/ready}
     */
    public HttpApi(MapHost host, PrometheusMeterRegistry registry, Supplier<Readiness> readiness) {
        health = new HealthRoutes(readiness);
        metrics = new MetricsRoute(registry);
        maps = new MapsRoutes(host);
    }

    /**
     * Opens the port and answers from now on.
     *
     * @param port 1 to 65,535, or 0 for any free one
     * @throws PortTakenException when it cannot be opened; nothing is left running
     */
    public void start(int port) {
        Javalin made = Javalin.create(config -> configure(config, port));
        made.start();
        javalin = made;
    }

    /** Closes the port and ends the threads. May be called twice, before the start, and by an interrupted thread. */
    public void stop() {
        Javalin running = javalin;
        if (running != null) {
            javalin = null;
            // Jetty waits for its threads, and fails if the flag is set: an interrupt from before is put back
            // afterwards.
            boolean interrupted = Thread.interrupted();
            try {
                running.stop();
            } finally {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }

    /**
     * Where it answers.
     *
     * @return as in {@code http://127.0.0.1:8090}
     * @throws IllegalStateException when it is not started
     */
    public String address() {
        Javalin running = javalin;
        if (running == null) {
            throw new IllegalStateException("HTTP is not started");
        }
        return "http://" + LOOPBACK + ":" + running.port();
    }

    private void configure(JavalinConfig config, int port) {
        config.startup.showJavalinBanner = false;
        config.startup.showOldJavalinVersionWarning = false;
        config.startup.startupWatcherEnabled = false;
        config.concurrency.useVirtualThreads = false;
        config.http.prefer405over404 = true;
        config.http.maxRequestSize = MOST_BODY_BYTES;
        config.http.compressionStrategy = CompressionStrategy.NONE;
        config.jetty.threadPool = threadPool();
        config.jetty.modifyServer(HttpApi::configure);
        config.jetty.modifyServletContextHandler(HttpApi::configure);
        config.jetty.modifyHttpConfiguration(http -> http.addCustomizer(new SecurityHeaders()));
        config.jetty.addConnector((server, http) -> connector(server, http, port));
        routes(config.routes);
    }

    private void routes(RoutesConfig routes) {
        health.addTo(routes);
        metrics.addTo(routes);
        maps.addTo(routes);
        routes.exception(ProblemException.class, (e, context) -> Json.refuse(context, e.problem()));
        routes.exception(HttpResponseException.class, HttpApi::refused);
        routes.exception(Exception.class, HttpApi::failed);
    }

    private static QueuedThreadPool threadPool() {
        QueuedThreadPool threads = new QueuedThreadPool(MOST_THREADS, LEAST_THREADS, THREAD_IDLE_MILLIS);
        threads.setName("maptick-http");
        threads.setReservedThreads(0);
        threads.setDaemon(true);
        return threads;
    }

    private static void configure(Server server) {
        // No waiting for connections that clients keep open: whoever still asks while maps stop is cut off at the end.
        server.setStopTimeout(0);
        server.setErrorHandler(new JsonErrors());
    }

    private static void configure(ServletContextHandler servlets) {
        // Names may hold any character, a slash too, which arrives percent-encoded.
        servlets.getServletHandler().setDecodeAmbiguousURIs(true);
        servlets.setErrorHandler(new JsonErrors());
    }

    private static Connector connector(Server server, HttpConfiguration http, int port) {
        ServerConnector connector = new ServerConnector(server, ACCEPTORS, SELECTORS, new HttpConnectionFactory(http));
        connector.setHost(LOOPBACK);
        connector.setPort(port);
        connector.setIdleTimeout(CONNECTION_IDLE_MILLIS);
        try {
            // Here and not by the start of the server, which would have threads to end again and errors to log.
            connector.open();
        } catch (IOException e) {
            throw new PortTakenException(port, e);
        }
        return connector;
    }

    /** What Javalin refuses by itself: no such path, no such method, too large a body. */
    private static void refused(HttpResponseException e, Context context) {
        int status = e.getStatus();
        if (status == HttpStatus.METHOD_NOT_ALLOWED_405) {
            context.header("Allow", ReadOnly.ALLOW);
        }
        String title = HttpStatus.getMessage(status).toLowerCase(Locale.ROOT);
        Json.refuse(
                context,
                Problem.of(
                        status,
                        title,
                        switch (status) {
                            case HttpStatus.NOT_FOUND_404 ->
                                "there are /metrics, /health/live, /health/ready and /api/v1/maps";
                            case HttpStatus.METHOD_NOT_ALLOWED_405 -> "only " + ReadOnly.ALLOW + " are allowed here";
                            default -> "the request was refused";
                        }));
    }

    private static void failed(Exception e, Context context) {
        LOG.error("a request failed", e);
        Json.refuse(
                context,
                Problem.of(HttpStatus.INTERNAL_SERVER_ERROR_500, "internal error", "the server's log tells more"));
    }
}
