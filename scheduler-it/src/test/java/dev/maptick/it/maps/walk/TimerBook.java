package dev.maptick.it.maps.walk;

import dev.maptick.maps.TimerFiring;
import dev.maptick.maps.TimerLimits;
import dev.maptick.maps.TimerRefusal;
import dev.maptick.maps.TimerRefusedException;
import dev.maptick.maps.TimerStats;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What a map's timers should do: a plain list, looked through from end to end. Times count from the map's opening. */
final class TimerBook {
    /** One timer. */
    static final class Armed {
        final long serial;
        final String name;
        final long periodNs;
        long id;
        long madeNs;
        long dueNs;
        boolean fired;
        CompletableFuture<?> stage;

        Armed(long serial, String name, long dueNs, long periodNs) {
            this.serial = serial;
            this.name = name;
            this.dueNs = dueNs;
            this.periodNs = periodNs;
        }

        @Override
        public String toString() {
            return "timer " + id + (name == null ? "" : " " + name) + " due " + dueNs + " every " + periodNs;
        }
    }

    private static final int KNOWN = 20;

    private final long originNs;
    private final long stepNs;
    private final TimerLimits limits;
    private final Findings findings;
    private final List<Armed> pending = new ArrayList<>();
    private final List<Armed> stages = new ArrayList<>();

    /** Some that were started once, to cancel them too late. */
    private final List<Armed> known = new ArrayList<>();

    /** The latest time the timers have seen: readings of the clock at starts, and the beginnings of ticks. */
    private long reachedNs;

    /** What is due by then fires in this tick; -1 until the phase begins. A tick that took long before it sees more. */
    private long passNs;

    private boolean stopped;
    private boolean gone;
    private long serials;
    private long scheduled;
    private long fired;
    private long finished;
    private long coalesced;
    private long cancelled;
    private long dropped;
    private long faults;
    private int firedInTick;

    TimerBook(long originNs, TimerLimits limits, Findings findings) {
        this.originNs = originNs;
        this.limits = limits;
        this.findings = findings;
        stepNs = limits.step().toNanos();
    }

    long sinceOrigin(long clockNs) {
        return clockNs - originNs;
    }

    private long rounded(long dueNs) {
        return (dueNs + stepNs - 1) / stepNs * stepNs;
    }

    boolean isStopped() {
        return stopped;
    }

    boolean isGone() {
        return gone;
    }

    /** About to be started; the clock must not move in between. */
    Armed make(String name, long nowNs, long delayNs, long periodNs) {
        Armed timer = new Armed(serials++, name, sinceOrigin(nowNs) + delayNs, periodNs);
        timer.madeNs = sinceOrigin(nowNs);
        return timer;
    }

    /** A start was answered. */
    void started(Armed timer, long answer) {
        TimerRefusal expected = gone
                ? TimerRefusal.GONE
                : stopped ? TimerRefusal.STOPPING : pending.size() >= limits.pending() ? TimerRefusal.FULL : null;
        TimerRefusal refusal = TimerRefusal.of(answer);
        findings.check(refusal == expected, "a start is answered " + expected + ", not " + refusal, timer);
        if (refusal == null) {
            timer.id = answer;
            scheduled++;
            reachedNs = Math.max(reachedNs, timer.madeNs);
            pending.add(timer);
            if (timer.stage == null) {
                known.add(timer);
                if (known.size() > KNOWN) {
                    known.remove(0);
                }
            }
        }
    }

    /** A stage of a delay was given out. */
    void stage(Armed timer, CompletableFuture<?> stage, long answer) {
        timer.stage = stage;
        started(timer, answer);
        if (TimerRefusal.of(answer) == null) {
            stages.add(timer);
        } else {
            findings.check(PostBook.reason(stage) instanceof TimerRefusedException, "a refused delay says so", timer);
        }
    }

    boolean isFull() {
        return pending.size() >= limits.pending();
    }

    List<Armed> pending() {
        return pending;
    }

    /** Some timer that is not pending any more, or null. */
    Armed someEnded(int choice) {
        Armed timer = known.isEmpty() ? null : known.get(choice % known.size());
        return timer == null || pending.contains(timer) ? null : timer;
    }

    int exactPending() {
        return pending.size();
    }

    /** Some stage that has not ended, or null. */
    Armed someStage(int choice) {
        return stages.isEmpty() ? null : stages.get(choice % stages.size());
    }

    /** A cancel by id was answered. */
    void cancelledById(Armed timer, boolean answer) {
        boolean took = pending.remove(timer);
        findings.check(took == answer, "cancel by id must say " + took, timer);
        if (took) {
            cancelled++;
        }
    }

    /** A stage was ended from outside, which takes its timer with it. */
    void stageEnded(Armed timer) {
        stages.remove(timer);
        if (pending.remove(timer)) {
            cancelled++;
        }
    }

    void cancelledNamed(String name, int answer) {
        int expected = 0;
        for (Armed timer : List.copyOf(pending)) {
            if (name.equals(timer.name)) {
                pending.remove(timer);
                expected++;
            }
        }
        cancelled += expected;
        findings.check(answer == expected, "cancel by name must say " + expected + ", not " + answer, name);
    }

    void cancelledAll(int answer) {
        findings.check(answer == pending.size(), "cancel all must say " + pending.size() + ", not " + answer, this);
        cancelled += pending.size();
        pending.clear();
        for (Armed timer : stages) {
            findings.check(timer.stage.isCancelled(), "the stage of a cancelled delay is cancelled", timer);
        }
        stages.clear();
    }

    /** A tick begins. */
    void tickBegins() {
        firedInTick = 0;
        passNs = -1;
    }

    private long pass(long startNs) {
        if (passNs < 0) {
            reachedNs = Math.max(reachedNs, sinceOrigin(startNs));
            passNs = reachedNs;
        }
        return passNs;
    }

    /** The runtime calls a timer back: R3, order, and what it says of itself. */
    void fires(Armed timer, TimerFiring firing, long startNs) {
        long at = pass(startNs);
        firedInTick++;
        fired++;
        findings.check(pending.contains(timer), "a timer fires only while it is pending", timer);
        findings.check(rounded(timer.dueNs) <= at, "R3, a timer never fires early", at, timer);
        findings.check(firedInTick <= limits.callbacksPerTick(), "callbacks in one tick", firedInTick);
        for (Armed other : pending) {
            boolean first = other.dueNs < timer.dueNs
                    || (other.dueNs == timer.dueNs && !other.fired && !timer.fired && other.serial < timer.serial);
            findings.check(other == timer || !first, "timers fire in order of due times", timer, other);
        }
        if (firing != null) {
            findings.check(firing.id() == timer.id, "a firing knows its id", timer);
            findings.check(sinceOrigin(firing.dueNanos()) == timer.dueNs, "a firing knows its due time", timer);
        }
        timer.fired = true;
        if (timer.periodNs == 0) {
            pending.remove(timer);
            finished++;
            return;
        }
        long missed = (at / stepNs * stepNs - timer.dueNs) / timer.periodNs;
        findings.check(firing == null || firing.coalesced() == missed, "missed firings are one, counted", timer);
        coalesced += missed;
        timer.dueNs += (missed + 1) * timer.periodNs;
    }

    /** The stage of a delay ran its dependents. */
    void stageFires(Armed timer, long startNs) {
        stages.remove(timer);
        fires(timer, null, startNs);
    }

    void ends(boolean failed) {
        if (failed) {
            faults++;
        }
    }

    /** The phase of the timers is over. */
    void phaseOver(long startNs, boolean budgetSpent) {
        long at = pass(startNs);
        if (budgetSpent || firedInTick >= limits.callbacksPerTick()) {
            return;
        }
        for (Armed timer : pending) {
            findings.check(rounded(timer.dueNs) > at, "a due timer fires in the first tick from then on", timer);
        }
    }

    /** For how long the earliest has been due, or could have been fired; below zero if nothing is due. */
    long overdue(long nowNs, long calmSinceNs) {
        long longest = -1;
        for (Armed timer : pending) {
            longest = Math.max(longest, sinceOrigin(nowNs) - Math.max(rounded(timer.dueNs), sinceOrigin(calmSinceNs)));
        }
        return longest;
    }

    void stop() {
        stopped = true;
    }

    void gone() {
        stopped = true;
        gone = true;
        dropped += pending.size();
        pending.clear();
        for (Armed timer : stages) {
            boolean told = timer.stage.isDone()
                    && PostBook.reason(timer.stage) instanceof TimerRefusedException e
                    && e.refusal() == TimerRefusal.GONE;
            findings.check(told, "R4, the stage of a delay fails with the map's leaving", timer);
        }
        stages.clear();
    }

    void check(TimerStats found) {
        boolean holds = found.scheduled() == scheduled
                && found.fired() == fired
                && found.finished() == finished
                && found.coalesced() == coalesced
                && found.cancelled() == cancelled
                && found.dropped() == dropped
                && found.faults() == faults
                && found.hookFailures() == 0
                && found.pending() == pending.size()
                && scheduled == finished + cancelled + dropped + pending.size();
        findings.check(holds, "timers", found, this);
    }

    @Override
    public String toString() {
        return "model of timers[scheduled=" + scheduled + ", fired=" + fired + ", finished=" + finished + ", coalesced="
                + coalesced + ", cancelled=" + cancelled + ", dropped=" + dropped + ", faults=" + faults + ", pending="
                + pending + "]";
    }
}
