package dev.maptick.server.world;

import dev.maptick.maps.activation.ActivationOptions;
import dev.maptick.maps.activation.NearPlayer;
import dev.maptick.maps.activation.SectorActivation;
import dev.maptick.maps.activation.ThinkTimers;
import dev.maptick.maps.activation.ThinkingEntity;
import dev.maptick.maps.activation.TileArea;
import org.jspecify.annotations.Nullable;

/**
 * Who of a map's residents thinks: those near a visitor, each by a timer of its own. Between two thoughts they walk where
 * they wanted to go. With nobody inside there is no timer, and nobody thinks. Used inside the map's tick.
 */
final class Thinking {
    private final SectorActivation activation;
    private final @Nullable ThinkingEntity[] residents;
    private final @Nullable NearPlayer[] visitors;

    Thinking(Places places, Crowd crowd, Mind mind, ThinkTimers timers, ActivationOptions options, WorldCounts counts) {
        activation = new SectorActivation(
                new TileArea(0, 0, places.plan().width(), places.plan().height()),
                options,
                timers,
                (slot, fault) -> counts.thoughtThrew());
        visitors = new @Nullable NearPlayer[crowd.visitorSlots()];
        residents = new @Nullable ThinkingEntity[crowd.size()];
        for (int slot = crowd.visitorSlots(); slot < crowd.size(); slot++) {
            Walker walker = crowd.at(slot);
            residents[slot] = activation.add(slot, walker.x(), walker.y(), () -> {
                counts.thought();
                if (walker.isIdle()) {
                    mind.decide(walker);
                }
            });
        }
    }

    /** A visitor has appeared. */
    void came(Walker visitor) {
        visitors[visitor.slot] = activation.enter(visitor.x(), visitor.y());
    }

    /** A visitor is about to disappear. */
    void left(Walker visitor) {
        NearPlayer player = visitors[visitor.slot];
        if (player != null) {
            player.leave();
            visitors[visitor.slot] = null;
        }
    }

    /** Anybody stands on another tile now. */
    void moved(Walker walker) {
        ThinkingEntity resident = residents[walker.slot];
        if (resident != null) {
            resident.moveTo(walker.x(), walker.y());
            return;
        }
        NearPlayer player = walker.slot < visitors.length ? visitors[walker.slot] : null;
        if (player != null) {
            player.moveTo(walker.x(), walker.y());
        }
    }
}
