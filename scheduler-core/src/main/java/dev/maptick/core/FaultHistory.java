package dev.maptick.core;

import java.util.OptionalLong;

/**
 * What the fault policy of one map knows of its faults; made at the first. Guarded by the lock of the map's lane, but for the
 * standing, which any thread reads.
 */
final class FaultHistory {
    /** Changes that listeners have not been told of yet. */
    final News<Change> news = new News<>();

    /** Pace of the records about back-offs. Whoever tells the news, as the two below. */
    final FaultWindow backOffsLogged = new FaultWindow();

    final FaultWindow quarantinesLogged = new FaultWindow();

    /** The log has it that the map is not free, and is owed the end of that. */
    boolean inLog;

    final EventPace backOffEvents = new EventPace();
    final EventPace quarantineEvents = new EventPace();

    /** The same for the event log. */
    boolean inEvents;

    private final FaultPolicy policy;
    private final FaultTimes times;
    private final long seed;
    private volatile FaultStanding standing = FaultStanding.FREE;

    private long inARow;

    /** Back-offs in a row. */
    private int level;

    private int failedTrials;
    private long draws;

    /** A change of stage, or a quarantine that begins anew. */
    record Change(FaultStanding before, FaultStanding now) {}

    FaultHistory(FaultPolicy policy, long seed) {
        this.policy = policy;
        this.seed = seed;
        times = new FaultTimes(policy.memory());
    }

    /** Any thread. */
    FaultStanding standing() {
        return standing;
    }

    /**
     * A tick threw.
     *
     * @param nextNs the next grid point
     * @param latest the fault, in words
     * @return whether there is news
     */
    boolean faulted(long nowNs, long nextNs, long periodNs, String latest) {
        inARow++;
        times.add(nowNs);
        FaultStanding before = standing;
        return switch (FaultRule.after(policy, before.stage(), inARow, times)) {
            case FREE -> false;
            case BACK_OFF -> {
                long points = FaultRule.pointsLeftOut(policy.backOffCap(), level++, seed + draws++);
                boolean begins = before.stage() != FaultStage.BACK_OFF;
                yield change(
                        before,
                        new FaultStanding(
                                FaultStage.BACK_OFF,
                                begins ? nowNs : before.sinceNanos(),
                                OptionalLong.of(nextNs + points * periodNs),
                                cause(policy.backOffTrigger(), latest),
                                before.backOffs() + (begins ? 1 : 0),
                                before.quarantines()),
                        begins);
            }
            case QUARANTINE -> {
                boolean trial = before.stage() == FaultStage.QUARANTINE;
                failedTrials += trial ? 1 : 0;
                OptionalLong until = policy.hasTrial()
                        ? OptionalLong.of(nowNs + policy.trialNs(failedTrials))
                        : OptionalLong.empty();
                yield change(
                        before,
                        new FaultStanding(
                                FaultStage.QUARANTINE,
                                nowNs,
                                until,
                                trial ? "its trial tick threw " + latest : cause(policy.quarantineTrigger(), latest),
                                before.backOffs(),
                                before.quarantines() + 1),
                        true);
            }
        };
    }

    /** Which of the two it was, and the fault. */
    private String cause(FaultTrigger trigger, String latest) {
        return trigger.words(inARow, times) + ", the latest " + latest;
    }

    /** A tick did not throw. */
    boolean wentWell(long nowNs) {
        inARow = 0;
        level = 0;
        failedTrials = 0;
        FaultStanding before = standing;
        if (before.stage() == FaultStage.QUARANTINE) {
            times.clear();
        }
        return before.stage() != FaultStage.FREE && free(before, nowNs);
    }

    /** Its owner wants it to tick as if nothing had been. */
    boolean lift(long nowNs) {
        inARow = 0;
        level = 0;
        failedTrials = 0;
        times.clear();
        FaultStanding before = standing;
        return before.stage() != FaultStage.FREE && free(before, nowNs);
    }

    private boolean free(FaultStanding before, long nowNs) {
        return change(
                before,
                new FaultStanding(
                        FaultStage.FREE, nowNs, OptionalLong.empty(), "", before.backOffs(), before.quarantines()),
                true);
    }

    private boolean change(FaultStanding before, FaultStanding now, boolean isNews) {
        if (isNews) {
            news.add(new Change(before, now));
        }
        standing = now;
        return isNews;
    }
}
