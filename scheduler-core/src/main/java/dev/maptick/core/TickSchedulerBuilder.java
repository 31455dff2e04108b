package dev.maptick.core;

import dev.maptick.core.spi.SchedulerSeam;
import dev.maptick.core.spi.TickStepper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.IntSupplier;

/**
 * Configures a {@link TickScheduler}. Nothing is checked before {@link #build()}, which names every bad setting at once.
 * One thread; may be used for several schedulers.
 */
public final class TickSchedulerBuilder {
    private static final int MAX_THREADS = PoolThreads.MOST_THREADS;
    private static final int MAX_FAULT_LOG = 1_000_000;

    private boolean poolGiven;
    private int poolThreads;
    private int dedicatedThreads;
    private int faultLogPerSecond = 1;
    private boolean keepJvmAlive = true;
    private long staggerSeed;
    private int eventLogSize = EventSettings.DEFAULT.logSize();
    private Duration skipEventFrom = Duration.ofNanos(EventSettings.DEFAULT.skipFromNs());
    private boolean percentilesPerMap = InsightSettings.DEFAULT.percentilesPerMap();
    private boolean watchdog = true;
    private Duration stuckAfter = Duration.ofNanos(WatchdogSettings.DEFAULT.afterNs());
    private Duration stuckAgain = Duration.ofNanos(WatchdogSettings.DEFAULT.againNs());
    private boolean replacementsGiven;
    private int replacements;
    private LoadSettings load = LoadSettings.DEFAULT;
    private WaitMode waitMode = WaitMode.BALANCED;
    private SchedulerSeam seam = SchedulerSeam.SYSTEM;
    private final List<TickListener> listeners = new ArrayList<>();

    TickSchedulerBuilder() {}

    /**
     * Sets the number of pool threads. Default: processors less three, at least one.
     *
     * @param threads 1 to 1,024
     * @return this builder
     */
    public TickSchedulerBuilder poolThreads(int threads) {
        poolGiven = true;
        poolThreads = threads;
        return this;
    }

    /**
     * Sets how many maps may hold a dedicated thread at once. Default: 0.
     *
     * @param threads 0 to 1,024
     * @return this builder
     */
    public TickSchedulerBuilder dedicatedThreads(int threads) {
        dedicatedThreads = threads;
        return this;
    }

    /**
     * Sets how many faults of one map are logged in full each second, and how many of its back-offs and of its
     * quarantines ({@link FaultPolicy}) begin there. Default: 1.
     *
     * @param records 0 (none) to 1,000,000
     * @return this builder
     */
    public TickSchedulerBuilder faultLogPerSecond(int records) {
        faultLogPerSecond = records;
        return this;
    }

    /**
     * Sets whether one non-daemon thread keeps the JVM alive from start until shutdown has returned. Default: true.
     *
     * @param keep false for an embedder that keeps the JVM alive by itself
     * @return this builder
     */
    public TickSchedulerBuilder keepJvmAlive(boolean keep) {
        keepJvmAlive = keep;
        return this;
    }

    /**
     * Sets the seed of the order in which phases are filled. Default: 0. Same seed, same order of coming and going, same
     * cost hints: same phases.
     *
     * @param seed any number
     * @return this builder
     */
    public TickSchedulerBuilder staggerSeed(long seed) {
        staggerSeed = seed;
        return this;
    }

    /**
     * Sets how many events are kept, see {@link TickScheduler#events()}. Default: 1,024.
     *
     * @param events 1 to 1,048,576
     * @return this builder
     */
    public TickSchedulerBuilder eventLogSize(int events) {
        eventLogSize = events;
        return this;
    }

    /**
     * Sets from when on a tick that passes over deadlines is an event: if they are worth so long together, as many periods. At
     * most one event a second for each map. Default: 1 s.
     *
     * @param time 1 ms to 24 h
     * @return this builder
     */
    public TickSchedulerBuilder skipEventFrom(Duration time) {
        skipEventFrom = time;
        return this;
    }

    /**
     * Sets whether and when maps that cost much get a dedicated thread by themselves. Default: {@link HeavyPolicy#off()}, since the
     * dedicated threads are their owner's to give.
     *
     * @param policy the policy
     * @return this builder
     */
    public TickSchedulerBuilder heavyMaps(HeavyPolicy policy) {
        load = new LoadSettings(Objects.requireNonNull(policy, "policy"), load.admission(), load.overload());
        return this;
    }

    /**
     * Sets what becomes of registrations that would take the pool's work past a bound. Default: {@link AdmissionPolicy#accept()}.
     *
     * @param policy the policy
     * @return this builder
     */
    public TickSchedulerBuilder admission(AdmissionPolicy policy) {
        load = new LoadSettings(load.heavy(), Objects.requireNonNull(policy, "policy"), load.overload());
        return this;
    }

    /**
     * Sets what gives way when the pool has more work than its threads can do. Default: {@link OverloadPolicy#off()}.
     *
     * @param policy the policy
     * @return this builder
     */
    public TickSchedulerBuilder overload(OverloadPolicy policy) {
        load = new LoadSettings(load.heavy(), load.admission(), Objects.requireNonNull(policy, "policy"));
        return this;
    }

    /**
     * Sets whether each map keeps the distributions of how long its ticks took and how late they were, see {@link
     * TickRegistration#percentiles()}. Takes about 1 kB for each map that has ticked. Default: false; by type and placement
     * {@code scheduler-metrics} keeps them in any case.
     *
     * @param keep whether
     * @return this builder
     */
    public TickSchedulerBuilder percentilesPerMap(boolean keep) {
        percentilesPerMap = keep;
        return this;
    }

    /**
     * Sets when a tick, or a last task, is reported as stuck. Default: after 1 s, again every 10 s. It counts only while the process
     * was seen running, so a suspended one reports nothing when it goes on. Ticks are looked at four times in that time, and
     * reported when they have lasted so long and less than half as long again.
     *
     * @param after 10 ms to 24 h
     * @param again how much later it is reported again while it lasts, 10 ms to 24 h
     * @return this builder
     */
    public TickSchedulerBuilder watchdog(Duration after, Duration again) {
        watchdog = true;
        stuckAfter = after;
        stuckAgain = again;
        return this;
    }

    /**
     * Has nobody look for stuck ticks, and so no thread stand in for them.
     *
     * @return this builder
     */
    public TickSchedulerBuilder noWatchdog() {
        watchdog = false;
        return this;
    }

    /**
     * Sets how many threads may stand in at a time for pool threads whose ticks the watchdog has reported as stuck. Default: as
     * many as the pool has. Such a thread is started with the first report and ends when the tick has ended.
     *
     * @param threads 0 (none) to 1,024
     * @return this builder
     */
    public TickSchedulerBuilder replacementThreads(int threads) {
        replacementsGiven = true;
        replacements = threads;
        return this;
    }

    /**
     * Sets how worker threads wait for a deadline: how much processor time being on time is worth. Default: {@link
     * WaitMode#BALANCED}. Without effect where the seam gives the waiters.
     *
     * @param mode one of the three
     * @return this builder
     */
    public TickSchedulerBuilder waitMode(WaitMode mode) {
        waitMode = mode;
        return this;
    }

    /**
     * Adds a listener that hears everything from the start.
     *
     * @param listener the listener
     * @return this builder
     */
    public TickSchedulerBuilder listener(TickListener listener) {
        listeners.add(Objects.requireNonNull(listener, "listener"));
        return this;
    }

    /**
     * Gives clock, waiting, threads, stagger and completions from outside. Default: the system's own.
     *
     * @param other the seam
     * @return this builder
     */
    public TickSchedulerBuilder seam(SchedulerSeam other) {
        seam = other;
        return this;
    }

    /**
     * Builds and starts.
     *
     * @return a running scheduler
     * @throws SettingsException naming every bad setting
     */
    public TickScheduler start() {
        return build().start();
    }

    /**
     * Builds a scheduler that is not started: it has no threads yet and refuses registrations.
     *
     * @return the scheduler
     * @throws SettingsException naming every bad setting
     */
    public TickScheduler build() {
        return new DefaultTickScheduler(conclude(), new ThreadLauncher(seam));
    }

    /**
     * Builds and starts a scheduler that never makes a thread; the caller steps it.
     *
     * @return the stepper, which holds the scheduler
     * @throws SettingsException naming every bad setting
     */
    public TickStepper startStepped() {
        SteppedLauncher launcher = new SteppedLauncher();
        return launcher.start(new DefaultTickScheduler(conclude(), launcher));
    }

    private SchedulerContext conclude() {
        IntSupplier counter = seam.processors();
        int processors = Math.max(1, counter == null ? Runtime.getRuntime().availableProcessors() : counter.getAsInt());
        SettingsCheck check = new SettingsCheck();
        int pool = poolGiven
                ? check.range("poolThreads", poolThreads, 1, MAX_THREADS)
                : Math.min(MAX_THREADS, ThreadPlan.defaultPool(processors));
        int dedicated = check.range("dedicatedThreads", dedicatedThreads, 0, MAX_THREADS);
        int faultLog = check.range("faultLogPerSecond", faultLogPerSecond, 0, MAX_FAULT_LOG);
        EventSettings events = EventSettings.of(check, eventLogSize, skipEventFrom);
        WatchdogSettings dog = watchdog(check);
        LoadSettings loads = load.check(check);
        if (waitMode == null) {
            check.bad("waitMode", "null", "EFFICIENT, BALANCED or PRECISE");
        }
        check.throwIfAny();
        return new SchedulerContext(
                ThreadPlan.of(processors, pool, dedicated),
                waitMode,
                faultLog,
                keepJvmAlive,
                staggerSeed,
                events,
                new InsightSettings(percentilesPerMap),
                dog,
                loads,
                seam,
                listeners);
    }

    private WatchdogSettings watchdog(SettingsCheck check) {
        int most = replacementsGiven
                ? check.range("replacementThreads", replacements, 0, MAX_THREADS)
                : WatchdogSettings.AS_POOL;
        return watchdog ? WatchdogSettings.of(check, stuckAfter, stuckAgain, most) : WatchdogSettings.OFF;
    }
}
