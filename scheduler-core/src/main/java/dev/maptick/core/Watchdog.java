package dev.maptick.core;

import dev.maptick.core.spi.NanoClock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds ticks that do not end: names the map, its thread, how long, and where it stands; again from time to time while it
 * lasts. Kills nothing. Then has the pool's width kept ({@link PoolThreads}).
 *
 * <p>It reads what the workers publish anyway ({@link Worker#glimpse}), four times in the time after which it reports, so
 * a tick is reported when it has lasted that long and less than a half more. It adds up what it has seen of a tick
 * ({@link TickSight}) and does not compare two times, so a process that was stopped is not one whose maps are stuck ({@link
 * SeenTime}).
 *
 * <p><b>The right stack.</b> The stack of the worker's thread is read first, and then whether the worker is in the same tick
 * still: same map, same number. A tick lasts from before the one reading to after the other, so the stack is its own; else it is
 * dropped.
 *
 * <p><b>The end.</b> The report is left with the worker, which looks at that word after each tick and tells the end. It may have
 * ended just before: so whether it is still in that tick is looked at once more after the report is left.
 *
 * <p>The guard's thread; {@link #stuck} any thread.
 */
final class Watchdog implements GuardDuty {
    private static final Logger LOG = LoggerFactory.getLogger(TickScheduler.class);
    private static final int LOOKS = 4;
    private static final int MOST_FRAMES = 64;

    private final NanoClock clock;
    private final WorkerTable workers;
    private final PoolThreads pool;
    private final Events events;
    private final Listeners listeners;
    private final WatchdogSettings settings;
    private final SeenTime time;

    /** By worker number. */
    private @Nullable TickSight[] sights = new TickSight[0];

    Watchdog(
            NanoClock clock,
            WorkerTable workers,
            PoolThreads pool,
            Events events,
            Listeners listeners,
            WatchdogSettings settings) {
        this.clock = clock;
        this.workers = workers;
        this.pool = pool;
        this.events = events;
        this.listeners = listeners;
        this.settings = settings;
        time = new SeenTime(settings.afterNs() / LOOKS);
    }

    @Override
    public long look(long nowNs) {
        long stepNs = time.step(nowNs);
        int size = workers.size();
        if (sights.length < size) {
            sights = Arrays.copyOf(sights, size);
        }
        for (int id = 0; id < size; id++) {
            Worker worker = workers.get(id);
            sights[id] = worker == null ? null : look(worker, sights[id], stepNs, nowNs);
        }
        pool.balance();
        return time.nextNs(nowNs);
    }

    /** What is known now of the tick that the worker is in, null if it is in none. */
    private @Nullable TickSight look(Worker worker, @Nullable TickSight before, long stepNs, long nowNs) {
        TickEntry entry = worker.glimpse();
        if (entry == null) {
            return null;
        }
        TickStats stats = entry.stats();
        boolean last = stats.state() == TickState.LAST_RUNNING;
        TickSight sight = before;
        long seenNs = stepNs;
        if (sight == null || !sight.isOf(entry, stats.ticks(), last)) {
            sight = new TickSight(entry, stats.ticks(), last, settings.afterNs());
            seenNs = Math.max(0, Math.min(stepNs, nowNs - entry.inTickSinceNs()));
        }
        if (!entry.isRunBy(worker.id)) {
            return null;
        }
        if (sight.add(seenNs, settings.againNs())) {
            report(worker, sight);
        }
        return sight;
    }

    private void report(Worker worker, TickSight sight) {
        StuckTick stuck = describe(worker, sight);
        if (stuck == null) {
            return;
        }
        String text = text(stuck, sight);
        events.tell(EventKind.STUCK, sight.entry, text);
        listeners.log(() -> LOG.warn("map {}{}", text, lines(stuck.stack())));
        StuckReport known = worker.stuckIn();
        if (known == null || known.sight() != sight) {
            StuckReport report = new StuckReport(sight, stuck.sinceNanos(), stuck.thread(), events, listeners);
            worker.reported(report);
            if (!sight.isStillOn(worker) && worker.takeBack(report)) {
                report.endedMeanwhile();
            }
        }
    }

    /** Null if it has ended. */
    private @Nullable StuckTick describe(Worker worker, TickSight sight) {
        Thread thread = worker.thread;
        List<StackTraceElement> stack = thread == null ? List.of() : Arrays.asList(thread.getStackTrace());
        TickEntry awaited = worker.waitingFor;
        String name = thread == null ? worker.toString() : thread.getName();
        long sinceNs = sight.entry.inTickSinceNs();
        if (!sight.isStillOn(worker)) {
            return null;
        }
        return new StuckTick(
                sight.entry,
                sight.number,
                sight.last,
                worker.id,
                name,
                sinceNs,
                Math.max(0, clock.nanoTime() - sinceNs),
                awaited == null ? null : awaited.name(),
                stack.subList(0, Math.min(MOST_FRAMES, stack.size())));
    }

    /** Those reported that have not ended, with their stacks of now. Any thread. */
    List<StuckTick> stuck() {
        List<StuckTick> all = new ArrayList<>();
        for (int id = 0; id < workers.size(); id++) {
            Worker worker = workers.get(id);
            StuckReport report = worker == null ? null : worker.stuckIn();
            StuckTick stuck = worker == null || report == null ? null : describe(worker, report.sight());
            if (stuck != null) {
                all.add(stuck);
            }
        }
        return all;
    }

    private String text(StuckTick stuck, TickSight sight) {
        StringBuilder text = new StringBuilder(sight.what())
                .append(" is stuck on ")
                .append(stuck.thread())
                .append(", in it for ")
                .append(Times.text(stuck.inTickNanos()));
        if (stuck.inTickNanos() - sight.seenNs() > settings.afterNs()) {
            text.append(", of which this process was seen running for ").append(Times.text(sight.seenNs()));
        }
        if (stuck.waitingFor() != null) {
            text.append(", and waits for ")
                    .append(Names.quote(stuck.waitingFor()))
                    .append(" to leave");
        }
        StackTraceElement at = place(stuck.stack());
        if (at != null) {
            text.append(", at ").append(Names.escape(line(at)));
        }
        if (sight.reports() > 1) {
            text.append(" (report ").append(sight.reports()).append(')');
        }
        return text.toString();
    }

    /** The innermost frame that is not the platform's; the innermost if there is none. */
    private static @Nullable StackTraceElement place(List<StackTraceElement> stack) {
        for (StackTraceElement frame : stack) {
            String type = frame.getClassName();
            if (!type.startsWith("java.") && !type.startsWith("jdk.") && !type.startsWith("sun.")) {
                return frame;
            }
        }
        return stack.isEmpty() ? null : stack.get(0);
    }

    /** Without module and class loader, which are in the stack. */
    private static String line(StackTraceElement frame) {
        return frame.getClassName() + "." + frame.getMethodName() + "(" + frame.getFileName() + ":"
                + frame.getLineNumber() + ")";
    }

    private static String lines(List<StackTraceElement> stack) {
        StringBuilder lines = new StringBuilder();
        for (StackTraceElement frame : stack) {
            lines.append("\n\tat ").append(Names.escape(frame.toString()));
        }
        return lines.toString();
    }
}
