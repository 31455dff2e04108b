package dev.maptick.maps;

import dev.maptick.core.FaultPolicy;
import dev.maptick.core.MissPolicy;
import dev.maptick.core.Names;
import dev.maptick.core.Placement;
import dev.maptick.core.SettingsCheck;
import dev.maptick.core.SettingsException;
import dev.maptick.core.TickOptions;
import dev.maptick.core.TickTask;
import dev.maptick.maps.activation.IdleOptions;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a map, or every map of a type, wants to be run. Immutable: each method that sets something returns a changed copy,
 * so one constant can serve many maps. Values are checked by {@link MapHostBuilder#build()} and {@link MapHost#open},
 * which name every bad one at once.
 */
public final class MapOptions {
    /** The type of maps that name none. */
    public static final String DEFAULT_TYPE = TickOptions.DEFAULT_GROUP;

    /** The default tick period. */
    public static final Duration DEFAULT_TICK = Duration.ofMillis(50);

    /** The default number of ticks from one replication to the next. */
    public static final int DEFAULT_REPLICATION_EVERY_TICKS = 2;

    /** The tick periods allowed: each divides 250 ms. */
    public static final List<Duration> ALLOWED_TICKS = Pace.TICKS;

    /** The shortest update interval allowed. */
    public static final Duration MIN_UPDATE_INTERVAL = Pace.MIN_INTERVAL;

    /** The longest update interval allowed. */
    public static final Duration MAX_UPDATE_INTERVAL = Pace.MAX_INTERVAL;

    private static final Duration MAX_COST = Duration.ofHours(1);

    private static final MapOptions DEFAULTS = new MapOptions(
            DEFAULT_TYPE,
            DEFAULT_TICK,
            DEFAULT_REPLICATION_EVERY_TICKS,
            Placement.POOL,
            MissPolicy.SKIP,
            null,
            Duration.ZERO,
            MapLimits.defaults(),
            IdleOptions.defaults(),
            FaultPolicy.count(),
            PostFaults.COUNT);

    private final String type;
    private final Duration tick;
    private final int replicationEveryTicks;
    private final Placement placement;
    private final MissPolicy missPolicy;
    private final @Nullable Duration phase;
    private final Duration costHint;
    private final MapLimits limits;
    private final IdleOptions idle;
    private final FaultPolicy faultPolicy;
    private final PostFaults postFaults;

    private MapOptions(
            String type,
            Duration tick,
            int replicationEveryTicks,
            Placement placement,
            MissPolicy missPolicy,
            @Nullable Duration phase,
            Duration costHint,
            MapLimits limits,
            IdleOptions idle,
            FaultPolicy faultPolicy,
            PostFaults postFaults) {
        this.type = Objects.requireNonNull(type, "type");
        this.tick = Objects.requireNonNull(tick, "tick");
        this.replicationEveryTicks = replicationEveryTicks;
        this.placement = Objects.requireNonNull(placement, "placement");
        this.missPolicy = Objects.requireNonNull(missPolicy, "missPolicy");
        this.phase = phase;
        this.costHint = Objects.requireNonNull(costHint, "costHint");
        this.limits = Objects.requireNonNull(limits, "limits");
        this.idle = Objects.requireNonNull(idle, "idle");
        this.faultPolicy = Objects.requireNonNull(faultPolicy, "faultPolicy");
        this.postFaults = Objects.requireNonNull(postFaults, "postFaults");
    }

    /**
     * Type {@code default}, a tick of 50 ms, replication every 2 ticks, pool, {@link MissPolicy#SKIP}, staggered phase,
     * default bounds, empty maps slow down after 10 s and suspend after 30 s, faulty ticks and posts cost
     * themselves.
     *
     * @return the one object with every option at its default
     */
    public static MapOptions defaults() {
        return DEFAULTS;
    }

    /**
     * Sets the type, by which metrics are summed: what kind of map, not which one.
     *
     * @param name 1 to 128 characters, as for names
     * @return a changed copy
     */
    public MapOptions type(String name) {
        return new MapOptions(
                name,
                tick,
                replicationEveryTicks,
                placement,
                missPolicy,
                phase,
                costHint,
                limits,
                idle,
                faultPolicy,
                postFaults);
    }

    /**
     * Sets the tick period.
     *
     * @param period 25, 50, 125 or 250 ms
     * @return a changed copy
     */
    public MapOptions tick(Duration period) {
        return new MapOptions(
                type,
                period,
                replicationEveryTicks,
                placement,
                missPolicy,
                phase,
                costHint,
                limits,
                idle,
                faultPolicy,
                postFaults);
    }

    /**
     * Sets how many ticks lie between two replications.
     *
     * @param ticks 1 or more; times the tick period it gives the update interval, at most 1,000 ms
     * @return a changed copy
     */
    public MapOptions replicationEveryTicks(int ticks) {
        return new MapOptions(
                type, tick, ticks, placement, missPolicy, phase, costHint, limits, idle, faultPolicy, postFaults);
    }

    /**
     * Sets where ticks should run.
     *
     * @param where a dedicated thread that is not to be had means the pool
     * @return a changed copy
     */
    public MapOptions placement(Placement where) {
        return new MapOptions(
                type,
                tick,
                replicationEveryTicks,
                where,
                missPolicy,
                phase,
                costHint,
                limits,
                idle,
                faultPolicy,
                postFaults);
    }

    /**
     * Sets what becomes of deadlines passed over.
     *
     * @param policy the policy
     * @return a changed copy
     */
    public MapOptions missPolicy(MissPolicy policy) {
        return new MapOptions(
                type,
                tick,
                replicationEveryTicks,
                placement,
                policy,
                phase,
                costHint,
                limits,
                idle,
                faultPolicy,
                postFaults);
    }

    /**
     * Fixes the phase in place of a staggered one.
     *
     * @param offset 0 or more and below the tick period, from the start of the scheduler; null for a staggered one
     * @return a changed copy
     */
    public MapOptions phase(@Nullable Duration offset) {
        return new MapOptions(
                type,
                tick,
                replicationEveryTicks,
                placement,
                missPolicy,
                offset,
                costHint,
                limits,
                idle,
                faultPolicy,
                postFaults);
    }

    /**
     * Says what one tick is expected to cost, so that the stagger can keep heavy maps apart.
     *
     * @param cost 0 (unknown) to 1 h
     * @return a changed copy
     */
    public MapOptions costHint(Duration cost) {
        return new MapOptions(
                type,
                tick,
                replicationEveryTicks,
                placement,
                missPolicy,
                phase,
                cost,
                limits,
                idle,
                faultPolicy,
                postFaults);
    }

    /**
     * Sets every bound: mailbox, timers, background tasks, and what a tick may spend on each.
     *
     * @param bounds the bounds
     * @return a changed copy
     */
    public MapOptions limits(MapLimits bounds) {
        return new MapOptions(
                type,
                tick,
                replicationEveryTicks,
                placement,
                missPolicy,
                phase,
                costHint,
                bounds,
                idle,
                faultPolicy,
                postFaults);
    }

    /**
     * Sets what becomes of a map with nobody in it. Of no effect on maps that do not tell who is inside
     * ({@link GameMap#occupants}). A slow period not above the tick, or with which the update interval would pass
     * 1,000 ms, is left out.
     *
     * @param options when it slows down and when it suspends; {@link IdleOptions#off()} for never
     * @return a changed copy
     */
    public MapOptions idle(IdleOptions options) {
        return new MapOptions(
                type,
                tick,
                replicationEveryTicks,
                placement,
                missPolicy,
                phase,
                costHint,
                limits,
                options,
                faultPolicy,
                postFaults);
    }

    /**
     * Sets what becomes of a map whose ticks throw again and again. While that suspends the map, posts and timers wait: they do
     * not wake it. {@link MapHandle#resume} does.
     *
     * @param policy the policy; {@link FaultPolicy#count()} by default
     * @return a changed copy
     */
    public MapOptions faultPolicy(FaultPolicy policy) {
        return new MapOptions(
                type,
                tick,
                replicationEveryTicks,
                placement,
                missPolicy,
                phase,
                costHint,
                limits,
                idle,
                policy,
                postFaults);
    }

    /**
     * Sets what becomes of a map one of whose posts or completions throws.
     *
     * @param policy the policy
     * @return a changed copy
     */
    public MapOptions postFaults(PostFaults policy) {
        return new MapOptions(
                type,
                tick,
                replicationEveryTicks,
                placement,
                missPolicy,
                phase,
                costHint,
                limits,
                idle,
                faultPolicy,
                policy);
    }

    /**
     * The type.
     *
     * @return as given, not checked yet
     */
    public String type() {
        return type;
    }

    /**
     * The tick period.
     *
     * @return as given, not checked yet
     */
    public Duration tick() {
        return tick;
    }

    /**
     * The number of ticks from one replication to the next.
     *
     * @return as given, not checked yet
     */
    public int replicationEveryTicks() {
        return replicationEveryTicks;
    }

    /**
     * The time from one replication to the next, which clients are told.
     *
     * @return {@code tick() × replicationEveryTicks()}, within 25 to 1,000 ms once checked
     * @throws SettingsException when tick or replication are bad
     */
    public Duration updateInterval() {
        return pace().updateInterval();
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
     * The bounds.
     *
     * @return as given, not checked yet
     */
    public MapLimits limits() {
        return limits;
    }

    /**
     * What becomes of a map with nobody in it.
     *
     * @return as given, not checked yet
     */
    public IdleOptions idle() {
        return idle;
    }

    /**
     * What becomes of a map whose ticks throw again and again.
     *
     * @return as given, not checked yet
     */
    public FaultPolicy faultPolicy() {
        return faultPolicy;
    }

    /**
     * What becomes of a map one of whose posts or completions throws.
     *
     * @return the policy
     */
    public PostFaults postFaults() {
        return postFaults;
    }

    /**
     * Notes every option that is bad, so that a caller with more settings can refuse all of them in one message.
     *
     * @param check where problems are noted
     * @param prefix put before each option's name, as in {@code "types.house."}; may be empty
     */
    public void check(SettingsCheck check, String prefix) {
        if (!Names.isValid(type)) {
            check.bad(prefix + "type", type, Names.RULE);
        }
        Pace.check(check, prefix, tick, replicationEveryTicks);
        if (phase != null && (phase.isNegative() || phase.compareTo(tick) >= 0)) {
            check.bad(prefix + "phase", Pace.words(phase), "0 or more and below the tick of " + Pace.words(tick));
        }
        check.range(prefix + "costHint", costHint, Duration.ZERO, MAX_COST);
        limits.check(check, prefix + "limits.");
        idle.check(check, prefix + "idle.");
        faultPolicy.check(check, prefix + "faultPolicy.");
        if (idle.slowAfter() != null && !Pace.TICKS.contains(idle.slowPeriod())) {
            check.bad(prefix + "idle.slowPeriod", Pace.words(idle.slowPeriod()), Pace.TICKS_ALLOWED);
        }
    }

    /** The pace of options that may not have been checked. */
    Pace pace() {
        SettingsCheck check = new SettingsCheck();
        Pace.check(check, "", tick, replicationEveryTicks);
        check.throwIfAny();
        return Pace.of(tick, replicationEveryTicks);
    }

    /** The idle options without a slow period that these options have no use for; null if nothing is left. */
    @Nullable
    IdleOptions effectiveIdle() {
        if (idle.slowAfter() == null && idle.suspendAfter() == null) {
            return null;
        }
        Duration slow = idle.slowPeriod();
        boolean slows = slow.compareTo(tick) > 0
                && slow.multipliedBy(replicationEveryTicks).compareTo(MAX_UPDATE_INTERVAL) <= 0;
        if (slows || idle.slowAfter() == null) {
            return idle;
        }
        return idle.suspendAfter() == null
                ? null
                : new IdleOptions(null, slow, idle.suspendAfter(), idle.suspendAfterWork());
    }

    /** What core is told of a map with these options. */
    TickOptions toTickOptions(TickTask lastTask) {
        TickOptions options = TickOptions.every(tick)
                .group(type)
                .placement(placement)
                .missPolicy(missPolicy)
                .faultPolicy(faultPolicy)
                .costHint(costHint)
                .lastTask(lastTask);
        return phase == null ? options : options.phase(phase);
    }

    @Override
    public String toString() {
        return "MapOptions[type=" + Names.quote(type) + ", tick=" + Pace.words(tick) + ", replicationEveryTicks="
                + replicationEveryTicks + ", placement=" + placement + ", missPolicy=" + missPolicy + ", phase="
                + (phase == null ? "staggered" : Pace.words(phase)) + ", costHint=" + Pace.words(costHint) + ", limits="
                + limits
                + ", idle=" + idle + ", faultPolicy=" + faultPolicy + ", postFaults=" + postFaults + "]";
    }
}
