package dev.maptick.metrics;

import static dev.maptick.metrics.WorkMeter.counter;
import static dev.maptick.metrics.WorkMeter.gauge;
import static dev.maptick.metrics.WorkMeter.seconds;

import dev.maptick.maps.MailboxStats;
import dev.maptick.maps.MapHost;
import dev.maptick.maps.TimerStats;
import dev.maptick.maps.TypeTotals;
import dev.maptick.maps.save.SaveOptions;
import dev.maptick.maps.save.SaveStats;
import dev.maptick.maps.tasks.TaskStats;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * Every meter of {@link MapWorkMeters} but the two distributions: names, labels, units and descriptions are here and nowhere
 * else. The equations hold at a quiet moment, per type:
 *
 * <pre>
 *   posts accepted  = executed + failed + queued
 *   timers started  = finished + cancelled + dropped + pending
 *   tasks accepted  = succeeded + failed + cancelled + queued + running
 *   saves captured  = written + refused + failed + superseded + in flight
 * </pre>
 */
final class WorkMeters {
    private static final String POSTS = "Posts, by what became of them; accepted = executed + failed + queued";
    private static final String QUEUED = "Posts that wait for their map's tick";
    private static final String POST_BOUND = "Posts that open maps could hold, all together";
    private static final String TIMERS =
            "Timers, by what became of them; started = finished + cancelled + dropped + pending";
    private static final String TASKS =
            "Background tasks, by what became of them; accepted = succeeded + failed + cancelled + queued + running";
    private static final String COMPLETIONS =
            "Outcomes of background tasks, handed to their map or orphaned by its end";
    private static final String SAVES =
            "Saves, by what became of them; captured = written + refused + failed + superseded + in flight";
    private static final String OPEN = "Maps that are open, by whether they have suspended themselves";

    /** Of each type. */
    static final List<WorkMeter<TypeTotals>> OF_TYPES = List.of(
            gauge("maptick.maps.open", OPEN, (TypeTotals t) -> t.open() - t.asleep())
                    .with("state", "awake"),
            gauge("maptick.maps.open", OPEN, (TypeTotals t) -> t.asleep()).with("state", "asleep"),
            gauge("maptick.maps.occupied", "Open maps that know of somebody inside", TypeTotals::occupied),
            gauge("maptick.occupants", "How many are inside of open maps, where maps know", TypeTotals::occupants),
            counter(
                    "maptick.inbox.budget.hits",
                    "Ticks that left completions or posts for the next one because of their budget",
                    t -> t.work().budgetHits()),

            // Posts
            post("accepted", MailboxStats::accepted),
            post("executed", MailboxStats::executed),
            post("failed", MailboxStats::failedAtClose),
            post("withdrawn", MailboxStats::withdrawn),
            post("refused_full", MailboxStats::refusedFull),
            post("refused_waiting", MailboxStats::refusedWaiting),
            post("refused_stopping", MailboxStats::refusedStopping),
            post("refused_gone", MailboxStats::refusedGone),
            counter("maptick.post.faults", "Posts that threw", posts(MailboxStats::faults)),
            counter(
                    "maptick.post.hook.faults",
                    "Failures of the hooks around posts, each swallowed",
                    posts(MailboxStats::hookFaults)),
            gauge("maptick.posts.queued", QUEUED, posts(p -> p.depth() - p.highDepth()))
                    .with("lane", "normal"),
            gauge("maptick.posts.queued", QUEUED, posts(MailboxStats::highDepth))
                    .with("lane", "high"),
            gauge(
                    "maptick.posts.queued.max",
                    "The most posts that were ever queued in one map",
                    posts(MailboxStats::highWaterDepth)),
            gauge(
                            "maptick.posts.capacity",
                            POST_BOUND,
                            (TypeTotals t) -> t.bounds().posts())
                    .with("lane", "normal"),
            gauge(
                            "maptick.posts.capacity",
                            POST_BOUND,
                            (TypeTotals t) -> t.bounds().highPosts())
                    .with("lane", "high"),
            gauge("maptick.posts.waiting", "Posts that wait for space in a mailbox", posts(MailboxStats::waiting)),
            gauge(
                    "maptick.posts.waiting.capacity",
                    "Posts that could wait for space at open maps, all together",
                    t -> t.bounds().waiters()),
            seconds(
                    "maptick.post.left.over.max",
                    "For how long the oldest post of any open map has been left over by its ticks",
                    posts(MailboxStats::leftOverNs)),

            // Timers
            timer("started", TimerStats::scheduled),
            timer("finished", TimerStats::finished),
            timer("cancelled", TimerStats::cancelled),
            timer("dropped", TimerStats::dropped),
            timer("refused_full", TimerStats::refusedFull),
            timer("refused_stopping", TimerStats::refusedStopping),
            timer("refused_gone", TimerStats::refusedGone),
            timer("refused_delay", TimerStats::refusedDelay),
            timer("refused_name", TimerStats::refusedName),
            counter("maptick.timer.firings", "Timer callbacks called", timers(TimerStats::fired)),
            counter(
                    "maptick.timer.coalesced",
                    "Due times of repeating timers that another firing stood for",
                    timers(TimerStats::coalesced)),
            counter("maptick.timer.faults", "Timer callbacks that threw", timers(TimerStats::faults)),
            counter(
                    "maptick.timer.hook.faults",
                    "Failures of the hook that is told of timer faults",
                    timers(TimerStats::hookFailures)),
            counter(
                    "maptick.timer.budget.hits",
                    "Ticks that left due timers for the next one because of their budget",
                    timers(TimerStats::budgetHits)),
            gauge("maptick.timers.pending", "Timers that will fire", timers(TimerStats::pending)),
            gauge(
                    "maptick.timers.capacity",
                    "Timers that open maps could hold, all together",
                    t -> t.bounds().timers()),

            // Tasks
            task("accepted", TaskStats::accepted),
            task("succeeded", TaskStats::succeeded),
            task("failed", TaskStats::failed),
            task("cancelled", TaskStats::cancelled),
            task("refused_full", TaskStats::refusedFull),
            task("refused_share", TaskStats::refusedShare),
            task("refused_stopped", TaskStats::refusedStopped),
            task("refused_gone", TaskStats::refusedGone),
            task("refused_rejected", TaskStats::refusedRejected),
            task("refused_used", TaskStats::refusedUsed),
            counter(
                    "maptick.task.panics",
                    "Failed tasks that threw something other than an exception",
                    tasks(TaskStats::panics)),
            counter("maptick.tasks.skipped", "Cancelled tasks that never began", tasks(TaskStats::skipped)),
            counter("maptick.task.completions", COMPLETIONS, tasks(TaskStats::completionsRun))
                    .with("outcome", "run"),
            counter("maptick.task.completions", COMPLETIONS, tasks(TaskStats::orphaned))
                    .with("outcome", "orphaned"),
            counter("maptick.task.completion.faults", "Completions that threw", tasks(TaskStats::completionFaults)),
            gauge("maptick.tasks.queued", "Tasks that wait for a worker", tasks(TaskStats::queued)),
            gauge("maptick.tasks.running", "Tasks under way on a worker", tasks(TaskStats::running)),
            gauge(
                    "maptick.task.completions.queued",
                    "Outcomes that wait for their map's tick",
                    tasks(TaskStats::completionsQueued)),
            gauge(
                    "maptick.tasks.capacity",
                    "Tasks that open maps could have queued or running, all together; the pool's bound holds besides",
                    t -> t.bounds().tasks()),
            gauge(
                    "maptick.task.completions.capacity",
                    "Tasks and outcomes that open maps could have, all together",
                    t -> t.bounds().completions()),

            // Activation
            counter(
                    "maptick.thinks",
                    "Thinks of entities near players",
                    t -> t.activation().thinks()),
            counter(
                    "maptick.think.faults",
                    "Thinks that threw",
                    t -> t.activation().faults()),
            counter(
                    "maptick.entity.activations",
                    "Times an entity was woken by a player near it",
                    t -> t.activation().activations()),
            counter(
                    "maptick.activation.refused",
                    "Entities and players that an activation refused because it had as many as allowed",
                    t -> t.activation().refused()),
            gauge(
                    "maptick.entities",
                    "Entities that think when players are near",
                    t -> t.activation().entities()),
            gauge(
                    "maptick.entities.active",
                    "Entities that have a think timer",
                    t -> t.activation().active()),
            gauge(
                    "maptick.entities.starved",
                    "Entities near a player that have no think timer because there was no room",
                    t -> t.activation().starved()),
            gauge(
                    "maptick.activation.players",
                    "Players near whom entities think",
                    t -> t.activation().players()));

    /** Of each type, in a host with a store. */
    static final List<WorkMeter<TypeTotals>> SAVES_OF_TYPES = List.of(
            save("captured", SaveStats::captured),
            save("written", SaveStats::written),
            save("refused", SaveStats::refused),
            save("failed", SaveStats::failed),
            save("superseded", SaveStats::superseded),
            save("unchanged", SaveStats::unchanged),
            save("unprepared", SaveStats::unprepared),
            counter(
                    "maptick.save.retries",
                    "Attempts to write that failed and were followed by another",
                    saves(SaveStats::retried)),
            counter("maptick.save.capture.faults", "Captures that threw", saves(SaveStats::captureFaults)),
            counter(
                    "maptick.save.turns.missed",
                    "Turns that passed while the map's save before was still under way",
                    saves(SaveStats::missedTurns)),
            counter(
                    "maptick.save.turns.waited",
                    "Turns that had to wait because the bound was reached",
                    saves(SaveStats::waited)),
            counter(
                    "maptick.save.turns.withdrawn",
                    "Turns taken back because the map did not come to its tick in time",
                    saves(SaveStats::withdrawn)),
            counter("maptick.save.bytes", "Bytes in the snapshots written", saves(SaveStats::bytesWritten)),
            gauge("maptick.saves.in.flight", "Snapshots captured and not yet done with", saves(SaveStats::inFlight)),
            gauge("maptick.saves.waiting", "Maps that wait for their turn to be captured", saves(SaveStats::waiting)),
            gauge("maptick.maps.saved", "Maps whose state is kept in the store", saves(SaveStats::maps)),
            gauge(
                    "maptick.maps.unchanged",
                    "Those of the saved maps that have nothing to save",
                    saves(SaveStats::dormant)));

    /** Of the host. */
    static final List<WorkMeter<MapHost>> OF_HOST = List.of(
            gauge(
                    "maptick.tasks.workers",
                    "Tasks that may run at once, of all types",
                    (MapHost h) -> h.background().options().workers()),
            gauge(
                    "maptick.tasks.queued.limit",
                    "Tasks that may wait for a worker, of all types",
                    (MapHost h) -> h.background().options().queued()),
            counter(
                    "maptick.map.listener.failures",
                    "Calls to a listener of the host that threw",
                    MapHost::listenerFailures));

    /** Of a host with a store. */
    static final List<WorkMeter<MapHost>> SAVES_OF_HOST = List.of(
            gauge(
                    "maptick.saves.in.flight.limit",
                    "Snapshots that may be in flight, final ones aside",
                    h -> h.saveOptions().map(SaveOptions::atOnce).orElse(0)),
            gauge(
                    "maptick.saves.in.flight.max",
                    "The most snapshots ever in flight at once",
                    h -> h.saveStats().orElse(SaveStats.NONE).inFlightMax()),
            counter(
                    "maptick.save.hook.faults",
                    "Failures of listeners and hooks of saving, each swallowed",
                    h -> h.saveStats().orElse(SaveStats.NONE).hookFaults()));

    private WorkMeters() {}

    private static WorkMeter<TypeTotals> post(String outcome, ToLongFunction<MailboxStats> read) {
        return counter("maptick.posts", POSTS, posts(read)).with("outcome", outcome);
    }

    private static WorkMeter<TypeTotals> timer(String outcome, ToLongFunction<TimerStats> read) {
        return counter("maptick.timers", TIMERS, timers(read)).with("outcome", outcome);
    }

    private static WorkMeter<TypeTotals> task(String outcome, ToLongFunction<TaskStats> read) {
        return counter("maptick.tasks", TASKS, tasks(read)).with("outcome", outcome);
    }

    private static WorkMeter<TypeTotals> save(String outcome, ToLongFunction<SaveStats> read) {
        return counter("maptick.saves", SAVES, saves(read)).with("outcome", outcome);
    }

    private static ToDoubleFunction<TypeTotals> posts(ToLongFunction<MailboxStats> read) {
        return t -> read.applyAsLong(t.work().mailbox());
    }

    private static ToDoubleFunction<TypeTotals> timers(ToLongFunction<TimerStats> read) {
        return t -> read.applyAsLong(t.work().timers());
    }

    private static ToDoubleFunction<TypeTotals> tasks(ToLongFunction<TaskStats> read) {
        return t -> read.applyAsLong(t.work().tasks());
    }

    private static ToDoubleFunction<TypeTotals> saves(ToLongFunction<SaveStats> read) {
        return t -> read.applyAsLong(t.saves());
    }
}
