package dev.maptick.maps.activation;

import dev.maptick.core.SettingsCheck;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Decides when a map with nobody in it slows down, suspends, and comes back. Asked at the end of each tick; it keeps no
 * time of its own, changes nothing and knows no map. The map's thread only. Allocates nothing.
 *
 * <pre>
 *              empty for slowAfter               empty for suspendAfter
 *   AWAKE ───────────────────────────► SLOW ───────────────────────────► SUSPENDED
 *    ▲ │                                │                                  │   │
 *    │ └─── empty for suspendAfter ─────┼────────────────────────────────► │   │ a tick without visitor or work:
 *    │                                  │                                  │   │ SUSPEND again
 *    └────────── visitor, work ─────────┴──────────────────────────────────┘ ◄─┘
 * </pre>
 *
 * Times count from the last tick that saw a visitor or work. While all that happened since the last visitor's leaving and a
 * suspension is work, {@code suspendAfterWork} takes the place of both times, so that a timer every minute does not keep
 * an empty house awake.
 */
public final class IdlePolicy {
    private static final long NEVER = Long.MAX_VALUE;

    private final long slowAfterNs;
    private final long suspendAfterNs;
    private final long suspendAfterWorkNs;
    private final IdleDecision slow;

    private State state = State.AWAKE;
    private long busyNs;

    /** Whether it was woken by work alone. */
    private boolean forWork;

    /** Where the policy believes the map to be, by what it decided last. */
    public enum State {
        /** Ticks at its own period. */
        AWAKE,

        /** Ticks at the slow period. */
        SLOW,

        /** Is suspended, or in a tick after that with nothing to do in it. */
        SUSPENDED
    }

    /**
     * Makes one for a map that is awake.
     *
     * @param options the times
     * @param nowNanos a reading of the scheduler's clock
     * @throws dev.maptick.core.SettingsException naming every bad option
     */
    public IdlePolicy(IdleOptions options, long nowNanos) {
        SettingsCheck check = new SettingsCheck();
        options.check(check, "idle.");
        check.throwIfAny();
        suspendAfterNs = nanos(options.suspendAfter());
        slowAfterNs = nanos(options.slowAfter());
        suspendAfterWorkNs = suspendAfterNs == NEVER
                ? NEVER
                : Math.min(suspendAfterNs, options.suspendAfterWork().toNanos());
        slow = new IdleDecision(IdleDecision.Kind.SLOW, options.slowPeriod());
        busyNs = nowNanos;
    }

    private static long nanos(@Nullable Duration time) {
        return time == null ? NEVER : time.toNanos();
    }

    /**
     * Decides at the end of a tick.
     *
     * @param nowNanos a reading of the scheduler's clock
     * @param visitors how many are inside
     * @param worked whether a post, a completion or a timer ran in this tick
     * @return what to do; slow and wake are said once for each change, suspend until it is so
     */
    public IdleDecision decide(long nowNanos, int visitors, boolean worked) {
        if (visitors > 0 || worked) {
            busyNs = nowNanos;
            forWork = visitors == 0 && (forWork || state == State.SUSPENDED);
            if (state != State.AWAKE) {
                state = State.AWAKE;
                return IdleDecision.WAKE;
            }
            return IdleDecision.KEEP;
        }
        return idle(nowNanos - busyNs);
    }

    private IdleDecision idle(long idleNs) {
        if (state == State.SUSPENDED || idleNs >= (forWork ? suspendAfterWorkNs : suspendAfterNs)) {
            state = State.SUSPENDED;
            return IdleDecision.SUSPEND;
        }
        if (state == State.AWAKE && !forWork && idleNs >= slowAfterNs) {
            state = State.SLOW;
            return slow;
        }
        return IdleDecision.KEEP;
    }

    /**
     * Where the map is by what was decided last.
     *
     * @return never null
     */
    public State state() {
        return state;
    }
}
