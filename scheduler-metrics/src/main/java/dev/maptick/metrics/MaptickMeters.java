package dev.maptick.metrics;

import dev.maptick.core.TickScheduler;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/**
 * Shows a scheduler and its {@link TickMetrics} as Micrometer meters. Any thread.
 *
 * <p>Nothing of Micrometer runs in a tick: every meter reads, when it is asked, what the workers have recorded anyway.
 * Meters are labelled {@code type} and {@code placement} and never by map, so their number does not depend on how many
 * maps there are. Those of a type appear with its first map, on the thread that registers it.
 *
 * <pre>
 * meter                          kind     labels             what
 * maptick.ticks                  counter  type, placement    ticks, faulted ones included, last tasks not
 * maptick.ticks.skipped          counter  type, placement    deadlines skipped
 * maptick.ticks.late             counter  type, placement,   ticks more than 1 ms late: host_stall (the process or its waiting
 *                                         cause              thread stood still), queueing (no thread free) or own_overrun
 * maptick.ticks.suspended        counter  type, placement    deadlines that went by in suspension
 * maptick.tick.faults            counter  type, placement    ticks that threw
 * maptick.fault.backoffs         counter  type, placement    times a map went into back-off for its faults
 * maptick.fault.quarantines      counter  type, placement    times a map was quarantined, trials that threw included
 * maptick.maps.backoff           gauge    type, placement    maps in back-off for their faults
 * maptick.maps.quarantined       gauge    type, placement    maps in quarantine for their faults
 * maptick.last.tasks             counter  type, placement    last tasks that ended
 * maptick.last.task.faults       counter  type, placement    last tasks that threw
 * maptick.tick.out.of.range      counter  type, placement    times above 60 s, shown as 60 s in the distributions
 * maptick.tick.duration          see below                   how long ticks took
 * maptick.tick.duration.max      gauge    type, placement    the longest since the start
 * maptick.tick.lateness          see below                   how long after their deadlines ticks started
 * maptick.tick.lateness.max      gauge    type, placement    the largest since the start
 * maptick.maps                   gauge    type, placement    maps there are
 * maptick.maps.overdue           gauge                       maps more than 1 ms past their deadline and not running
 * maptick.maps.lost              gauge                       maps found lost since the start: 0, or core has a fault
 * maptick.ticks.stuck            gauge                       ticks longer than the watchdog allows that have not ended
 * maptick.threads                gauge    placement          worker threads alive
 * maptick.pool.utilization       gauge                       share of the pool's time spent in ticks, 0 to 1
 * maptick.wakeups                counter                     times a worker left its wait
 * maptick.ticks.stolen           counter                     ticks taken from another lane of the pool
 * maptick.listener.failures      counter                     calls to a listener or logger that threw
 * maptick.pool.work              gauge                       work of the pool's maps in threads, 0 while not measured
 * maptick.promotions             counter                     heavy maps moved to a dedicated thread
 * maptick.demotions              counter                     promoted maps moved back to the pool
 * maptick.maps.promoted          gauge                       maps on a dedicated thread because they are heavy
 * maptick.maps.stretched         gauge                       maps at a longer period because of overload
 * maptick.maps.shed              gauge                       maps suspended because of overload
 * maptick.admission.refused      counter                     registrations refused because of overload
 * maptick.registrations.refused  counter                     registrations refused
 * maptick.dedicated.refused      counter                     dedicated placements that ended in the pool
 * </pre>
 *
 * <p>The two distributions. A Micrometer timer would have to be told of each tick, at several times the cost of recording
 * it here, and no Micrometer meter shows ready buckets. So on a {@code PrometheusMeterRegistry} the distributions are added
 * to the Prometheus registry inside it, as true histograms ({@code maptick_tick_duration_seconds} with eight buckets,
 * sum and count) which can be summed over servers and fed to {@code histogram_quantile}; they carry the registry's common
 * tags, but no other meter filter sees them. On every other registry, a composite included, each is a
 * {@code FunctionTimer} (count and sum) and gauges named {@code ….percentile}, labelled {@code phi} = 0.5, 0.99 and 0.999,
 * over the latest interval of 10 s or more between two readings. For histograms bind to the Prometheus registry itself.
 *
 * <p>Meters hold the scheduler and the metrics strongly: they stay right when nobody else holds them, and both stay in
 * memory until {@link #close()}.
 */
public final class MaptickMeters implements MeterBinder, AutoCloseable {
    private final TickScheduler scheduler;
    private final TickMetrics metrics;

    private final Bindings bindings = new Bindings();

    /**
     * Makes a binder; {@link #bindTo} adds the meters.
     *
     * @param scheduler what is shown
     * @param metrics what listens to that scheduler
     */
    public MaptickMeters(TickScheduler scheduler, TickMetrics metrics) {
        this.scheduler = scheduler;
        this.metrics = metrics;
    }

    /**
     * Adds the meters to a registry. May be called for several; a second call for the same one does nothing.
     *
     * @param registry where to; no other scheduler's meters may be in it
     */
    @Override
    public void bindTo(MeterRegistry registry) {
        bindings.add(registry, new Binding(registry, scheduler, metrics));
    }

    /** Removes every meter that was added, from every registry. May be called twice. */
    @Override
    public void close() {
        bindings.close();
    }
}
