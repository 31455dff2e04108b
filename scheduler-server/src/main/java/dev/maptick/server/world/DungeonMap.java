package dev.maptick.server.world;

import dev.maptick.maps.activation.ActivationOptions;
import org.jspecify.annotations.Nullable;

/**
 * A dungeon: packs of monsters on patrol, visitors who are hunted, and poison. Heavy: many walkers, long ways, and a new
 * search after nearly each tile.
 */
final class DungeonMap extends WorldMap {
    private static final VisitorScript SCRIPT = new VisitorScript(20_000, 60_000);
    private static final int VISITOR_SLOTS = 16;
    /** Monsters for each resident of the plan. */
    static final int PACK = 12;

    private static final int SIGHT_RANGE = 14;
    private static final int SLOWEST = 2_000;
    private static final int FASTEST = 3_600;
    private static final int BITE = 4;
    private static final int POISON = 2;

    /** Where the poison broke out, and how many steps it still has. */
    private static final int FACTS = 2;

    /** No monster sets out in the very first tick together with all the others. */
    private static final int MOST_FIRST_PAUSE_MILLIS = 5_000;

    private final PoisonCloud poison;
    private final DungeonMind mind;

    /**
     * A dungeon that is not open yet.
     *
     * @param saved what to begin with; null for a new dungeon
     * @throws BadStateException if what was saved does not fit
     */
    DungeonMap(Places places, long seed, Surroundings surroundings, @Nullable MapState saved) throws BadStateException {
        super(
                MapState.DUNGEON,
                places,
                seed,
                surroundings,
                SCRIPT,
                VISITOR_SLOTS,
                PACK * places.residentCount(),
                VISITOR_SLOTS,
                SIGHT_RANGE);
        int monsters = PACK * places.residentCount();
        poison = new PoisonCloud(places, random);
        mind = new DungeonMind(places, crowd, watch, new Routes(places), guests, random);
        for (int i = 0; i < monsters; i++) {
            int lair = places.resident(i / PACK);
            Walker monster = crowd.at(VISITOR_SLOTS + i);
            monster.appear(places.x(lair), places.y(lair), random.nextInt(SLOWEST, FASTEST));
            monster.pause(random.nextInt(MOST_FIRST_PAUSE_MILLIS));
        }
        if (saved != null) {
            restore(saved.checkedFor(MapState.DUNGEON, places, FACTS, monsters));
        }
    }

    private void restore(MapState saved) throws BadStateException {
        poison.restore(
                saved.fact(0, "source of the poison", 0, places.tiles() - 1),
                saved.fact(1, "steps of the poison", 0, PoisonCloud.STEPS));
        restoreResidents(saved);
    }

    @Override
    Mind mind() {
        return mind;
    }

    @Override
    int[] facts() {
        return new int[] {poison.source(), poison.stepsLeft()};
    }

    /** First thoughts are spread over the whole time between two, so that a pack's are, and no tick bears them all. */
    @Override
    ActivationOptions thinking() {
        ActivationOptions defaults = ActivationOptions.defaults();
        return defaults.withFirstMaxMillis(defaults.periodMillis());
    }

    /** Poison spreads, monsters bite the visitors they have caught, the others recover. */
    @Override
    void effects(long steps) {
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
