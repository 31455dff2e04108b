package dev.maptick.core;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which threads the pool has: as many as it is wide, and one more for each that is stuck in a tick, up to a bound.
 *
 * <pre>
 *   resizePool ──► resize ─┐                 ┌─► WorkerLauncher.launch     too few: start one
 *   Watchdog ────► balance ┴─► adjust ───────┤
 *                                            └─► Crew.retire               too many: tell one to leave
 * </pre>
 *
 * <p><b>Who leaves.</b> One that is stuck rather than one in a tick, and that rather than an idle one: whoever is told leaves
 * after its tick, so the pool is never narrower than asked for while a tick lasts. A replacement leaves once what it stands in
 * for is back or has been told to leave itself.
 *
 * <p>Numbers: those that the pool was planned with come first, then those of the dedicated slots, and then any further ones of
 * the pool. The lowest that is free is taken: its worker before counts no more ({@link WorkerTable#remove}).
 *
 * <p>Any thread; guarded by the monitor, in which threads are started, so that several who ask come one after the other. What
 * happened is told outside of it. Inside it no lane's lock is held when it is taken; {@code Crew.retire} and {@code Crew.depart}
 * take those of the lanes and the watch one at a time.
 */
final class PoolThreads {
    static final int MOST_THREADS = 1_024;

    private static final Logger LOG = LoggerFactory.getLogger(TickScheduler.class);

    private final Crew crew;
    private final WorkerTable workers;
    private final WorkerLauncher launcher;
    private final IntFunction<Worker> newWorker;
    private final Events events;
    private final Listeners listeners;
    private final WatchdogSettings settings;
    private final int firstNumbers;
    private final int furtherFrom;

    private final List<Member> members = new ArrayList<>();

    /** Threads of workers that have left, as far as they may not have ended. */
    private final List<WorkerLauncher.Launched> ending = new ArrayList<>();

    private List<Runnable> news = new ArrayList<>();
    private volatile ThreadPlan plan;
    private boolean closed;

    PoolThreads(
            ThreadPlan plan,
            WatchdogSettings settings,
            Crew crew,
            WorkerTable workers,
            WorkerLauncher launcher,
            IntFunction<Worker> newWorker,
            Events events,
            Listeners listeners) {
        this.plan = plan;
        this.settings = settings;
        this.crew = crew;
        this.workers = workers;
        this.launcher = launcher;
        this.newWorker = newWorker;
        this.events = events;
        this.listeners = listeners;
        firstNumbers = plan.poolThreads();
        furtherFrom = plan.poolThreads() + plan.dedicatedThreads();
    }

    /** The plan of the present width. Any thread. */
    ThreadPlan plan() {
        return plan;
    }

    /** Starts the pool. What a failure leaves behind ends once the crew is closed. */
    synchronized void start() throws Throwable {
        while (members.size() < plan.poolThreads()) {
            launch(null);
        }
    }

    /** How many threads were started; for the message of a start that failed. */
    synchronized int started() {
        return members.size();
    }

    /** Another width. */
    PoolResize resize(int threads) {
        PoolResize done;
        List<Runnable> told;
        synchronized (this) {
            done = resized(threads);
            told = takeNews();
        }
        told.forEach(Runnable::run);
        return done;
    }

    private PoolResize resized(int threads) {
        int before = plan.poolThreads();
        if (closed) {
            return new PoolResize(PoolResize.Outcome.STOPPING, before, before);
        }
        if (threads == before) {
            return new PoolResize(PoolResize.Outcome.UNCHANGED, before, before);
        }
        plan = ThreadPlan.of(plan.processors(), threads, plan.dedicatedThreads());
        Throwable failure = adjust();
        if (failure == null) {
            note(
                    EventKind.POOL_RESIZED,
                    null,
                    "the pool has " + threads(threads) + " in place of " + before + leaving());
            return new PoolResize(PoolResize.Outcome.RESIZED, before, threads);
        }
        int got = Math.max(1, count(false));
        plan = ThreadPlan.of(plan.processors(), got, plan.dedicatedThreads());
        note(
                EventKind.POOL_RESIZED,
                null,
                "the pool has " + threads(got) + " and not " + threads + " as asked for: "
                        + Names.escape(failure.toString()));
        return new PoolResize(PoolResize.Outcome.THREAD_FAILED, before, got);
    }

    private String leaving() {
        long leaving = members.stream().filter(m -> !m.stays()).count();
        return leaving == 0 ? "" : "; " + leaving + " to leave, each once it is in no tick";
    }

    private static String threads(int count) {
        return count == 1 ? "1 thread" : count + " threads";
    }

    /** Starts and ends replacements by what is stuck now. */
    void balance() {
        List<Runnable> told;
        Throwable failure;
        synchronized (this) {
            failure = adjust();
            told = takeNews();
        }
        told.forEach(Runnable::run);
        if (failure != null) {
            listeners.failed("the start of a pool thread", failure);
        }
    }

    private List<Runnable> takeNews() {
        List<Runnable> told = news;
        news = told.isEmpty() ? told : new ArrayList<>();
        return told;
    }

    /** No thread is started from now on. Those there are, and may still be ending. */
    synchronized List<WorkerLauncher.Launched> close() {
        closed = true;
        List<WorkerLauncher.Launched> all = new ArrayList<>(ending);
        members.forEach(member -> all.add(member.launched));
        return all;
    }

    // ---- under the monitor ----

    /** Until there are as many as should be; null, or why a thread of the pool's own width could not be started. */
    private @Nullable Throwable adjust() {
        forgetThoseGone();
        Throwable failure = null;
        boolean changes = !closed && !crew.isClosed();
        while (changes) {
            int width = plan.poolThreads();
            int own = count(false);
            int standIns = count(true);
            int wanted = Math.min(stuck(), settings.replacementsFor(width));
            if (own < width) {
                failure = tryLaunch(null);
                changes = failure == null;
            } else if (own > width) {
                changes = retireOne(false);
            } else if (standIns < wanted) {
                changes = standIn();
            } else {
                changes = standIns > wanted && retireOne(true);
            }
        }
        return failure;
    }

    private int count(boolean standIns) {
        int count = 0;
        for (Member member : members) {
            count += member.stays() && member.isStandIn() == standIns ? 1 : 0;
        }
        return count;
    }

    private int stuck() {
        int stuck = 0;
        for (Member member : members) {
            stuck += member.stays() && member.isStuck() ? 1 : 0;
        }
        return stuck;
    }

    private @Nullable Throwable tryLaunch(@Nullable Member standsFor) {
        try {
            launch(standsFor);
            return null;
        } catch (Throwable t) {
            return t;
        }
    }

    private Member launch(@Nullable Member standsFor) throws Throwable {
        Worker worker = newWorker.apply(freeNumber());
        try {
            worker.standsIn = standsFor != null;
            Member member = new Member(worker, launcher.launch(worker), standsFor);
            members.add(member);
            return member;
        } catch (Throwable t) {
            // A factory may have started the thread itself: it leaves at once.
            worker.staying = Worker.Staying.LEAVES;
            crew.depart(worker);
            worker.parts.table().remove(worker);
            throw t;
        }
    }

    private int freeNumber() {
        for (int id = 0; id < firstNumbers; id++) {
            if (workers.get(id) == null) {
                return id;
            }
        }
        int id = furtherFrom;
        while (workers.get(id) != null) {
            id++;
        }
        return id;
    }

    /** Has one started for the first that is stuck and has nobody. False if there is none, or none could be started. */
    private boolean standIn() {
        for (Member stuck : members) {
            StuckReport report = stuck.report();
            if (stuck.stays() && report != null && stuck.triedFor != report && !hasStandIn(stuck)) {
                stuck.triedFor = report;
                Throwable failure = tryLaunch(stuck);
                TickEntry entry = report.sight().entry;
                if (failure == null) {
                    Member now = members.get(members.size() - 1);
                    String text = now.launched.name() + " stands in for " + report.threadName() + " as long as "
                            + report.sight().what() + " lasts, " + count(true) + " of at most "
                            + settings.replacementsFor(plan.poolThreads());
                    note(EventKind.REPLACED, entry, text);
                } else {
                    listeners.log(() ->
                            LOG.warn("no thread to stand in for {}: {}", report.threadName(), failure.toString()));
                }
                return true;
            }
        }
        return false;
    }

    private boolean hasStandIn(Member stuck) {
        for (Member member : members) {
            if (member.standsFor == stuck && member.stays()) {
                return true;
            }
        }
        return false;
    }

    /** Tells the one to leave that may best be spared; false if none can be. */
    private boolean retireOne(boolean standIns) {
        List<Candidate> candidates = new ArrayList<>();
        for (Member member : members) {
            if (member.stays() && member.isStandIn() == standIns) {
                candidates.add(new Candidate(member.worker, member.spare()));
            }
        }
        candidates.sort(Comparator.comparingInt(Candidate::spare).reversed());
        for (Candidate candidate : candidates) {
            if (crew.retire(candidate.worker)) {
                return true;
            }
        }
        return false;
    }

    /** One who may leave, and how well it could be spared when it was looked at. */
    private record Candidate(Worker worker, int spare) {}

    private void forgetThoseGone() {
        ending.removeIf(launched -> launched.awaitEnd(1));
        for (int i = members.size() - 1; i >= 0; i--) {
            Member member = members.get(i);
            if (!member.isStuck()) {
                member.triedFor = null;
            }
            if (workers.get(member.worker.id) != member.worker) {
                members.remove(i);
                ending.add(member.launched);
                StuckReport cause = member.cause;
                if (cause != null) {
                    note(
                            EventKind.REPLACEMENT_ENDED,
                            cause.sight().entry,
                            member.launched.name() + " has ended: " + member.why());
                }
            }
        }
    }

    private void note(EventKind kind, @Nullable TickEntry entry, String text) {
        news.add(() -> {
            events.tell(kind, entry, text);
            listeners.log(() -> LOG.info("{}", text));
        });
    }

    /** A thread of the pool. Under the monitor. */
    private static final class Member {
        private static final int IN_TICK = 1 << 29;

        final Worker worker;
        final WorkerLauncher.Launched launched;

        /** Null for one of the pool's own width. */
        final @Nullable Member standsFor;

        /** The report on it that it was stood in for, or was tried to be. */
        private @Nullable StuckReport triedFor;

        /** The report on whom it stands in for. */
        private final @Nullable StuckReport cause;

        Member(Worker worker, WorkerLauncher.Launched launched, @Nullable Member standsFor) {
            this.worker = worker;
            this.launched = launched;
            this.standsFor = standsFor;
            cause = standsFor == null ? null : standsFor.triedFor;
        }

        boolean stays() {
            return worker.staying == Worker.Staying.STAYS;
        }

        boolean isStandIn() {
            return standsFor != null;
        }

        @Nullable
        StuckReport report() {
            return worker.stuckIn();
        }

        boolean isStuck() {
            return worker.stuckIn() != null;
        }

        /** Whether what it stands in for is over. */
        boolean isDone() {
            return standsFor != null && (standsFor.report() != cause || !standsFor.stays());
        }

        /** How well it can be spared: the highest first. */
        int spare() {
            if (isStuck()) {
                return Integer.MAX_VALUE;
            }
            return isDone() ? Integer.MAX_VALUE - 1 : (worker.glimpse() != null ? IN_TICK : 0) + worker.id;
        }

        /** Why a replacement has left. */
        String why() {
            if (cause == null || standsFor == null || standsFor.report() == cause) {
                return "fewer are needed";
            }
            return cause.sight().what() + " has ended on " + cause.threadName();
        }
    }
}
