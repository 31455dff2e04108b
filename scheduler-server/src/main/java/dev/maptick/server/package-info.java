/**
 * The service: {@link dev.maptick.server.Main} and its commands.
 *
 * <pre>
 *   ./maptick ──► Main ──► MaptickCommand (help, version)
 *                              │
 *                              └──► demo.DemoCommand ──► DemoSettings       all bad settings in one message
 *                                        │
 *                                        ▼
 *                                   demo.DemoRun  the order of events: start, open, live line, stop, report
 *                                        │
 *            ┌───────────────────────────┼──────────────────────────┐
 *            ▼                           ▼                          ▼
 *      demo.DemoServer             report (figures, tables)   demo.StopSignal (Ctrl-C, SIGTERM)
 *            │
 *            ├──► world  (houses and dungeons, on scheduler-maps)
 *            ├──► http   (health, metrics, maps)
 *            └──► scheduler-metrics
 * </pre>
 */
@NullMarked
package dev.maptick.server;

import org.jspecify.annotations.NullMarked;
