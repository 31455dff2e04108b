package dev.maptick.server.world;

import dev.maptick.maps.MapContext;
import dev.maptick.maps.PersistentMap;
import dev.maptick.maps.TimerCallback;
import dev.maptick.maps.activation.ActivationOptions;
import dev.maptick.maps.activation.ThinkTimers;
import dev.maptick.maps.save.Snapshot;
import java.time.Duration;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * What houses and dungeons have in common: a crowd that walks, visitors who come by posts and are given back, residents who
 * think near visitors, effects every 250 ms while somebody is inside, changes that are sent, and a state that is kept.
 * Allocates nothing per tick once its paths have grown to what the map needs.
 */
abstract class WorldMap implements PersistentMap {
    /** The time from one step of fire or poison to the next; a multiple of every tick period, so each lands on a tick. */
    static final Duration EFFECT_STEP = Duration.ofMillis(250);

    private static final long NO_TIMER = 0;

    final Places places;
    final SplittableRandom random;
    final ChangeLog changes;
    final Crowd crowd;
    final Watch watch;
    final Guests guests;

    private final Surroundings surroundings;
    private final long seed;
    private final byte kind;

    /** One object for all starts of the timer. */
    private final TimerCallback effect = firing -> effects(1 + firing.coalesced());

    private @Nullable MapContext context;
    private long effectTimer = NO_TIMER;

    /** Ticks in which something changed, those before the last reload included. */
    private long changedTicks;

    WorldMap(
            byte kind,
            Places places,
            long seed,
            Surroundings surroundings,
            VisitorScript script,
            int visitorSlots,
            int residents,
            int watched,
            int sightRange) {
        this.kind = kind;
        this.places = places;
        this.seed = seed;
        this.surroundings = surroundings;
        random = new SplittableRandom(seed);
        changes = new ChangeLog(visitorSlots + residents);
        crowd = new Crowd(places, visitorSlots, residents, changes);
        watch = new Watch(places.plan(), crowd, watched, sightRange, 1);
        guests = new Guests(surroundings.directory(), script, places, crowd, changes, random);
    }

    abstract Mind mind();

    /** How residents are woken near visitors. */
    ActivationOptions thinking() {
        return ActivationOptions.defaults();
    }

    /** So many steps of 250 ms have gone by; mostly one. */
    abstract void effects(long steps);

    /** What is kept besides the residents. */
    abstract int[] facts();

    /** A visitor has come, by a post to the map. */
    final void arrive(Visitor visitor) {
        if (!guests.arrive(visitor)) {
            surroundings.counts().fullHouse();
        } else if (effectTimer <= NO_TIMER) {
            // A refusal, as in the map's last task, is below zero: without effects, until the next visitor.
            effectTimer = context().timers().every(EFFECT_STEP, effect);
        }
    }

    final MapContext context() {
        if (context == null) {
            throw new IllegalStateException("the map is not open");
        }
        return context;
    }

    @Override
    public final void onOpen(MapContext opened) {
        context = opened;
        crowd.open(new Thinking(
                places,
                crowd,
                mind(),
                ThinkTimers.on(opened.timers()),
                thinking().withSeed(seed),
                surroundings.counts()));
    }

    @Override
    public final void onTick(MapContext present) {
        int millis = Stride.millis(present.tick());
        guests.step(millis);
        crowd.step(millis, mind());
        watch.look(changes);
        if (guests.count() == 0 && effectTimer > NO_TIMER) {
            present.timers().cancel(effectTimer);
            effectTimer = NO_TIMER;
        }
        noteChanges(present);
    }

    private void noteChanges(MapContext present) {
        if (changes.takeNews()) {
            changedTicks++;
            present.markChanged();
        }
    }

    @Override
    public final void onReplicate(MapContext present) {
        changes.flush(present.name(), surroundings.sink());
    }

    @Override
    public final int occupants(MapContext present) {
        return guests.count();
    }

    @Override
    public final void onClose(MapContext present) {
        guests.leaveAll();
        noteChanges(present);
        changes.flush(present.name(), surroundings.sink());
    }

    // Saving.

    @Override
    public final boolean tracksChanges() {
        return true;
    }

    @Override
    public final Snapshot capture() {
        int first = crowd.visitorSlots();
        int[] residents = new int[MapState.FIELDS * (crowd.size() - first)];
        int at = 0;
        for (int slot = first; slot < crowd.size(); slot++) {
            Walker walker = crowd.at(slot);
            residents[at++] = walker.x();
            residents[at++] = walker.y();
            residents[at++] = walker.health();
        }
        return new MapState(
                kind, changedTicks, places.plan().width(), places.plan().height(), facts(), residents);
    }

    /** Puts the residents where they were. */
    final void restoreResidents(MapState state) {
        changedTicks = state.changes();
        int first = crowd.visitorSlots();
        for (int slot = first; slot < crowd.size(); slot++) {
            int resident = slot - first;
            Walker walker = crowd.at(slot);
            walker.standOn(state.x(resident), state.y(resident));
            walker.restore(state.health(resident));
        }
    }
}
