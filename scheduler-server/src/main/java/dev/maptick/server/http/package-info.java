/**
 * HTTP on the loopback address: metrics, health, and the maps as JSON.
 *
 * <pre>
 *   client ──► Jetty (8 threads, bounded) ──► Javalin ──► HttpApi's routes
 *                 │                                          ├──► HealthRoutes ──► Readiness
 *                 │ what never reaches a route               ├──► MetricsRoute ──► Prometheus registry
 *                 ▼                                          └──► MapsRoutes ──► PageRequest, MapView ──► MapHost
 *             JsonErrors ──► Problem ◄────────────────────────────── whatever is refused
 * </pre>
 *
 * No request touches a tick: handlers read what ticks have left behind, and the threads here are few so that a flood of
 * requests cannot crowd ticks out. Names and parameters from outside go into answers only as JSON strings.
 */
@NullMarked
package dev.maptick.server.http;

import org.jspecify.annotations.NullMarked;
