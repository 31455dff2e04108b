package dev.maptick.maps;

import org.jspecify.annotations.Nullable;

/**
 * Why a timer was not started. A start answers with one long, so that it costs no object: the timer's id, which is above
 * zero, or the {@link #code()} of a refusal, which is below zero.
 */
public enum TimerRefusal {
    /** As many timers are pending as the limit allows. */
    FULL(-1),
    /** The map is closing. */
    STOPPING(-2),
    /** The map has left. */
    GONE(-3),
    /** A delay or period of zero or less. */
    BAD_DELAY(-4),
    /** A name that breaks the rule of {@link dev.maptick.core.Names}. */
    BAD_NAME(-5);

    private static final TimerRefusal[] ALL = values();

    private final long code;

    TimerRefusal(long code) {
        this.code = code;
    }

    /**
     * What a start answers in place of an id.
     *
     * @return a number below zero
     */
    public long code() {
        return code;
    }

    /**
     * The refusal that a start answered with.
     *
     * @param answer what {@link MapTimers#after} or {@link MapTimers#every} returned
     * @return null if the answer is the id of a timer
     */
    public static @Nullable TimerRefusal of(long answer) {
        if (answer >= 0) {
            return null;
        }
        for (TimerRefusal refusal : ALL) {
            if (refusal.code == answer) {
                return refusal;
            }
        }
        throw new IllegalArgumentException("no start of a timer answers " + answer);
    }
}
