/**
 * The demo: a world of houses and dungeons, run for a while and reported on.
 *
 * <pre>
 *   DemoCommand ──► DemoSettings ──► DemoRun ──► DemoServer ──► core, maps, metrics, world, http
 *        │                             │
 *        └──────► StopSignal ◄─────────┤   Ctrl-C and SIGTERM, made by Main before anything else
 *                                      └──► Recorder ──► report package   marks after 5 s and at the end
 * </pre>
 *
 * {@code DemoRun} lists the events of a run in one method. The thread that runs the command does all of it; the only other
 * thread is the JVM's shutdown hook, which asks for the stop and then waits for that thread to be done.
 */
@NullMarked
package dev.maptick.server.demo;

import org.jspecify.annotations.NullMarked;
