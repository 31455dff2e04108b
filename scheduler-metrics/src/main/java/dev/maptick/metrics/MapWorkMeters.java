package dev.maptick.metrics;

import dev.maptick.maps.MapHost;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/**
 * Shows what goes through a host's maps besides their ticks as Micrometer meters: posts, timers, background tasks, thinks and
 * saves, each with its bounds, by type. Stands beside {@link MaptickMeters}, which shows the ticks. Any thread.
 *
 * <p>Nothing of Micrometer runs in a tick. Meters read {@link MapHost#workTotals()}, once for a whole scrape, so a scrape costs
 * one pass over the open maps however many meters there are; what they show may be 100 ms old. Counts never go down, also
 * when maps leave. Meters of a declared type are there from the start, those of any other type come with its first map, on the
 * thread that opens it.
 *
 * <pre>
 * meters                                   kind      labels         what
 * maptick.maps.open                        gauge     type, state    awake or asleep
 * maptick.maps.occupied, .occupants        gauge     type           who is inside
 * maptick.posts                            counter   type, outcome  accepted, executed, failed, withdrawn, refused_…
 * maptick.posts.queued, .capacity          gauge     type, lane     normal or high; with their bound
 * maptick.posts.waiting, .waiting.capacity gauge     type           for space, and their bound
 * maptick.post.…, maptick.inbox.…          counter   type           faults, budget hits
 * maptick.timers                           counter   type, outcome  started, finished, cancelled, dropped, refused_…
 * maptick.timers.pending, .capacity        gauge     type           and their bound
 * maptick.timer.…                          counter   type           firings, coalesced, faults, budget hits
 * maptick.tasks                            counter   type, outcome  accepted, succeeded, failed, cancelled, refused_…
 * maptick.tasks.queued, .running           gauge     type
 * maptick.tasks.workers, .queued.limit     gauge                    the pool's bounds
 * maptick.task.…                           both      type           completions, panics, faults
 * maptick.thinks, maptick.entities, …      both      type           what maps have reported of their activations
 * maptick.saves                            counter   type, outcome  captured, written, refused, failed, superseded, …
 * maptick.save.…, maptick.saves.…          both      type           retries, bytes, turns, in flight, waiting
 * maptick.save.pause, maptick.save.write   histogram type           how long maps stood still, and writes took
 * </pre>
 *
 * <p>All of them are listed, with units and descriptions, by a scrape. Those of saving are there if the host has a store. The
 * two distributions count from the making of this object on; they are true histograms in a Prometheus registry, and elsewhere
 * a function timer with gauges {@code ….percentile}, labelled {@code phi} = 0.5 and 0.99, since the start.
 *
 * <p>Meters hold the host strongly until {@link #close()}.
 */
public final class MapWorkMeters implements MeterBinder, AutoCloseable {
    private final MapHost host;
    private final WorkSnapshot snapshot;
    private final SaveTimes saveTimes = new SaveTimes();

    private final Bindings bindings = new Bindings();

    /**
     * Makes a binder; {@link #bindTo} adds the meters.
     *
     * @param host what is shown
     */
    public MapWorkMeters(MapHost host) {
        this.host = host;
        snapshot = new WorkSnapshot(host);
        host.addSaveListener(saveTimes);
    }

    /**
     * Adds the meters to a registry. May be called for several; a second call for the same one does nothing.
     *
     * @param registry where to; no other host's meters may be in it
     */
    @Override
    public void bindTo(MeterRegistry registry) {
        bindings.add(registry, new WorkBinding(registry, host, snapshot, saveTimes));
    }

    /** Removes every meter that was added, from every registry, and records save times no more. May be called twice. */
    @Override
    public void close() {
        host.removeSaveListener(saveTimes);
        bindings.close();
    }
}
