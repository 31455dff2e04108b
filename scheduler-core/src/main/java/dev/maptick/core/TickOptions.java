package dev.maptick.core;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a map wants to be ticked. Immutable: each method returns a changed copy, so that one constant can serve many maps.
 * Values are checked by {@link TickScheduler#register}, which names every bad one at once.
 */
public final class TickOptions {
    /** The group of registrations that name none. */
    public static final String DEFAULT_GROUP = "default";

    /** The default period. */
    public static final Duration DEFAULT_PERIOD = Duration.ofMillis(50);

    /** The shortest period allowed. */
    public static final Duration MIN_PERIOD = Duration.ofMillis(1);

    /** The longest period allowed. */
    public static final Duration MAX_PERIOD = Duration.ofHours(1);

    private final Duration period;
    private final String group;
    private final Placement placement;
    private final MissPolicy missPolicy;
    private final FaultPolicy faultPolicy;
    private final @Nullable Duration phase;
    private final Duration costHint;
    private final @Nullable TickTask lastTask;

    private TickOptions(
            Duration period,
            String group,
            Placement placement,
            MissPolicy missPolicy,
            FaultPolicy faultPolicy,
            @Nullable Duration phase,
            Duration costHint,
            @Nullable TickTask lastTask) {
        this.period = Objects.requireNonNull(period, "period");
        this.group = Objects.requireNonNull(group, "group");
        this.placement = Objects.requireNonNull(placement, "placement");
        this.missPolicy = Objects.requireNonNull(missPolicy, "missPolicy");
        this.faultPolicy = Objects.requireNonNull(faultPolicy, "faultPolicy");
        this.phase = phase;
        this.costHint = Objects.requireNonNull(costHint, "costHint");
        this.lastTask = lastTask;
    }

    /**
     * Options for a period, all else at its default: pool, {@link MissPolicy#SKIP}, staggered phase, faults only
     * counted, no last task.
     *
     * @param period 1 ms to 1 h
     * @return the options
     */
    public static TickOptions every(Duration period) {
        return new TickOptions(
                period, DEFAULT_GROUP, Placement.POOL, MissPolicy.SKIP, FaultPolicy.count(), null, Duration.ZERO, null);
    }

    /**
     * Sets the group, by which metrics are summed: a map type, not a map.
     *
     * @param name 1 to 128 characters, as for names
     * @return a changed copy
     */
    public TickOptions group(String name) {
        return new TickOptions(period, name, placement, missPolicy, faultPolicy, phase, costHint, lastTask);
    }

    /**
     * Sets where ticks should run.
     *
     * @param where a dedicated thread that is not to be had means the pool
     * @return a changed copy
     */
    public TickOptions placement(Placement where) {
        return new TickOptions(period, group, where, missPolicy, faultPolicy, phase, costHint, lastTask);
    }

    /**
     * Sets what becomes of deadlines passed over.
     *
     * @param policy the policy
     * @return a changed copy
     */
    public TickOptions missPolicy(MissPolicy policy) {
        return new TickOptions(period, group, placement, policy, faultPolicy, phase, costHint, lastTask);
    }

    /**
     * Sets what becomes of a map that throws again and again.
     *
     * @param policy the policy; {@link FaultPolicy#count()} by default
     * @return a changed copy
     */
    public TickOptions faultPolicy(FaultPolicy policy) {
        return new TickOptions(period, group, placement, missPolicy, policy, phase, costHint, lastTask);
    }

    /**
     * Fixes the phase in place of a staggered one: deadlines then lie at whole periods plus this phase after the start of
     * the scheduler.
     *
     * @param offset 0 or more and below the period
     * @return a changed copy
     */
    public TickOptions phase(Duration offset) {
        return new TickOptions(period, group, placement, missPolicy, faultPolicy, offset, costHint, lastTask);
    }

    /**
     * Says what one tick is expected to cost. Given to the {@linkplain dev.maptick.core.spi.Stagger stagger} and shown in
     * the statistics.
     *
     * @param cost 0 (unknown) to 1 h
     * @return a changed copy
     */
    public TickOptions costHint(Duration cost) {
        return new TickOptions(period, group, placement, missPolicy, faultPolicy, phase, cost, lastTask);
    }

    /**
     * Sets the task that runs once when the map leaves, at {@link TickRegistration#unregister()} or shutdown.
     *
     * @param task the last task
     * @return a changed copy
     */
    public TickOptions lastTask(TickTask task) {
        return new TickOptions(period, group, placement, missPolicy, faultPolicy, phase, costHint, task);
    }

    /**
     * The period.
     *
     * @return as given, not checked yet
     */
    public Duration period() {
        return period;
    }

    /**
     * The group.
     *
     * @return as given, not checked yet
     */
    public String group() {
        return group;
    }

    /**
     * The placement asked for.
     *
     * @return the placement
     */
    public Placement placement() {
        return placement;
    }

    /**
     * The miss policy.
     *
     * @return the policy
     */
    public MissPolicy missPolicy() {
        return missPolicy;
    }

    /**
     * The fault policy.
     *
     * @return as given, not checked yet
     */
    public FaultPolicy faultPolicy() {
        return faultPolicy;
    }

    /**
     * The fixed phase.
     *
     * @return null for a staggered one
     */
    public @Nullable Duration phase() {
        return phase;
    }

    /**
     * The cost hint.
     *
     * @return zero if unknown
     */
    public Duration costHint() {
        return costHint;
    }

    /**
     * The last task.
     *
     * @return null if there is none
     */
    public @Nullable TickTask lastTask() {
        return lastTask;
    }

    @Override
    public String toString() {
        return "TickOptions[period=" + period + ", group=" + Names.quote(group) + ", placement=" + placement
                + ", missPolicy=" + missPolicy + ", faultPolicy=" + faultPolicy + ", phase="
                + (phase == null ? "staggered" : phase) + ", costHint="
                + costHint + ", lastTask=" + (lastTask != null) + "]";
    }
}
