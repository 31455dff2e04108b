package dev.maptick.core;

import dev.maptick.core.spi.NanoClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts the parts together and takes registrations in. The parts do the work; see the package's drawing. */
final class DefaultTickScheduler implements TickScheduler {
    private static final Logger LOG = LoggerFactory.getLogger(TickScheduler.class);
    private static final Duration LONGEST = Duration.ofDays(36_500);
    private static final long OVERDUE_NS = 1_000_000;

    private final SchedulerContext context;
    private final WorkerLauncher launcher;
    private final Listeners listeners;
    private final WorkerTable workers;
    private final Crew pool;
    private final DedicatedSlots slots;
    private final Completions completions;
    private final Registry registry;
    private final Moves moves;
    private final Controls controls;
    private final FaultStages faultStages;
    private final Shutdown shutdown;
    private final @Nullable Keeper keeper;
    private final Worker.Parts parts;
    private final Phases phases;
    private final Rebalance rebalance;
    private final Audit audit;
    private final Events events;
    private final HeavyGate gate;
    private final AdmissionGate admission;

    /** Null while load is nobody's concern. */
    private final @Nullable LoadDuty load;

    private final Guard guard;
    private final PoolThreads poolThreads;
    private final @Nullable Watchdog watchdog;
    private final LongAdder refused = new LongAdder();
    private volatile boolean started;

    /** The sort of the registration before; a hint, so that registrations of one sort share one object. */
    private volatile TickKind lastKind;

    DefaultTickScheduler(SchedulerContext context, WorkerLauncher launcher) {
        this.context = context;
        this.launcher = launcher;
        ThreadPlan plan = context.plan;
        listeners = new Listeners(context.listeners);
        events = new Events(
                context.clock, listeners, new EventLog(context.events.logSize()), context.events.skipFromNs());
        workers = new WorkerTable(plan.poolThreads() + plan.dedicatedThreads());
        HostStalls stalls = new HostStalls();
        pool = context.pool();
        poolThreads = new PoolThreads(
                plan, context.watchdog, pool, workers, launcher, id -> newWorker(id, pool), events, listeners);
        watchdog = context.watchdog.on()
                ? new Watchdog(context.clock, workers, poolThreads, events, listeners, context.watchdog)
                : null;
        slots = new DedicatedSlots(
                plan.poolThreads(), plan.dedicatedThreads(), this::dedicatedWorker, launcher, workers, listeners);
        completions = new Completions(
                context.completions == null ? launcher.defaultCompletions() : context.completions, listeners);
        phases = new Phases(context.clock, context.stagger);
        registry = new Registry(completions, listeners, phases);
        rebalance = new Rebalance(registry, phases);
        moves = new Moves(slots, registry, listeners, events);
        audit = new Audit(registry, workers, pool, context.clock, NanoClock.SYSTEM, listeners);
        faultStages = new FaultStages(listeners, events, context.faultLogPerSecond);
        controls = new Controls(context.clock, moves, registry, listeners, new WaitGuard(workers), faultStages);
        LoadNews news = new LoadNews(events, listeners);
        gate = new HeavyGate(this::poolSize);
        admission = new AdmissionGate(context.load.admission(), this::poolSize, news);
        load = context.load.measures() ? loadDuty(news) : null;
        List<GuardDuty> duties = new ArrayList<>();
        duties.add(new StallDuty(stalls, workers, events, listeners, launcher.hasThreads()));
        if (watchdog != null) {
            duties.add(watchdog);
        }
        if (load != null) {
            duties.add(load);
        }
        guard = new Guard(context.clock, listeners, stalls, duties);
        lastKind = new TickKind(TickOptions.DEFAULT_GROUP, 0, MissPolicy.SKIP, FaultPolicy.count(), controls);
        shutdown =
                new Shutdown(context.clock, registry, controls, pool, poolThreads, slots, workers, completions, guard);
        parts = new Worker.Parts(
                new TickRun(
                        context.clock,
                        listeners,
                        new FaultLog(context.faultLogPerSecond),
                        faultStages,
                        events,
                        new TickInsight(stalls, events, listeners, context.insight.percentilesPerMap())),
                workers,
                listeners,
                moves,
                gate);
        keeper = launcher.hasThreads()
                ? new Keeper(shutdown, context.keeperWaiters, context.keepJvmAlive, this::lookAtWaits)
                : null;
        if (keeper != null) {
            registry.onQuiet(keeper::look);
            if (context.waits != null) {
                context.waits.onSuspicion(keeper::askLook);
            }
        }
    }

    private LoadDuty loadDuty(LoadNews news) {
        HeavyMoves heavy = new HeavyMoves(context.load.heavy(), moves, slots::freeNow, gate, news);
        return new LoadDuty(context.load, registry, controls, heavy, workers, this::poolSize, admission, news);
    }

    private int poolSize() {
        return poolThreads.plan().poolThreads();
    }

    /** For tests. */
    Crew pool() {
        return pool;
    }

    /** For tests. */
    @Nullable
    Worker worker(int id) {
        return workers.get(id);
    }

    private Worker newWorker(int id, Crew crew) {
        Worker worker = new Worker(id, crew, context.waiters.get(), parts);
        crew.addWorker(worker);
        workers.put(worker);
        return worker;
    }

    private Worker dedicatedWorker(int id) {
        return newWorker(id, Crew.ofDedicated(context.clock));
    }

    @Override
    public synchronized DefaultTickScheduler start() {
        if (started) {
            return this;
        }
        if (shutdown.isAsked()) {
            throw refuse(Refusal.STOPPING, "start: the scheduler has been shut down");
        }
        long startNs = context.clock.nanoTime();
        phases.begin(startNs);
        pool.begin(startNs);
        guard.begin();
        startThreads();
        started = true;
        Object waiting = context.waits != null && launcher.hasThreads() ? context.waits : "waiting given from outside";
        listeners.log(() -> LOG.info("scheduler started: {}; {}", context.plan, waiting));
        context.plan.warnings().forEach(w -> listeners.log(() -> LOG.warn("thread plan: {}", w)));
        return this;
    }

    /** On the keeper's thread, which must live on. */
    private void lookAtWaits() {
        WaitControl waits = context.waits;
        if (waits == null) {
            return;
        }
        try {
            String news = waits.look();
            if (news != null) {
                listeners.log(() -> LOG.warn("{}", news));
            }
        } catch (Throwable t) {
            listeners.failed("a look at the waits", t);
        }
    }

    /** All or none: what a failure leaves behind ends by itself, and the scheduler can't be started again. */
    private void startThreads() {
        try {
            poolThreads.start();
            if (keeper != null) {
                shutdown.timerResolution().begin();
                guard.startThread();
                keeper.start();
            }
        } catch (Throwable t) {
            pool.close().forEach(w -> w.waiter.signal());
            shutdown.finishUnstarted();
            int threads = poolThreads.started();
            String failed = threads == context.plan.poolThreads()
                    ? "the keeper thread"
                    : "pool thread " + (threads + 1) + " of " + context.plan.poolThreads();
            throw new IllegalStateException(failed + " could not be started; those started are ending", t);
        }
    }

    @Override
    public TickRegistration register(String name, TickOptions options, TickTask task) {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(task, "task");
        long periodNs = checked(Objects.requireNonNull(options, "options"));
        if (!Names.isValid(name)) {
            throw refuse(Refusal.BAD_NAME, "bad name " + Names.quote(name) + ", allowed: " + Names.RULE);
        }
        if (shutdown.isAsked()) {
            throw stopping(name);
        }
        if (!started) {
            throw refuse(Refusal.NOT_STARTED, "map " + Names.quote(name) + ": the scheduler is not started yet");
        }
        if (registry.find(name) != null) {
            throw taken(name);
        }
        Lane own = ownLane(name, options);
        String overloaded =
                own == null ? admission.refusal(name, options.costHint().toNanos(), periodNs) : null;
        if (overloaded != null) {
            throw refuse(Refusal.OVERLOADED, overloaded);
        }
        TickEntry entry = enter(name, options, task, own, periodNs);
        if (entry == null) {
            throw taken(name);
        }
        listeners.registered(entry);
        activate(entry);
        return entry;
    }

    /** Takes the name, or nothing: a lane taken for it is given back then. Null if the name is taken. */
    private @Nullable TickEntry enter(
            String name, TickOptions options, TickTask task, @Nullable Lane own, long periodNs) {
        TickEntry entry = null;
        TickEntry made = null;
        boolean ready = false;
        try {
            TickKind kind = lastKind;
            if (!kind.isOf(options)) {
                kind = kind.like(options);
                lastKind = kind;
            }
            long firstNs = phases.firstDeadline(options, periodNs);
            Lane inPool = pool.laneFor(periodNs, firstNs);
            made = new TickEntry(name, kind, options, task, own == null ? inPool : own, inPool, periodNs, firstNs);
            if (registry.enter(made)) {
                entry = made;
                inPool.expectOneMore();
                ready = true;
            }
            return entry;
        } finally {
            if (!ready) {
                if (own != null) {
                    slots.release(own);
                }
                if (entry != null) {
                    registry.withdraw(entry);
                } else if (made != null) {
                    phases.left(made);
                }
            }
        }
    }

    private long checked(TickOptions options) {
        SettingsCheck check = new SettingsCheck();
        long periodNs = check.range("period", options.period(), TickOptions.MIN_PERIOD, TickOptions.MAX_PERIOD);
        check.range("costHint", options.costHint(), Duration.ZERO, TickOptions.MAX_PERIOD);
        Duration phase = options.phase();
        if (phase != null && (phase.isNegative() || phase.compareTo(Duration.ofNanos(periodNs)) >= 0)) {
            check.bad("phase", phase.toString(), "0 or more and below the period of " + options.period());
        }
        options.faultPolicy().check(check, "faultPolicy.");
        if (!Names.isValid(options.group())) {
            check.bad("group", options.group(), Names.RULE);
        }
        try {
            check.throwIfAny();
        } catch (SettingsException e) {
            refused.increment();
            throw e;
        }
        return periodNs;
    }

    private RefusedException refuse(Refusal refusal, String message) {
        refused.increment();
        return new RefusedException(refusal, message);
    }

    private RefusedException stopping(String name) {
        return refuse(Refusal.STOPPING, "map " + Names.quote(name) + ": the scheduler is stopping");
    }

    private RefusedException taken(String name) {
        return refuse(
                Refusal.NAME_TAKEN, "name taken: a map " + Names.quote(name) + " is registered and has not left yet");
    }

    /** The lane of a dedicated thread if one is asked for and to be had, else null. */
    private @Nullable Lane ownLane(String name, TickOptions options) {
        if (options.placement() == Placement.POOL) {
            return null;
        }
        DedicatedSlots.Grant grant = slots.acquire(name);
        if (grant.lane() != null) {
            return grant.lane();
        }
        if (grant.result() == MoveResult.NO_FREE_THREAD) {
            listeners.log(() -> LOG.info(
                    "map {} runs in the pool: all {} dedicated threads are taken",
                    Names.quote(name),
                    context.plan.dedicatedThreads()));
        }
        return null;
    }

    /**
     * Lets a registration in whose name is entered and which listeners know of. What was asked of it meanwhile takes hold
     * now; if the scheduler was asked to stop, and the sweep of the shutdown has not seen it, it is refused.
     */
    private void activate(TickEntry entry) {
        Worker wake = null;
        boolean tooLate;
        boolean left = false;
        Lane lane = Moves.lockLane(entry);
        try {
            tooLate = !entry.stopping && shutdown.isAsked();
            entry.active = !tooLate;
            if (tooLate) {
                entry.stop();
            } else if (entry.state() != TickState.STOPPED) {
                if (entry.stopping) {
                    left = controls.leaveNow(entry, lane);
                } else {
                    lane.queueAsSuspended(entry);
                }
                wake = lane.callFor(entry);
            }
        } finally {
            lane.unlock();
        }
        Controls.signal(wake);
        if (left) {
            slots.release(entry.lane);
            registry.left(entry, true);
        }
        if (tooLate) {
            slots.release(entry.lane);
            registry.withdraw(entry);
            listeners.unregistered(entry);
            throw stopping(entry.name());
        }
    }

    @Override
    public Optional<TickRegistration> find(String name) {
        return Optional.<TickRegistration>ofNullable(registry.find(name)).filter(DefaultTickScheduler::hasNotLeft);
    }

    @Override
    public Collection<TickRegistration> registrations() {
        return registry.all().stream()
                .<TickRegistration>map(r -> r)
                .filter(DefaultTickScheduler::hasNotLeft)
                .toList();
    }

    /** A name is still taken for the moment between leaving and the completion of the future. */
    private static boolean hasNotLeft(TickRegistration registration) {
        return registration.state() != TickState.STOPPED;
    }

    @Override
    public boolean isInsideTick() {
        Worker worker = workers.ofCurrentThread();
        return worker != null && worker.ownCurrent() != null;
    }

    @Override
    public Executor completions() {
        return registry.completions();
    }

    @Override
    public SchedulerStats stats() {
        audit.look();
        EnumMap<TickState, Long> byState = new EnumMap<>(TickState.class);
        long overdue = 0;
        long dedicated = 0;
        EnumMap<FaultStage, Long> byStage = new EnumMap<>(FaultStage.class);
        long nowNs = context.clock.nanoTime();
        for (TickEntry entry : registry.each()) {
            byState.merge(entry.state(), 1L, Long::sum);
            if (entry.faultHistory() != null && hasNotLeft(entry)) {
                byStage.merge(entry.faultStanding().stage(), 1L, Long::sum);
            }
            if (entry.overdueNs(nowNs) > OVERDUE_NS) {
                overdue++;
            }
            if (entry.placement() == Placement.DEDICATED) {
                dedicated++;
            }
        }
        long stopping =
                byState.getOrDefault(TickState.LAST_WAITING, 0L) + byState.getOrDefault(TickState.LAST_RUNNING, 0L);
        long waiting = byState.getOrDefault(TickState.WAITING, 0L);
        long running = byState.getOrDefault(TickState.RUNNING, 0L);
        long suspended = byState.getOrDefault(TickState.SUSPENDED, 0L);
        return new SchedulerStats(
                waiting + running + suspended + stopping,
                waiting,
                running,
                suspended,
                stopping,
                overdue,
                workers.count(w -> w.crew == pool),
                slots.inUse(),
                dedicated,
                workers.sum(WorkerCounters.TICKS),
                workers.sum(WorkerCounters.SKIPPED) + moves.skippedOutside(),
                listeners.suspendedPoints(),
                workers.sum(WorkerCounters.FAULTS),
                workers.sum(WorkerCounters.LAST_TASKS),
                workers.sum(WorkerCounters.LAST_TASK_FAULTS),
                workers.sum(WorkerCounters.BUSY_NS),
                workers.sum(WorkerCounters.WAKEUPS),
                workers.sum(WorkerCounters.STOLEN),
                listeners.failures(),
                slots.refused(),
                refused.sum(),
                byStage.getOrDefault(FaultStage.BACK_OFF, 0L),
                byStage.getOrDefault(FaultStage.QUARANTINE, 0L),
                faultStages.backOffs(),
                faultStages.quarantines(),
                audit.lost(),
                workers.late(),
                workers.skippedBy(),
                workers.count(w -> w.stuckIn() != null),
                workers.count(w -> w.standsIn && !w.mustLeave()),
                workers.count(w -> w.crew == pool && w.mustLeave()));
    }

    @Override
    public List<StuckTick> stuck() {
        return watchdog == null ? List.of() : watchdog.stuck();
    }

    @Override
    public PoolResize resizePool(int threads) {
        SettingsCheck check = new SettingsCheck();
        check.range("poolThreads", threads, 1, PoolThreads.MOST_THREADS);
        check.throwIfAny();
        int size = poolThreads.plan().poolThreads();
        if (shutdown.isAsked()) {
            return new PoolResize(PoolResize.Outcome.STOPPING, size, size);
        }
        if (!started) {
            return new PoolResize(PoolResize.Outcome.NOT_STARTED, size, size);
        }
        PoolResize done = poolThreads.resize(threads);
        if (done.now() > done.before()) {
            poolThreads.plan().warnings().forEach(w -> listeners.log(() -> LOG.warn("thread plan: {}", w)));
        }
        return done;
    }

    @Override
    public List<WorkerStats> workers() {
        return workers.stats(context.clock);
    }

    @Override
    public LoadStats load() {
        return load == null ? LoadStats.NONE : load.stats();
    }

    @Override
    public EventLog events() {
        return events.log();
    }

    Guard guard() {
        return guard;
    }

    @Override
    public AuditReport audit() {
        return audit.all();
    }

    @Override
    public RebalanceReport rebalancePhases() {
        return rebalance.run();
    }

    @Override
    public ThreadPlan threadPlan() {
        return poolThreads.plan();
    }

    @Override
    public long nanoTime() {
        return context.clock.nanoTime();
    }

    @Override
    public void addListener(TickListener listener) {
        listeners.add(listener);
    }

    @Override
    public void removeListener(TickListener listener) {
        listeners.remove(listener);
    }

    @Override
    public boolean isStopping() {
        return shutdown.isAsked();
    }

    @Override
    public ShutdownReport shutdown(Duration limit) {
        begin(limit);
        Worker worker = workers.ofCurrentThread();
        if (worker != null) {
            TickEntry self = worker.ownCurrent();
            throw new SelfWaitException("shutdown has begun, but the tick of "
                    + (self == null ? worker : Names.quote(self.name()))
                    + " can't wait for it to end: use shutdownAsync inside a tick");
        }
        if (keeper == null) {
            if (!stepShutdown()) {
                throw new IllegalStateException(
                        "shutdown has begun, but this scheduler is stepped: step it until stepShutdown() is true");
            }
            return shutdown.ownFuture().join();
        }
        completions.leaveOwn();
        ShutdownReport report = shutdown.ownFuture().join();
        keeper.awaitEnd();
        return report;
    }

    @Override
    public CompletableFuture<ShutdownReport> shutdownAsync(Duration limit) {
        begin(limit);
        return shutdown.future();
    }

    private void begin(Duration limit) {
        SettingsCheck check = new SettingsCheck();
        long limitNs = check.range("shutdownLimit", limit, Duration.ZERO, LONGEST);
        check.throwIfAny();
        synchronized (this) {
            if (!started) {
                shutdown.finishUnstarted();
                return;
            }
        }
        try {
            // So every test that stops a scheduler asks once whether it has lost a map.
            assert shutdown.isAsked() || audit.all().isClean() : audit.all();
        } finally {
            try {
                shutdown.begin(limitNs);
            } finally {
                if (keeper != null) {
                    keeper.ask();
                }
            }
        }
    }

    OptionalLong shutdownDeadlineNanos() {
        return shutdown.isAsked() ? OptionalLong.of(shutdown.deadlineNs()) : OptionalLong.empty();
    }

    boolean stepShutdown() {
        if (!shutdown.isAsked() || !shutdown.isDue()) {
            return false;
        }
        shutdown.finish();
        return true;
    }

    @Override
    public String toString() {
        return "TickScheduler[" + poolThreads.plan() + (shutdown.isAsked() ? ", stopping" : "") + "]";
    }
}
