package dev.maptick.bench.contender;

import dev.maptick.core.TickSchedulerBuilder;
import java.util.Optional;

/** The wait modes of maptick that are compared, and the one place that sets them. */
enum WaitModeSwitch {
    /** Never spins. */
    EFFICIENT,
    /** The scheduler's default. */
    BALANCED,
    /** Spins the rest of every wait. */
    PRECISE;

    /** Sets the mode. */
    TickSchedulerBuilder set(TickSchedulerBuilder builder) {
        return builder;
    }

    /** Why the mode cannot be had, if it cannot. */
    Optional<String> unavailable() {
        return this == BALANCED
                ? Optional.empty()
                : Optional.of("this build of scheduler-core has one wait mode, the default");
    }
}
