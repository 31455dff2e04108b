package dev.maptick.testkit;

import dev.maptick.core.AuditReport;
import dev.maptick.core.Placement;
import dev.maptick.core.ShutdownReport;
import dev.maptick.core.TickListener;
import dev.maptick.core.TickRegistration;
import dev.maptick.core.TickScheduler;
import dev.maptick.core.TickSchedulerBuilder;
import dev.maptick.core.TickState;
import dev.maptick.core.TickStats;
import dev.maptick.core.spi.SchedulerSeam;
import dev.maptick.core.spi.Stagger;
import dev.maptick.core.spi.TickStepper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The real scheduler in virtual time: no threads, no sleeping, the same result each time. Its workers take their turns in
 * the test's own thread, and the clock jumps from one event to the next.
 *
 * <pre>{@code
 * try (SteppedScheduler stepped = SteppedScheduler.start()) {
 *     stepped.scheduler().register("house", TickOptions.every(Duration.ofMillis(50)), tick ->
 *             stepped.clock().advance(Duration.ofMillis(2)));
 *     List<TickTrace> ticks = stepped.runFor(Duration.ofSeconds(1));
 * }
 * }</pre>
 *
 * <p><b>Order.</b> Each worker that is inside a tick has one event to come, the end of that tick: its start plus what its
 * body added to the {@link ManualClock}. Each free worker has one if anything waits for it: a start, at that deadline or
 * now, whichever is later. The earliest event comes next. At the same instant ends come before starts, and lower worker
 * numbers before higher ones; so among the free workers of the pool the one that came first takes the turn, the lowest unless
 * the pool has been resized.
 *
 * <p><b>Several workers.</b> A body runs in one go when its tick starts, and its tick stays open until its end has come. What
 * a body does to others (unregister, suspend, move, register) therefore takes hold at the start of its tick, however much
 * it has added to the clock by then; times that such calls note are the body's own time. With one worker nothing else
 * could have happened in between, so it is exact.
 *
 * <p><b>The guard.</b> What looks after the scheduler from outside its workers takes its turns too, whenever it is due before the next
 * event; it is no event.
 *
 * <p><b>Lost maps.</b> A run asks {@link TickScheduler#audit()} at its end, if there were as many events as maps since the time
 * before, and throws {@link AssertionError} if it finds any: the scheduler has a fault then.
 *
 * <p><b>Limits.</b> A body must not wait for another map, which can't go on meanwhile. A run in which more than
 * {@link Builder#eventsPerInstant(int) so many} events happen without time moving throws {@link IllegalStateException}.
 * Cost: one look at each worker for each event.
 *
 * <p>One thread at a time may step. {@link #scheduler()} may be called from any thread, between steps and inside ticks.
 */
public final class SteppedScheduler implements AutoCloseable {
    private final ManualClock clock;
    private final TickStepper stepper;
    private final TickScheduler scheduler;
    private final int eventsPerInstant;
    private final Outcome outcome;

    /** Ticks begun and not ended, by worker number; grows with the highest of a worker that comes later. */
    private @Nullable Flight[] flights;

    /** Events still to come before the next audit, so that it costs no more than the events do. */
    private long unaudited;

    private int flying;
    private long started;
    private boolean stepping;
    private boolean shutdownOver;
    private long instantNs;
    private int eventsAtInstant;

    /** The event found by {@link #choose()}. */
    private TickStepper.@Nullable Worker nextWorker;

    private long nextNs;

    private SteppedScheduler(Builder settings) {
        clock = settings.clock;
        eventsPerInstant = settings.eventsPerInstant;
        outcome = new Outcome();
        TickSchedulerBuilder builder = TickScheduler.builder().poolThreads(settings.poolThreads);
        settings.customizer.accept(builder);
        stepper = builder.listener(outcome).seam(settings.seam()).startStepped();
        scheduler = stepper.scheduler();
        flights = new Flight
                [scheduler.threadPlan().poolThreads() + scheduler.threadPlan().dedicatedThreads()];
        instantNs = clock.nanoTime();
    }

    /**
     * Starts a scheduler with one pool worker, its clock at zero.
     *
     * @return the scheduler
     */
    public static SteppedScheduler start() {
        return builder().start();
    }

    /**
     * Starts a scheduler with so many pool workers, its clock at zero.
     *
     * @param poolThreads 1 to 1,024
     * @return the scheduler
     */
    public static SteppedScheduler start(int poolThreads) {
        return builder().poolThreads(poolThreads).start();
    }

    /**
     * Begins to configure one.
     *
     * @return a builder with one pool worker, no dedicated ones, its clock at zero
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * The scheduler under test.
     *
     * @return started; its blocking {@code shutdown} refuses, use {@link #shutdown(Duration)} here
     */
    public TickScheduler scheduler() {
        return scheduler;
    }

    /**
     * The clock, which is also how a tick says what it costs.
     *
     * @return the clock of {@link #scheduler()}
     */
    public ManualClock clock() {
        return clock;
    }

    /**
     * How many ticks have started and not ended.
     *
     * @return 0 or more, at most the number of workers
     */
    public int inFlight() {
        return flying;
    }

    /**
     * When the next event will happen, if nothing changes before.
     *
     * @return empty if nothing is queued and no tick is in flight
     */
    public OptionalLong nextEventNanos() {
        return choose() ? OptionalLong.of(nextNs) : OptionalLong.empty();
    }

    /**
     * Moves the clock to the next event, and lets it happen.
     *
     * @return what happened; empty if nothing is queued and no tick is in flight
     */
    public Optional<SteppedEvent> runNext() {
        enter();
        try {
            while (choose()) {
                if (guardLooks(nextNs) || limitPasses(nextNs)) {
                    continue;
                }
                SteppedEvent event = step();
                if (event != null) {
                    return Optional.of(event);
                }
            }
            return Optional.empty();
        } finally {
            stepping = false;
        }
    }

    /**
     * Lets everything happen up to a time, events at that very time included, and leaves the clock there.
     *
     * @param nanos a reading of the clock, not before now
     * @return the ticks that ended, in the order in which they started; one still in flight will be in a later result
     */
    public List<TickTrace> runUntil(long nanos) {
        List<Flight> ended = new ArrayList<>();
        run(nanos, ended::add);
        ended.sort(Comparator.comparingLong(flight -> flight.order));
        List<TickTrace> traces = new ArrayList<>(ended.size());
        for (Flight flight : ended) {
            traces.add(flight.trace());
        }
        return traces;
    }

    /**
     * The same as {@link #runUntil(long)} from now on.
     *
     * @param time 0 or more; a tick due at the very end of it is part of it
     * @return the ticks that ended, in the order in which they started
     */
    public List<TickTrace> runFor(Duration time) {
        return runUntil(clock.nanoTime() + time.toNanos());
    }

    /**
     * The same as {@link #runUntil(long)} without keeping anything, for long runs.
     *
     * @param nanos a reading of the clock, not before now
     * @param each given each tick as it ends
     */
    public void runUntil(long nanos, Consumer<? super TickTrace> each) {
        run(nanos, flight -> each.accept(flight.trace()));
    }

    /**
     * Freezes the whole host: time goes by and nothing happens. A tick in flight has as much left to do afterwards as it
     * had before. What came due meanwhile is late and starts at the next step.
     *
     * @param time 0 or more
     */
    public void jump(Duration time) {
        enter();
        try {
            long nanos = time.toNanos();
            clock.advance(nanos);
            for (Flight flight : flights) {
                if (flight != null) {
                    flight.endNs += nanos;
                }
            }
            lookAtShutdown();
        } finally {
            stepping = false;
        }
    }

    /**
     * Shuts the scheduler down and steps it until that is over. If a shutdown is under way, this joins it and its limit.
     *
     * <p>At its limit the clock stands still; ticks then in flight are reported as unfinished, and end when the clock is
     * moved on by one of the runs.
     *
     * @param limit the longest wait for maps, 0 or more, in virtual time
     * @return how it went
     */
    public ShutdownReport shutdown(Duration limit) {
        enter();
        try {
            var unusedReport = scheduler.shutdownAsync(limit);
            lookAtShutdown();
            while (!shutdownOver) {
                if (choose()) {
                    if (!guardLooks(nextNs) && !limitPasses(nextNs)) {
                        var unusedEvent = step();
                    }
                } else if (!limitPasses(clock.nanoTime() + Long.MAX_VALUE)) {
                    throw new IllegalStateException("the shutdown is over its limit and not over: " + scheduler);
                }
            }
            return scheduler.shutdown(limit);
        } finally {
            stepping = false;
        }
    }

    /** Shuts down within {@link TickScheduler#DEFAULT_SHUTDOWN_LIMIT} of virtual time. */
    @Override
    public void close() {
        shutdown(TickScheduler.DEFAULT_SHUTDOWN_LIMIT);
    }

    private void enter() {
        if (stepping) {
            throw new IllegalStateException(
                    "stepped from inside a step: a tick or listener can't step its own scheduler");
        }
        stepping = true;
    }

    private void run(long untilNs, Consumer<Flight> ended) {
        if (untilNs - clock.nanoTime() < 0) {
            throw new IllegalArgumentException(
                    "run until " + untilNs + ", which lies " + (clock.nanoTime() - untilNs) + " ns before now");
        }
        enter();
        try {
            for (; ; ) {
                boolean happens = choose() && nextNs - untilNs <= 0;
                if (guardLooks(happens ? nextNs : untilNs + 1)) {
                    continue;
                }
                if (!happens) {
                    break;
                }
                if (limitPasses(nextNs)) {
                    continue;
                }
                Flight flight = flight(Objects.requireNonNull(nextWorker));
                SteppedEvent event = step();
                if (flight != null && event != null) {
                    ended.accept(flight);
                }
            }
            if (!limitPasses(untilNs + 1)) {
                lookAtShutdown();
            }
            clock.reach(untilNs);
            audit();
        } finally {
            stepping = false;
        }
    }

    private void audit() {
        if (unaudited > 0) {
            return;
        }
        AuditReport report = scheduler.audit();
        unaudited = report.checked();
        if (!report.isClean()) {
            throw new AssertionError("the scheduler has lost maps: " + report.lost());
        }
    }

    // ---- one step ----

    /** Finds the next event. False if there is none. */
    private boolean choose() {
        long nowNs = clock.nanoTime();
        TickStepper.Worker best = null;
        long bestDelayNs = 0;
        boolean bestEnds = false;
        boolean poolSeen = false;
        for (TickStepper.Worker worker : stepper.workers()) {
            Flight flight = flight(worker);
            boolean ends = flight != null;
            boolean inPool = worker.placement() == Placement.POOL;
            long delayNs;
            if (flight != null) {
                delayNs = flight.endNs - nowNs;
            } else if ((inPool && poolSeen) || !worker.hasNext()) {
                // The free workers of the pool see the same queue: the first of them stands for all.
                continue;
            } else {
                poolSeen |= inPool;
                delayNs = worker.nextDeadlineNanos() - nowNs;
            }
            delayNs = Math.max(0, delayNs);
            if (best == null || isBefore(delayNs, ends, worker.id(), bestDelayNs, bestEnds, best.id())) {
                best = worker;
                bestDelayNs = delayNs;
                bestEnds = ends;
            }
        }
        nextWorker = best;
        nextNs = nowNs + bestDelayNs;
        return best != null;
    }

    private @Nullable Flight flight(TickStepper.Worker worker) {
        return worker.id() < flights.length ? flights[worker.id()] : null;
    }

    private static boolean isBefore(
            long delayNs, boolean ends, int id, long otherDelayNs, boolean otherEnds, int otherId) {
        if (delayNs != otherDelayNs) {
            return delayNs < otherDelayNs;
        }
        return ends != otherEnds ? ends : id < otherId;
    }

    /**
     * Lets the limit of a shutdown under way pass if it lies before a time. What was queued may be gone then.
     *
     * @return whether it did
     */
    private boolean limitPasses(long beforeNs) {
        if (shutdownOver || !scheduler.isStopping()) {
            return false;
        }
        OptionalLong limit = stepper.shutdownDeadlineNanos();
        if (limit.isEmpty() || limit.getAsLong() - beforeNs >= 0) {
            return false;
        }
        clock.reach(limit.getAsLong());
        lookAtShutdown();
        return shutdownOver;
    }

    /**
     * Lets the scheduler's guard look if it is due before a time. What was queued may have moved then.
     *
     * @return whether it did
     */
    private boolean guardLooks(long beforeNs) {
        OptionalLong due = stepper.guardDueNanos();
        if (due.isEmpty() || due.getAsLong() - beforeNs >= 0) {
            return false;
        }
        OptionalLong limit = shutdownOver ? OptionalLong.empty() : stepper.shutdownDeadlineNanos();
        if (limit.isPresent() && limit.getAsLong() - due.getAsLong() < 0) {
            // The limit first, which ends the guard.
            return false;
        }
        clock.reach(due.getAsLong());
        stepper.stepGuard();
        lookAtShutdown();
        return true;
    }

    /**
     * Lets the event found by {@link #choose()} happen.
     *
     * @return null if another thread has taken it away meanwhile
     */
    private @Nullable SteppedEvent step() {
        TickStepper.Worker worker = Objects.requireNonNull(nextWorker);
        Flight flight = flight(worker);
        clock.reach(nextNs);
        unaudited--;
        checkProgress(worker);
        SteppedEvent event = flight == null ? begin(worker) : end(worker, flight);
        lookAtShutdown();
        return event;
    }

    private void checkProgress(TickStepper.Worker worker) {
        long nowNs = clock.nanoTime();
        if (nowNs != instantNs) {
            instantNs = nowNs;
            eventsAtInstant = 0;
        }
        if (++eventsAtInstant > eventsPerInstant) {
            throw new IllegalStateException("no progress: more than " + eventsPerInstant + " events at " + nowNs
                    + " without time moving; next would be worker " + worker.id() + " with "
                    + (worker.current() == null ? "a start" : worker.current()));
        }
    }

    private @Nullable SteppedEvent begin(TickStepper.Worker worker) {
        long dueNs = worker.nextDeadlineNanos();
        long startNs = clock.nanoTime();
        boolean begun;
        long costNs;
        clock.beginTick();
        try {
            begun = worker.begin();
        } finally {
            costNs = clock.endTick();
        }
        TickRegistration registration = worker.current();
        if (!begun || registration == null) {
            return null;
        }
        TickStats stats = registration.stats();
        boolean last = stats.state() == TickState.LAST_RUNNING;
        Flight flight = new Flight(started++, registration.name(), stats.ticks(), worker.id(), last);
        flight.placement = stats.placement();
        flight.deadlineNs = last ? dueNs : stats.lastDeadlineNanos();
        flight.startNs = startNs;
        flight.endNs = startNs + costNs;
        if (worker.id() >= flights.length) {
            flights = Arrays.copyOf(flights, worker.id() + 1);
        }
        flights[worker.id()] = flight;
        flying++;
        return new SteppedEvent(startNs, worker.id(), flight.name, flight.number, last, null);
    }

    private SteppedEvent end(TickStepper.Worker worker, Flight flight) {
        flights[worker.id()] = null;
        flying--;
        outcome.clear();
        flight.endNs = clock.nanoTime();
        worker.end();
        flight.skipped = outcome.skipped;
        flight.fault = outcome.fault;
        return new SteppedEvent(flight.endNs, worker.id(), flight.name, flight.number, flight.last, flight.trace());
    }

    private void lookAtShutdown() {
        if (!shutdownOver && scheduler.isStopping()) {
            shutdownOver = stepper.stepShutdown();
        }
    }

    @Override
    public String toString() {
        return "SteppedScheduler[" + scheduler + ", " + clock + ", in flight " + flying + "]";
    }

    /** A tick begun, and what is known of it. */
    private static final class Flight {
        private final long order;
        private final String name;
        private final long number;
        private final int worker;
        private final boolean last;
        private Placement placement = Placement.POOL;
        private long deadlineNs;
        private long startNs;
        private long endNs;
        private long skipped;
        private @Nullable Throwable fault;

        Flight(long order, String name, long number, int worker, boolean last) {
            this.order = order;
            this.name = name;
            this.number = number;
            this.worker = worker;
            this.last = last;
        }

        TickTrace trace() {
            return new TickTrace(name, number, deadlineNs, startNs, endNs, skipped, worker, placement, last, fault);
        }
    }

    /** What the scheduler tells of the tick that is ending. */
    private static final class Outcome implements TickListener {
        private long skipped;
        private @Nullable Throwable fault;

        void clear() {
            skipped = 0;
            fault = null;
        }

        @Override
        public void onTick(
                TickRegistration registration,
                Placement placement,
                int worker,
                long deadlineNanos,
                long startNanos,
                long endNanos,
                long skippedNow,
                @Nullable Throwable thrown) {
            skipped = skippedNow;
            fault = thrown;
        }

        @Override
        public void onLastTask(
                TickRegistration registration,
                Placement placement,
                long startNanos,
                long endNanos,
                @Nullable Throwable thrown) {
            fault = thrown;
        }
    }

    /** Settings of a {@link SteppedScheduler}. One thread. */
    public static final class Builder {
        /** As many as there may ever be threads, so that no plan is too large. */
        private static final int PROCESSORS = 2_048;

        private static final int EVENTS_PER_INSTANT = 1_000_000;

        private ManualClock clock = new ManualClock();
        private int poolThreads = 1;
        private int eventsPerInstant = EVENTS_PER_INSTANT;
        private @Nullable Stagger stagger;
        private @Nullable Executor completions;
        private Consumer<TickSchedulerBuilder> customizer = builder -> {};

        private Builder() {}

        private SchedulerSeam seam() {
            SchedulerSeam seam = SchedulerSeam.SYSTEM.withClock(clock).withProcessors(() -> PROCESSORS);
            seam = stagger == null ? seam : seam.withStagger(stagger);
            return completions == null ? seam : seam.withCompletions(completions);
        }

        /**
         * Starts the clock at a reading. Default: 0.
         *
         * @param nanos any number
         * @return this builder
         */
        public Builder clockStart(long nanos) {
            return clock(new ManualClock(nanos));
        }

        /**
         * Gives the clock, for a test that shares it with something else.
         *
         * @param other the clock
         * @return this builder
         */
        public Builder clock(ManualClock other) {
            clock = other;
            return this;
        }

        /**
         * Sets how many workers the pool has. Default: 1.
         *
         * @param threads 1 to 1,024
         * @return this builder
         */
        public Builder poolThreads(int threads) {
            poolThreads = threads;
            return this;
        }

        /**
         * Sets how many dedicated workers there may be at once. Default: 0.
         *
         * @param threads 0 to 1,024
         * @return this builder
         */
        public Builder dedicatedThreads(int threads) {
            return configure(builder -> builder.dedicatedThreads(threads));
        }

        /**
         * Sets the seed that spreads first deadlines. Default: 0.
         *
         * @param seed any number
         * @return this builder
         */
        public Builder seed(long seed) {
            return configure(builder -> builder.staggerSeed(seed));
        }

        /**
         * Spreads first deadlines in another way. Default: the scheduler's own.
         *
         * @param other chooses phases
         * @return this builder
         */
        public Builder stagger(Stagger other) {
            stagger = other;
            return this;
        }

        /**
         * Completes unregister futures elsewhere. Default: at once, inside the step that ends the map.
         *
         * @param other runs completions
         * @return this builder
         */
        public Builder completions(Executor other) {
            completions = other;
            return this;
        }

        /**
         * Adds a listener that hears everything from the start.
         *
         * @param listener the listener
         * @return this builder
         */
        public Builder listener(TickListener listener) {
            return configure(builder -> builder.listener(listener));
        }

        /**
         * Sets anything else. May be called several times; all are applied, in order. A seam set here is replaced.
         *
         * @param customizer changes the scheduler's own builder
         * @return this builder
         */
        public Builder configure(Consumer<TickSchedulerBuilder> customizer) {
            this.customizer = this.customizer.andThen(customizer);
            return this;
        }

        /**
         * Sets how many events may happen without time moving. Default: 1,000,000.
         *
         * @param events at least 1
         * @return this builder
         */
        public Builder eventsPerInstant(int events) {
            if (events < 1) {
                throw new IllegalArgumentException("eventsPerInstant=" + events + ", allowed: at least 1");
            }
            eventsPerInstant = events;
            return this;
        }

        /**
         * Builds and starts.
         *
         * @return a started scheduler without threads
         * @throws dev.maptick.core.SettingsException naming every bad setting
         */
        public SteppedScheduler start() {
            return new SteppedScheduler(this);
        }
    }
}
