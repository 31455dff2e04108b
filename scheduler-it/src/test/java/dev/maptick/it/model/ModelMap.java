package dev.maptick.it.model;

import dev.maptick.core.FaultStage;
import dev.maptick.core.MissPolicy;
import dev.maptick.core.Placement;
import dev.maptick.core.TickRegistration;
import dev.maptick.core.TickState;
import java.util.concurrent.CompletableFuture;

/**
 * What one map should be doing, by the rules of the product and the plainest means: grid points are walked one by one and
 * nothing is shared with the code under test.
 */
final class ModelMap {
    final String name;
    final MissPolicy policy;
    long periodNs;
    long pointNs;
    long dueNs;
    long arrival;
    boolean queued;
    TickState state = TickState.WAITING;
    boolean dedicated;

    boolean suspendAsked;
    boolean suspendLimited;
    long untilNs;
    long newPeriodNs;

    /** After 2 faults in a row one point is left out, after 4 it is faultSuspended; without an end, or for a trial. */
    boolean hasFaultPolicy;

    long firstTrialNs;
    boolean throwing;
    int faultsInARow;
    int failedTrials;
    FaultStage stage = FaultStage.FREE;
    boolean faultSuspended;
    boolean faultLimited;
    long faultUntilNs;
    Placement nextPlacement;
    boolean fixedPhase;

    /** It was in a tick when phases were rebalanced, so that its phase may be another one at the end of it. */
    boolean phaseOpen;

    boolean stopping;
    boolean hasLast;
    boolean lastThrows;

    long ticks;
    long skipped;
    long suspended;
    long faults;
    long lastTasks;
    long deadlineNs;
    boolean hasTicked;
    long skippedSinceTick;

    TickRegistration registration;
    CompletableFuture<Void> gone;

    ModelMap(String name, MissPolicy policy, long periodNs, long firstDeadlineNs) {
        this.name = name;
        this.policy = policy;
        this.periodNs = periodNs;
        pointNs = firstDeadlineNs;
    }

    boolean isSuspended() {
        return suspendAsked || faultSuspended;
    }

    /** The tick begun last has ended, and the grid is not changed by it yet. */
    void judge(long endNs) {
        if (!hasFaultPolicy) {
            return;
        }
        if (!throwing) {
            forget();
            return;
        }
        faultsInARow++;
        if (stage == FaultStage.QUARANTINE || faultsInARow >= 4) {
            failedTrials += stage == FaultStage.QUARANTINE ? 1 : 0;
            stage = FaultStage.QUARANTINE;
            faultSuspended = true;
            faultLimited = firstTrialNs > 0;
            faultUntilNs = endNs + (failedTrials == 0 ? firstTrialNs : 2 * firstTrialNs);
        } else if (stage == FaultStage.BACK_OFF || faultsInARow >= 2) {
            stage = FaultStage.BACK_OFF;
            faultSuspended = true;
            faultLimited = true;
            faultUntilNs = pointNs + (newPeriodNs != 0 ? newPeriodNs : periodNs);
        }
    }

    void forget() {
        faultsInARow = 0;
        failedTrials = 0;
        stage = FaultStage.FREE;
    }

    boolean isInTick() {
        return state == TickState.RUNNING || state == TickState.LAST_RUNNING;
    }

    /** Where it will be once its tick has ended. */
    Placement placementToBe() {
        if (nextPlacement != null) {
            return nextPlacement;
        }
        return dedicated ? Placement.DEDICATED : Placement.POOL;
    }

    /** Walks to the first grid point not before the given time; returns how many points were passed over. */
    long walkTo(long timeNs) {
        long passed = 0;
        while (pointNs - timeNs < 0) {
            pointNs += periodNs;
            passed++;
        }
        return passed;
    }

    /** The tick begun last has ended. */
    void endTick(long endNs) {
        pointNs = deadlineNs + periodNs;
        long passed = 0;
        if (policy == MissPolicy.SKIP) {
            passed = walkTo(endNs);
        } else {
            while (pointNs + periodNs - endNs <= 0) {
                pointNs += periodNs;
                passed++;
            }
        }
        skipped += passed;
        skippedSinceTick += passed;
    }

    /** A new grid begins; points passed over count as suspended or skipped. */
    void changePeriod(long newPeriod, long nowNs, boolean asSuspended) {
        long passed = walkTo(nowNs);
        periodNs = newPeriod;
        if (asSuspended) {
            suspended += passed;
        } else {
            skipped += passed;
            skippedSinceTick += passed;
        }
    }

    /** A new grid of the same period may have begun, by less than a period later; the point is one of it, or was. */
    long movePhase(long pointOfNewNs) {
        long byNs = Math.floorMod(pointOfNewNs - pointNs, periodNs);
        pointNs += byNs;
        return byNs;
    }

    boolean before(ModelMap other) {
        long gap = dueNs - other.dueNs;
        return gap < 0 || (gap == 0 && arrival < other.arrival);
    }

    @Override
    public String toString() {
        return name + " " + state + " P=" + periodNs + " point=" + pointNs + " due=" + dueNs + " ticks=" + ticks
                + " skipped=" + skipped + " suspended=" + suspended;
    }
}
