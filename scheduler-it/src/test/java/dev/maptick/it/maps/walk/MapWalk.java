package dev.maptick.it.maps.walk;

import dev.maptick.core.MissPolicy;
import dev.maptick.core.Placement;
import dev.maptick.core.Refusal;
import dev.maptick.core.RefusedException;
import dev.maptick.core.ShutdownReport;
import dev.maptick.core.TickScheduler;
import dev.maptick.core.TickState;
import dev.maptick.core.TickStats;
import dev.maptick.core.UnfinishedException;
import dev.maptick.maps.HostReport;
import dev.maptick.maps.MailboxLimits;
import dev.maptick.maps.MapHandle;
import dev.maptick.maps.MapHost;
import dev.maptick.maps.MapLimits;
import dev.maptick.maps.MapOptions;
import dev.maptick.maps.MapWorkStats;
import dev.maptick.maps.PostFaults;
import dev.maptick.maps.TimerLimits;
import dev.maptick.maps.WorkBudget;
import dev.maptick.maps.activation.IdleOptions;
import dev.maptick.maps.save.SaveOptions;
import dev.maptick.maps.save.SaveOutcome;
import dev.maptick.maps.save.SaveStats;
import dev.maptick.maps.tasks.BackgroundPoolOptions;
import dev.maptick.maps.tasks.TaskLimits;
import dev.maptick.testkit.SteppedScheduler;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.locks.LockSupport;

/**
 * One life of a scheduler and a host in virtual time: maps come and go while everything is done to them, by the walk, by
 * another thread, by themselves and by each other; then all is shut down. After every step each map is held against its
 * books. Deterministic for its seed: background tasks and saves run when the walk wants them to, on another thread that is
 * waited for.
 */
final class MapWalk {
    static final long MS = 1_000_000;

    private static final int MOST_MAPS = 8;
    private static final int KEPT_NAMES = 5;

    /** Longer than anybody waits for a worker that is busy. */
    private static final long PATIENCE_NS = 2_000 * MS;

    private static final long[] TICKS_MS = {25, 50, 125, 250};

    final SplittableRandom random;
    final SteppedScheduler stepped;
    final TickScheduler scheduler;
    final Findings findings = new Findings();
    final Deeds deeds;

    /** The map whose code runs at this moment. */
    WalkedMap inside;

    boolean stopping;

    private final MapHost host;
    private final WalkedStore store;
    private final ExecutorService otherThread;
    private final Deque<Runnable> completions = new ConcurrentLinkedDeque<>();
    private final Deque<Runnable> background = new ArrayDeque<>();
    private final Deque<Runnable> saves = new ConcurrentLinkedDeque<>();
    private final List<WalkedMap> live = new ArrayList<>();

    /** Have left; looked at until all their futures are done. */
    private final List<WalkedMap> left = new ArrayList<>();

    private final List<WalkedMap> madeByFactory = new ArrayList<>();
    private WalkedMap entered;

    /** The latest time that anybody has seen: a tick that takes long sees its own, and others are woken from that on. */
    private long latestNs;

    private boolean savesAtOnce;
    private boolean poolStopped;
    private boolean hurried;
    private int names;

    MapWalk(long seed, int workers, long clockStart, ExecutorService otherThread) {
        random = new SplittableRandom(seed);
        this.otherThread = otherThread;
        stepped = SteppedScheduler.builder()
                .clockStart(clockStart)
                .poolThreads(workers)
                .dedicatedThreads(random.nextInt(3))
                .seed(seed)
                .completions(completions::add)
                .configure(b -> b.faultLogPerSecond(0))
                .start();
        scheduler = stepped.scheduler();
        store = new WalkedStore(this);
        host = MapHost.builder(scheduler)
                .background(new BackgroundPoolOptions(1 + random.nextInt(3), 4 + random.nextInt(8), background::add))
                .saving(
                        store,
                        SaveOptions.defaults()
                                .withInterval(Duration.ofMillis(500))
                                .withAtOnce(2)
                                .withRetries(4, Duration.ofMillis(10), Duration.ofMillis(80))
                                .withCaptureLimit(Duration.ofMillis(400)))
                .saveExecutor(this::save)
                .build();
        deeds = new Deeds(this);
        latestNs = now();
    }

    private void save(Runnable work) {
        if (savesAtOnce) {
            otherThread.execute(work);
        } else {
            saves.add(work);
        }
    }

    long now() {
        return scheduler.nanoTime();
    }

    boolean oneIn(int n) {
        return random.nextInt(n) == 0;
    }

    WalkedMap someMap() {
        return live.get(random.nextInt(live.size()));
    }

    /** Walks to the end of the life; returns how many operations were made. */
    long walk(int steps) {
        open();
        settle();
        for (int i = 0; i < steps; i++) {
            step(i > steps * 3 / 4);
            settle();
        }
        quiet();
        if (oneIn(2)) {
            closeAll();
        }
        end();
        return findings.operations();
    }

    private void step(boolean late) {
        int d = random.nextInt(1_000);
        if (d < 520) {
            event();
        } else if (d < 790) {
            if (!live.isEmpty()) {
                outside();
            }
        } else if (d < 870) {
            elsewhere("a background task", background.poll());
        } else if (d < 940) {
            elsewhere("a save", saves.poll());
        } else if (d < 985) {
            if (live.size() < MOST_MAPS) {
                open();
            }
        } else if (d < 998) {
            jump();
        } else if (late && !poolStopped) {
            stopPool();
        }
    }

    private void event() {
        findings.did("event at " + now());
        var unused = stepped.runNext();
    }

    private void outside() {
        WalkedMap map = someMap();
        if (oneIn(5)) {
            elsewhere("to " + map.name, () -> deeds.byAnybody(map));
        } else {
            findings.did("to " + map);
            deeds.byAnybody(map);
        }
    }

    private void elsewhere(String what, Runnable work) {
        if (work == null) {
            return;
        }
        // A switch of threads costs more than all else, so most of the time this thread stands in for another.
        boolean other = oneIn(4);
        findings.did((other ? "on another thread: " : "off the ticks: ") + what);
        if (other) {
            onTheOtherThread(work);
        } else {
            work.run();
        }
    }

    private void onTheOtherThread(Runnable work) {
        try {
            otherThread.submit(work).get();
        } catch (ExecutionException e) {
            findings.wrong("on the other thread", e.getCause());
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void jump() {
        Duration time = Duration.ofNanos(oneIn(2) ? random.nextLong(8_000 * MS) : random.nextLong(60 * MS));
        findings.did("the host is frozen for " + time);
        stepped.jump(time);
        live.forEach(WalkedMap::disturbed);
    }

    private void stopPool() {
        findings.did("the background pool stops");
        poolStopped = true;
        live.forEach(map -> map.tasks.poolStops());
        host.background().beginShutdown();
        if (oneIn(2)) {
            var unused = host.background().endShutdown();
        }
    }

    // ---- opening

    private void open() {
        if (oneIn(3)) {
            openSaved("kept-" + random.nextInt(KEPT_NAMES));
            return;
        }
        String name = "house-" + names++;
        findings.did("open " + name);
        MapOptions options = options();
        WalkedMap map = new WalkedMap(this, name, options, false, 0);
        map.handle = host.open(name, options, map);
        opened(map);
    }

    private void openSaved(String name) {
        findings.did("open " + name + " from the store");
        MapOptions options = options();
        CompletableFuture<MapHandle> opening = host.openSaved(name, options, saved -> {
            long version = saved == null ? 0 : WalkedStore.version(saved);
            findings.check(version == store.version(name), "a map is made from its last save, not " + version, name);
            if (oneIn(10)) {
                throw new PlannedFault("factory");
            }
            WalkedMap map = new WalkedMap(this, name, options, true, version);
            madeByFactory.add(map);
            return map;
        });
        var unused = opening.whenComplete((handle, thrown) -> {
            findings.check(!scheduler.isInsideTick(), "a map's opening is told off the ticks", name);
            if (thrown != null) {
                boolean told = thrown instanceof PlannedFault
                        || (thrown instanceof RefusedException e
                                && (e.refusal() == Refusal.NAME_TAKEN || e.refusal() == Refusal.STOPPING));
                findings.check(told, "why an opening failed: " + thrown, name);
                return;
            }
            WalkedMap map = madeByFactory.remove(0);
            // One that is leaving is waited for.
            boolean taken = live.stream().anyMatch(other -> other.name.equals(name) && !other.gone);
            findings.check(map.name.equals(name) && !taken, "a name belongs to one map at a time", name);
            map.handle = handle;
            map.saved = handle.saved();
            opened(map);
        });
    }

    private void opened(WalkedMap map) {
        if (poolStopped) {
            map.tasks.poolStops();
        }
        live.add(map);
    }

    private MapOptions options() {
        boolean strict = oneIn(3);
        Duration time = strict ? Duration.ofMillis(5) : Duration.ofHours(1);
        MapLimits limits = new MapLimits(
                new MailboxLimits(1 + random.nextInt(12), 1 + random.nextInt(5), 1 + random.nextInt(4)),
                new WorkBudget(1 + random.nextInt(12), time),
                new TimerLimits(
                        Duration.ofMillis(1L << random.nextInt(5)),
                        1 << random.nextInt(10),
                        3 + random.nextInt(20),
                        1 + random.nextInt(8),
                        time),
                new TaskLimits(1 + random.nextInt(4), 1 + random.nextInt(6)));
        MapOptions options = MapOptions.defaults()
                .type("walked")
                .tick(Duration.ofMillis(TICKS_MS[random.nextInt(4)]))
                .replicationEveryTicks(1 + random.nextInt(3))
                .placement(oneIn(5) ? Placement.DEDICATED : Placement.POOL)
                .missPolicy(oneIn(3) ? MissPolicy.RUN_LATE : MissPolicy.SKIP)
                .postFaults(
                        oneIn(6) ? PostFaults.STOP_MAP : MapOptions.defaults().postFaults())
                .limits(limits)
                .idle(idle());
        return oneIn(2) ? options : options.phase(Duration.ofMillis(random.nextInt(25)));
    }

    private IdleOptions idle() {
        return switch (random.nextInt(4)) {
            case 0 -> IdleOptions.off();
            case 1 -> new IdleOptions(null, Duration.ofMillis(250), Duration.ZERO, Duration.ZERO);
            default ->
                new IdleOptions(
                        Duration.ofMillis(random.nextInt(300)),
                        Duration.ofMillis(TICKS_MS[random.nextInt(4)]),
                        Duration.ofMillis(random.nextInt(600)),
                        Duration.ofMillis(random.nextInt(200)));
        };
    }

    // ---- inside ticks

    /** Code of a map that may fail only on purpose. */
    void guard(WalkedMap map, Runnable code) {
        WalkedMap before = inside;
        try {
            code.run();
        } catch (Throwable t) {
            findings.wrong("inside " + map, t);
        } finally {
            map.disturbed();
            passed();
            inside = before;
        }
    }

    private void passed() {
        latestNs += Math.max(0, now() - latestNs);
    }

    void entered(WalkedMap map) {
        findings.check(entered == null || entered == map, "one map's code at a time in one step, " + entered, map);
        entered = map;
    }

    // ---- after each step

    private void settle() {
        markGone();
        complete();
        checkAll();
        findings.throwIfAny();
    }

    private void markGone() {
        entered = null;
        passed();
        for (WalkedMap map : live) {
            if (map.lastRan && !map.gone) {
                gone(map);
            }
        }
    }

    private void complete() {
        for (Runnable next = completions.poll(); next != null; next = completions.poll()) {
            next.run();
        }
    }

    private void gone(WalkedMap map) {
        map.gone = true;
        map.posts.gone(map.opened && !map.stopped);
        map.timers.gone();
        map.tasks.close();
    }

    private void checkAll() {
        for (Iterator<WalkedMap> maps = live.iterator(); maps.hasNext(); ) {
            WalkedMap map = maps.next();
            TickStats stats = map.handle.stats();
            check(map, stats);
            if (stats.state() == TickState.STOPPED) {
                maps.remove();
                left.add(map);
                checkLeft(map);
            }
        }
        left.removeIf(map -> {
            check(map, map.handle.stats());
            return (map.saved == null || checkSaved(map)) && oneIn(20);
        });
        SaveStats s = host.saveStats().orElseThrow();
        findings.check(
                s.captured() == s.written() + s.refused() + s.failed() + s.superseded() + s.inFlight(),
                "every capture has one end",
                s);
    }

    private void check(WalkedMap map, TickStats stats) {
        MapWorkStats work = map.handle.workStats();
        map.posts.check(work.mailbox());
        map.timers.check(work.timers());
        map.tasks.check(work.tasks());
        map.posts.checkFutures();
        map.tasks.checkFutures();
        findings.check(
                stats.ticks() + stats.skipped() + stats.suspended() == stats.gridPointsConsumed()
                        && stats.ticks() == map.ticks,
                "R1, ticks and points add up",
                stats,
                map.ticks);
        boolean inFlight = stats.state() == TickState.RUNNING || stats.state() == TickState.LAST_RUNNING;
        if (inFlight || map.gone) {
            return;
        }
        findings.check(stats.faults() == map.tickFaults, "faults of ticks", stats, map.tickFaults);
        if (map.closing || stopping) {
            findings.check(stats.state() == TickState.LAST_WAITING, "a closing map waits for its last task", stats);
        } else {
            checkAwake(map, stats, work);
        }
    }

    /** No lost wake-up: a map with work waiting ticks within a period, whoever has suspended it. */
    private void checkAwake(WalkedMap map, TickStats stats, MapWorkStats work) {
        // A change of period begins at a point of the old grid.
        map.longestPeriodNs = Math.max(map.longestPeriodNs, stats.periodNanos());
        boolean waits = work.mailbox().depth() > 0 || work.tasks().completionsQueued() > 0;
        boolean asleep = stats.state() == TickState.SUSPENDED;
        if (waits) {
            boolean soon = !asleep && stats.nextDeadlineNanos() - latestNs <= map.longestPeriodNs;
            findings.check(soon, "lost wake-up: work waits in " + map.name, work, stats);
        } else if (asleep) {
            findings.check(map.handle.isAsleep(), "nobody but its owner and itself suspends a map", stats);
            long overdueNs = map.timers.overdue(now(), map.calmSinceNs);
            findings.check(overdueNs < PATIENCE_NS, "a sleeping map is woken for its next timer", map.timers);
        }
    }

    private void checkLeft(WalkedMap map) {
        CompletableFuture<Void> closed = map.handle.close();
        findings.check(map.closed == null || map.closed == closed, "one future of a map's leaving", map);
        findings.check(closed.isDone(), "R4, the future of a map that has left is done", map);
        findings.check(map.gone, "a map leaves by way of its last task", map);
        Throwable reason = PostBook.reason(closed);
        boolean told = hurried && reason instanceof UnfinishedException;
        findings.check(
                told || (map.leavesWithFailure() ? reason instanceof PlannedFault : reason == null),
                "why a map left: " + reason,
                map);
    }

    private boolean checkSaved(WalkedMap map) {
        if (!map.saved.isDone()) {
            return false;
        }
        Throwable reason = PostBook.reason(map.saved);
        if (reason != null) {
            findings.check(reason instanceof IOException, "why a map was not saved: " + reason, map);
        } else {
            SaveOutcome outcome = map.saved.join();
            findings.check(
                    outcome == SaveOutcome.ABANDONED ? !map.opened || hurried : store.version(map.name) >= map.version,
                    "the last state is in the store, outcome " + outcome,
                    map);
        }
        map.saved = null;
        return true;
    }

    // ---- the end

    /** Nobody does anything for a while but the maps themselves: what was forgotten shows now. */
    private void quiet() {
        long fromNs = now();
        for (int i = 0; i < 300 && now() - fromNs < 2 * PATIENCE_NS; i++) {
            event();
            settle();
        }
    }

    /** Every map is closed while the scheduler goes on. */
    private void closeAll() {
        findings.did("close all");
        live.forEach(WalkedMap::closes);
        var report = host.closeAll();
        int limit = 10_000;
        while ((!live.isEmpty() || !saves.isEmpty() || left.stream().anyMatch(map -> map.saved != null))
                && limit-- > 0) {
            elsewhere("a save", saves.poll());
            settle();
            // What was being opened at the call is none of its business.
            live.stream().filter(map -> !map.closing).forEach(deeds::close);
            event();
            settle();
        }
        findings.check(
                live.isEmpty() && left.stream().allMatch(map -> map.saved == null), "all closed and saved", live);
        findings.check(report.isDone(), "closeAll ends when every map has left", host);
        findings.throwIfAny();
    }

    private void end() {
        hurried = oneIn(3);
        stopping = true;
        findings.did(hurried ? "shutdown at once" : "shutdown");
        store.fails = false;
        Duration limit = hurried ? Duration.ZERO : Duration.ofHours(1);
        CompletableFuture<ShutdownReport> over = scheduler.shutdownAsync(limit);
        while (!over.isDone() && stepped.runNext().isPresent()) {
            findings.did("event at " + now());
            markGone();
            complete();
            if (!over.isDone()) {
                settle();
            }
        }
        ShutdownReport report = stepped.shutdown(limit);
        markGone();
        findings.check(hurried || report.isClean(), "a shutdown with time is clean", report);
        for (WalkedMap map : live) {
            if (!map.gone) {
                findings.check(hurried || map.lastRan, "a shutdown runs each last task", map);
                boolean drained = map.lastRan && map.opened && !map.stopped;
                map.gone = true;
                map.posts.gone(drained);
                map.tasks.close();
            }
        }
        for (Runnable next = background.poll(); next != null; next = background.poll()) {
            elsewhere("a background task", next);
        }
        // Of maps that were given up; their code has run already.
        while (stepped.inFlight() > 0) {
            event();
        }
        for (WalkedMap map : live) {
            if (!map.timers.isGone()) {
                map.timers.gone();
            }
        }
        savesAtOnce = true;
        for (Runnable next = saves.poll(); next != null; next = saves.poll()) {
            elsewhere("a save", next);
        }
        stepped.jump(Duration.ofHours(1));
        findings.did("the host shuts down");
        CompletableFuture<HostReport> ended =
                CompletableFuture.supplyAsync(() -> host.shutdown(Duration.ofSeconds(30)));
        while (!ended.isDone()) {
            Runnable next = completions.poll();
            if (next == null) {
                LockSupport.parkNanos(50_000);
            } else {
                next.run();
            }
        }
        HostReport told = ended.join();
        findings.check(told.unsaved().values().stream().allMatch(e -> e instanceof IOException), "unsaved maps", told);
        settle();
        findings.check(hurried || live.isEmpty(), "all maps have left", live);
        findings.throwIfAny();
    }
}
