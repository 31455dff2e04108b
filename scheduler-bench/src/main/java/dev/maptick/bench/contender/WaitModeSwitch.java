package dev.maptick.bench.contender;

import dev.maptick.core.TickSchedulerBuilder;
import dev.maptick.core.WaitMode;
import java.util.Optional;

/** The wait modes of maptick that are compared, and the one place that sets them. */
enum WaitModeSwitch {
    /** Never spins. */
    EFFICIENT(WaitMode.EFFICIENT),
    /** The scheduler's default. */
    BALANCED(WaitMode.BALANCED),
    /** Spins the rest of every wait. */
    PRECISE(WaitMode.PRECISE);

    private final WaitMode mode;

    WaitModeSwitch(WaitMode mode) {
        this.mode = mode;
    }

    /** Sets the mode. */
    TickSchedulerBuilder set(TickSchedulerBuilder builder) {
        return builder.waitMode(mode);
    }

    /** Why the mode cannot be had, if it cannot. */
    Optional<String> unavailable() {
        return Optional.empty();
    }
}
