package dev.maptick.maps.activation;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a map with or without visitors is to do next. Immutable.
 *
 * @param kind what to do
 * @param period at which period to tick on, for {@link Kind#SLOW}; null otherwise
 */
public record IdleDecision(Kind kind, @Nullable Duration period) {
    static final IdleDecision KEEP = new IdleDecision(Kind.KEEP, null);
    static final IdleDecision SUSPEND = new IdleDecision(Kind.SUSPEND, null);
    static final IdleDecision WAKE = new IdleDecision(Kind.WAKE, null);

    /** What to do. */
    public enum Kind {
        /** Go on as it is. */
        KEEP,

        /** Tick at the slow period from now on. */
        SLOW,

        /** Suspend, until the map's next timer if it has one. */
        SUSPEND,

        /** Tick at the map's own period from now on. */
        WAKE
    }
}
