package dev.maptick.server.world;

import dev.maptick.maps.GameMap;
import dev.maptick.maps.MapContext;
import java.time.Duration;
import java.util.SplittableRandom;

/**
 * A dungeon: packs of monsters on patrol, visitors who are hunted, and poison. Heavy: many walkers, long ways, and a new
 * search after nearly each tile. Allocates nothing per tick once its paths have grown to what the dungeon needs.
 */
final class DungeonMap implements GameMap {
    private static final VisitorScript SCRIPT = new VisitorScript(2_000, 20_000, 60_000);
    private static final int VISITOR_SLOTS = 16;
    /** Monsters for each resident of the plan. */
    static final int PACK = 12;

    private static final int SIGHT_RANGE = 14;
    private static final int LOOK_TURNS = 1;
    private static final int SLOWEST = 2_000;
    private static final int FASTEST = 3_600;
    private static final int BITE = 4;
    private static final int POISON = 2;

    /** No monster sets out in the very first tick together with all the others. */
    private static final int MOST_FIRST_PAUSE_MILLIS = 5_000;

    private final Stride stride;
    private final EffectClock effects;
    private final ChangeLog changes;
    private final Crowd crowd;
    private final Watch watch;
    private final Guests guests;
    private final PoisonCloud poison;
    private final DungeonMind mind;
    private final ReplicationSink sink;

    DungeonMap(Places places, Duration tick, long seed, VisitorDirectory directory, ReplicationSink sink) {
        this.sink = sink;
        SplittableRandom random = new SplittableRandom(seed);
        int monsters = PACK * places.residentCount();
        stride = new Stride(tick);
        effects = new EffectClock(tick);
        changes = new ChangeLog(VISITOR_SLOTS + monsters);
        crowd = new Crowd(places, VISITOR_SLOTS, monsters, changes);
        watch = new Watch(places.plan(), crowd, VISITOR_SLOTS, SIGHT_RANGE, LOOK_TURNS);
        guests = new Guests(directory, SCRIPT, places, crowd, changes, random);
        poison = new PoisonCloud(places, random);
        mind = new DungeonMind(places, crowd, watch, new Routes(places), guests, random);
        for (int i = 0; i < monsters; i++) {
            int lair = places.resident(i / PACK);
            Walker monster = crowd.at(VISITOR_SLOTS + i);
            monster.appear(places.x(lair), places.y(lair), random.nextInt(SLOWEST, FASTEST));
            monster.pause(random.nextInt(MOST_FIRST_PAUSE_MILLIS));
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
            suffer(steps);
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

    /** Every effect step: poison spreads, monsters bite the visitors they have caught, the others recover. */
    private void suffer(long steps) {
        if (poison.step(steps)) {
            changes.effect(poison.source(), 1);
        }
        for (int slot = 0; slot < crowd.visitorSlots(); slot++) {
            Walker visitor = crowd.at(slot);
            if (visitor.isPresent()) {
                suffer(visitor);
            }
        }
    }

    private void suffer(Walker visitor) {
        int before = visitor.health();
        visitor.heal(1);
        visitor.hurt(BITE * bitersOf(visitor));
        if (poison.harms(visitor.x(), visitor.y())) {
            visitor.hurt(POISON);
        }
        if (visitor.health() != before) {
            changes.health(visitor.slot, visitor.health());
        }
        if (visitor.health() == 0) {
            guests.leave(visitor);
        }
    }

    private int bitersOf(Walker visitor) {
        int biters = 0;
        for (int slot = crowd.visitorSlots(); slot < crowd.size(); slot++) {
            if (Chase.distance(crowd.at(slot), visitor) <= 1) {
                biters++;
            }
        }
        return biters;
    }
}
