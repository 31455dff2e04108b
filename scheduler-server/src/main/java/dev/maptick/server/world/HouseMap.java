package dev.maptick.server.world;

import dev.maptick.maps.GameMap;
import dev.maptick.maps.MapContext;
import java.time.Duration;
import java.util.SplittableRandom;

/**
 * A house: its residents, its guests and its fire. Light: most ticks move a few people a part of a tile, and now and then
 * somebody looks for a way. Allocates nothing per tick once its paths have grown to what the house needs.
 */
final class HouseMap implements GameMap {
    private static final VisitorScript SCRIPT = new VisitorScript(20_000, 15_000, 45_000);
    private static final int VISITOR_SLOTS = 3;
    private static final int SIGHT_RANGE = 12;
    private static final int LOOK_TURNS = 1;
    private static final int SLOWEST = 1_800;
    private static final int FASTEST = 3_400;
    private static final int PETS_PER_RESIDENT = 2;
    private static final int PET_SLOWEST = 3_600;
    private static final int PET_FASTEST = 6_400;
    private static final int COLD = 20;

    /** Nobody sets out in the very first tick together with all the others. */
    private static final int MOST_FIRST_PAUSE_MILLIS = 3_000;

    private final Stride stride;
    private final EffectClock effects;
    private final ChangeLog changes;
    private final Crowd crowd;
    private final Watch watch;
    private final Guests guests;
    private final Hearth hearth;
    private final HouseMind mind;
    private final ReplicationSink sink;

    HouseMap(Places places, Duration tick, long seed, VisitorDirectory directory, ReplicationSink sink) {
        this.sink = sink;
        SplittableRandom random = new SplittableRandom(seed);
        stride = new Stride(tick);
        effects = new EffectClock(tick);
        int residents = places.residentCount();
        int pets = PETS_PER_RESIDENT * residents;
        changes = new ChangeLog(VISITOR_SLOTS + residents + pets);
        crowd = new Crowd(places, VISITOR_SLOTS, residents + pets, changes);
        watch = new Watch(places.plan(), crowd, VISITOR_SLOTS + residents, SIGHT_RANGE, LOOK_TURNS);
        guests = new Guests(directory, SCRIPT, places, crowd, changes, random);
        hearth = new Hearth(places, random.nextInt(Hearth.FULL));
        mind = new HouseMind(places, crowd, residents, watch, new Routes(places), guests, hearth, random);
        settle(VISITOR_SLOTS, residents, places, random, SLOWEST, FASTEST);
        settle(VISITOR_SLOTS + residents, pets, places, random, PET_SLOWEST, PET_FASTEST);
    }

    /** Puts people or pets where the residents live, in turn. */
    private void settle(int firstSlot, int count, Places places, SplittableRandom random, int slowest, int fastest) {
        for (int i = 0; i < count; i++) {
            int home = places.resident(i % places.residentCount());
            Walker walker = crowd.at(firstSlot + i);
            walker.appear(places.x(home), places.y(home), random.nextInt(slowest, fastest));
            walker.pause(random.nextInt(MOST_FIRST_PAUSE_MILLIS));
        }
    }

    @Override
    public void onTick(MapContext context) {
        long periods = context.tick().periodsElapsed();
        int millis = stride.millis(periods);
        guests.step(millis);
        crowd.step(millis, mind);
        watch.look(changes);
        long steps = effects.advance(periods);
        if (steps > 0) {
            burn(steps);
        }
    }

    @Override
    public void onReplicate(MapContext context) {
        changes.flush(context.name(), sink);
    }

    @Override
    public void onClose(MapContext context) {
        guests.leaveAll();
        changes.flush(context.name(), sink);
    }

    private void burn(long steps) {
        hearth.step(steps);
        if (hearth.glowChanged()) {
            changes.effect(hearth.tile(), hearth.glow());
        }
        for (int slot = 0; slot < crowd.size(); slot++) {
            Walker walker = crowd.at(slot);
            if (walker.isPresent()) {
                feel(walker);
            }
        }
    }

    /** By the fire one gets well, away from it one gets cold. */
    private void feel(Walker walker) {
        int before = walker.health();
        if (hearth.warmthAt(walker.x(), walker.y()) >= COLD) {
            walker.heal(1);
        } else {
            walker.chill(1);
        }
        if (walker.health() != before && walker.health() % 10 == 0) {
            changes.health(walker.slot, walker.health());
        }
    }
}
