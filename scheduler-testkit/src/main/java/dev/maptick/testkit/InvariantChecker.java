package dev.maptick.testkit;

import dev.maptick.core.Placement;
import dev.maptick.core.SchedulerStats;
import dev.maptick.core.TickListener;
import dev.maptick.core.TickRegistration;
import dev.maptick.core.TickScheduler;
import dev.maptick.core.TickState;
import dev.maptick.core.TickStats;
import dev.maptick.core.TickTask;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Watches a scheduler and finds what must never be, whatever the test is about. Attach it right after the start, wrap the
 * bodies, and call {@link #verify()} at the end.
 *
 * <ul>
 *   <li><b>R1</b> ticks + skipped + suspended = grid points consumed, for every map; and the listener was told of exactly
 *       these counts.
 *   <li><b>R2</b> a map is never inside two ticks at once, and what one tick wrote the next one sees. Needs {@link #wrap};
 *       without it only the intervals told to the listener are held against each other.
 *   <li><b>R3</b> no tick starts before its deadline, and each deadline lies on the map's grid.
 *   <li><b>R5</b> no code of a map runs once the map has left.
 *   <li><b>R6</b> as many pool threads live as were configured, replacements and those about to leave apart. The scheduler's own
 *       count is always held against the plan;
 *       with {@link #threads()} in the seam the threads themselves are too.
 *   <li><b>No map is lost</b>: {@link TickScheduler#audit()} finds nothing.
 * </ul>
 *
 * <p>R1, R6 and lost maps are checked by {@code verify}, which wants a quiet moment: no tick between its end and its listeners. The
 * others are checked as things happen. Any thread; costs a map look-up and a snapshot of the counts a tick. The latest
 * {@value #MAX_GONE} maps that have left are remembered for R5, and the first {@value #MAX_VIOLATIONS} violations.
 */
public final class InvariantChecker implements TickListener {
    private static final int MAX_VIOLATIONS = 1_000;
    private static final int MAX_GONE = 100_000;
    private static final @Nullable String NO_MAP = null;

    private final Map<TickRegistration, Watched> watched = new ConcurrentHashMap<>();
    private final Queue<Thread> threads = new ConcurrentLinkedQueue<>();

    /** Guarded by the monitor, as is the count. */
    private final List<String> violations = new ArrayList<>();

    private long violationCount;

    /** Guarded by itself. */
    private final Deque<TickRegistration> gone = new ArrayDeque<>();

    private volatile @Nullable TickScheduler scheduler;

    /** A checker that is not attached yet. */
    public InvariantChecker() {}

    /**
     * Listens to a scheduler from now on, and checks its pool threads in {@link #verify()}.
     *
     * @param subject started, and best without any registrations yet: counts of earlier ones are not compared
     * @return this checker
     */
    public InvariantChecker attach(TickScheduler subject) {
        if (scheduler != null) {
            throw new IllegalStateException("attached already, to " + scheduler);
        }
        scheduler = subject;
        subject.addListener(this);
        return this;
    }

    /**
     * Watches a body from inside: entry and exit of each tick.
     *
     * @param body a tick body or a last task; wrap both if there are both
     * @return a body that does the same
     */
    public TickTask wrap(TickTask body) {
        return tick -> {
            Watched map = of(tick.registration());
            Thread self = Thread.currentThread();
            Thread other = map.inside.compareAndExchange(null, self);
            if (other != null) {
                violated(
                        "R2",
                        tick.registration(),
                        "entered by " + self.getName() + " while " + other.getName() + " was inside");
            }
            if (map.gone) {
                violated(
                        "R5",
                        tick.registration(),
                        (tick.isLast() ? "last task" : "tick " + tick.number()) + " ran after it had left");
            }
            if (!tick.isLast()) {
                entered(map, tick.registration(), tick.number());
            }
            if (tick.startNanos() - tick.deadlineNanos() < 0) {
                violated(
                        "R3",
                        tick.registration(),
                        "started at " + tick.startNanos() + ", before its deadline " + tick.deadlineNanos());
            }
            try {
                body.tick(tick);
            } finally {
                map.inside.compareAndSet(self, null);
            }
        };
    }

    /** On a plain field on purpose: it is right only if each tick sees what the one before it wrote. */
    private void entered(Watched map, TickRegistration registration, long number) {
        if (map.wrapped && number != map.lastNumber + 1) {
            violated(
                    "R2",
                    registration,
                    "tick " + number + " found tick " + map.lastNumber + " to be the one before it");
        }
        map.wrapped = true;
        map.lastNumber = number;
    }

    /**
     * Makes plain threads and remembers them, for {@link dev.maptick.core.spi.SchedulerSeam#withThreads(ThreadFactory)}.
     *
     * @return a factory
     */
    public ThreadFactory threads() {
        return runnable -> {
            Thread thread = new Thread(null, runnable, "not started", 0, false);
            threads.add(thread);
            return thread;
        };
    }

    @Override
    public void onRegistered(TickRegistration registration) {
        of(registration).told = true;
    }

    @Override
    public void onUnregistered(TickRegistration registration) {
        Watched map = of(registration);
        if (map.gone) {
            violated("R5", registration, "left twice");
            return;
        }
        map.gone = true;
        synchronized (gone) {
            gone.add(registration);
            if (gone.size() > MAX_GONE) {
                TickRegistration oldest = gone.remove();
                checkCounts(oldest);
                watched.remove(oldest);
            }
        }
    }

    @Override
    public void onTick(
            TickRegistration registration,
            Placement placement,
            int worker,
            long deadlineNanos,
            long startNanos,
            long endNanos,
            long skipped,
            @Nullable Throwable fault) {
        Watched map = of(registration);
        synchronized (map) {
            map.ticks++;
            map.skipped += skipped;
        }
        if (startNanos - deadlineNanos < 0) {
            violated(
                    "R3",
                    registration,
                    "told to have started at " + startNanos + ", before its deadline " + deadlineNanos);
        }
        TickStats stats = registration.stats();
        if ((deadlineNanos - stats.firstDeadlineNanos()) % stats.periodNanos() != 0) {
            violated(
                    "R3",
                    registration,
                    "deadline " + deadlineNanos + " is not on the grid that began at " + stats.firstDeadlineNanos()
                            + " with period " + stats.periodNanos());
        }
        interval(map, registration, startNanos, endNanos);
    }

    @Override
    public void onLastTask(
            TickRegistration registration,
            Placement placement,
            long startNanos,
            long endNanos,
            @Nullable Throwable fault) {
        interval(of(registration), registration, startNanos, endNanos);
    }

    private void interval(Watched map, TickRegistration registration, long startNs, long endNs) {
        if (map.gone) {
            violated("R5", registration, "told of a tick after it had left");
        }
        synchronized (map) {
            if (map.ended && startNs - map.lastEndNs < 0) {
                violated(
                        "R2",
                        registration,
                        "a tick started at " + startNs + ", before the one before it ended at " + map.lastEndNs);
            }
            map.ended = true;
            map.lastEndNs = endNs;
        }
    }

    @Override
    public void onSkipped(TickRegistration registration, long count) {
        Watched map = of(registration);
        synchronized (map) {
            map.skipped += count;
        }
    }

    @Override
    public void onSuspendedPoints(TickRegistration registration, long count) {
        Watched map = of(registration);
        synchronized (map) {
            map.suspended += count;
        }
    }

    private Watched of(TickRegistration registration) {
        return watched.computeIfAbsent(registration, r -> new Watched());
    }

    /**
     * What has been found so far.
     *
     * @return one line for each violation
     */
    public synchronized List<String> violations() {
        return List.copyOf(violations);
    }

    /**
     * Checks what can be checked at a quiet moment only, and fails if anything was found by now.
     *
     * @throws AssertionError naming every violation
     */
    public void verify() {
        watched.keySet().forEach(this::checkCounts);
        TickScheduler subject = scheduler;
        if (subject != null) {
            subject.registrations().forEach(this::checkCounts);
            checkThreads(subject);
            subject.audit().lost().forEach(loss -> violated("lost map", loss.name(), loss.found()));
        }
        synchronized (this) {
            if (violationCount > 0) {
                throw new AssertionError(violationCount + " violations:" + System.lineSeparator() + "  "
                        + String.join(System.lineSeparator() + "  ", violations));
            }
        }
    }

    private void checkCounts(TickRegistration registration) {
        TickStats stats = registration.stats();
        long sum = stats.ticks() + stats.skipped() + stats.suspended();
        if (sum != stats.gridPointsConsumed()) {
            violated(
                    "R1",
                    registration,
                    stats.ticks() + " ticks + " + stats.skipped() + " skipped + "
                            + stats.suspended() + " suspended = " + sum + ", but " + stats.gridPointsConsumed()
                            + " grid points consumed");
        }
        Watched map = of(registration);
        if (!map.told || stats.state() == TickState.RUNNING) {
            return;
        }
        synchronized (map) {
            compare(registration, "ticks ended", stats.ticksEnded(), map.ticks);
            compare(registration, "skipped", stats.skipped(), map.skipped);
            compare(registration, "suspended", stats.suspended(), map.suspended);
        }
    }

    private void compare(TickRegistration registration, String what, long counted, long told) {
        if (counted != told) {
            violated("R1", registration, what + ": " + counted + " counted, " + told + " told to the listener");
        }
    }

    private void checkThreads(TickScheduler subject) {
        SchedulerStats stats = subject.stats();
        if (subject.isStopping()) {
            return;
        }
        // Those that stand in for stuck ones, and those of a pool made smaller that are in ticks still, come on top.
        long wanted = subject.threadPlan().poolThreads() + stats.replacements() + stats.leavingThreads();
        if (stats.poolThreads() != wanted) {
            violated("R6", NO_MAP, wanted + " pool threads configured, " + stats.poolThreads() + " counted");
        }
        long alive = threads.stream()
                .filter(thread -> thread.isAlive() && thread.getName().startsWith("maptick-pool-"))
                .count();
        if (!threads.isEmpty() && alive != wanted) {
            violated("R6", NO_MAP, wanted + " pool threads configured, " + alive + " alive");
        }
    }

    private void violated(String rule, @Nullable TickRegistration registration, String what) {
        violated(rule, registration == null ? null : registration.name(), what);
    }

    private synchronized void violated(String rule, @Nullable String map, String what) {
        violationCount++;
        if (violations.size() < MAX_VIOLATIONS) {
            violations.add(rule + (map == null ? "" : " " + map) + ": " + what);
        }
    }

    /** What is known of one registration. */
    private static final class Watched {
        /** The thread inside its body. */
        private final AtomicReference<@Nullable Thread> inside = new AtomicReference<>();

        /** Whether its registration was heard of, and so everything since. */
        private volatile boolean told;

        private volatile boolean gone;

        /** Only inside its body, and plain: see {@link InvariantChecker#entered}. */
        private boolean wrapped;

        private long lastNumber;

        /** Guarded by the monitor, as is all below. */
        private long ticks;

        private long skipped;
        private long suspended;
        private boolean ended;
        private long lastEndNs;
    }

    @Override
    public String toString() {
        return "InvariantChecker[" + watched.size() + " maps, " + violations().size() + " violations]";
    }
}
