package dev.maptick.maps;

import dev.maptick.core.ControlResult;
import dev.maptick.maps.activation.IdleDecision;
import dev.maptick.maps.activation.IdleOptions;
import dev.maptick.maps.activation.IdlePolicy;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The end of a tick: a map with nobody in it slows down and then falls asleep until its next timer or until somebody brings
 * work; see {@link IdlePolicy} for when and {@link Sleep} for how. Inside the map's tick, but for the count.
 */
final class IdleTurn {
    private final HostedMap handle;
    private final IdlePolicy policy;

    IdleTurn(HostedMap handle, IdleOptions options, long nowNs) {
        this.handle = handle;
        policy = new IdlePolicy(options, nowNs);
    }

    /**
     * Decides what the map is to do next.
     *
     * @param nowNs a reading of the scheduler's clock
     * @param worked whether a completion, a post or a timer ran in this tick
     */
    void end(long nowNs, boolean worked) {
        // A map that does not know who is inside counts as occupied.
        int occupants = handle.occupants();
        IdleDecision decision = policy.decide(nowNs, occupants < 0 ? 1 : occupants, worked);
        switch (decision.kind()) {
            case KEEP -> {}
            case SLOW -> slow(decision.period());
            case WAKE -> handle.ownPace();
            case SUSPEND -> suspend();
        }
    }

    private void slow(@Nullable Duration period) {
        if (period != null) {
            handle.slowPace(period);
        }
    }

    private void suspend() {
        if (handle.isAsleep()) {
            // Its owner has said already until when.
            return;
        }
        // So that whoever wakes it waits for one period of its own at most; right after this for the rest of a slow
        // one,
        // since the grid of its own begins at a point of that. It costs nothing while suspended.
        handle.ownPace();
        ControlResult unused = handle.suspend();
    }
}
