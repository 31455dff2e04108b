package dev.maptick.server.world;

import org.jspecify.annotations.Nullable;

/**
 * A house: its residents, their pets, its guests, its fire and the prices it has heard of. Light: most ticks move a few
 * people a part of a tile, and now and then somebody looks for a way.
 */
final class HouseMap extends WorldMap {
    private static final VisitorScript SCRIPT = new VisitorScript(5_000, 20_000);
    private static final int VISITOR_SLOTS = 3;
    private static final int SIGHT_RANGE = 12;
    private static final int SLOWEST = 1_800;
    private static final int FASTEST = 3_400;
    private static final int PETS_PER_RESIDENT = 2;
    private static final int PET_SLOWEST = 3_600;
    private static final int PET_FASTEST = 6_400;
    private static final int COLD = 20;

    /** The wood, then the prices. */
    private static final int FACTS = 1 + Prices.GOODS;

    /** Nobody sets out in the very first tick together with all the others. */
    private static final int MOST_FIRST_PAUSE_MILLIS = 3_000;

    private final Hearth hearth;
    private final Prices prices;
    private final HouseMind mind;

    /**
     * A house that is not open yet.
     *
     * @param saved what to begin with; null for a new house
     * @throws BadStateException if what was saved does not fit
     */
    HouseMap(Places places, long seed, Surroundings surroundings, @Nullable MapState saved) throws BadStateException {
        super(
                MapState.HOUSE,
                places,
                seed,
                surroundings,
                SCRIPT,
                VISITOR_SLOTS,
                (1 + PETS_PER_RESIDENT) * places.residentCount(),
                VISITOR_SLOTS + places.residentCount(),
                SIGHT_RANGE);
        int residents = places.residentCount();
        int pets = PETS_PER_RESIDENT * residents;
        hearth = new Hearth(places, random.nextInt(Hearth.FULL));
        prices = new Prices(surroundings.market(), changes);
        mind = new HouseMind(
                places,
                crowd,
                residents,
                watch,
                new Routes(places),
                guests,
                hearth,
                good -> prices.ask(context().tasks(), good),
                random);
        settle(VISITOR_SLOTS, residents, SLOWEST, FASTEST);
        settle(VISITOR_SLOTS + residents, pets, PET_SLOWEST, PET_FASTEST);
        if (saved != null) {
            restore(saved.checkedFor(MapState.HOUSE, places, FACTS, residents + pets));
        }
    }

    /** Puts people or pets where the residents live, in turn. */
    private void settle(int firstSlot, int count, int slowest, int fastest) {
        for (int i = 0; i < count; i++) {
            int home = places.resident(i % places.residentCount());
            Walker walker = crowd.at(firstSlot + i);
            walker.appear(places.x(home), places.y(home), random.nextInt(slowest, fastest));
            walker.pause(random.nextInt(MOST_FIRST_PAUSE_MILLIS));
        }
    }

    private void restore(MapState saved) throws BadStateException {
        hearth.restore(saved.fact(0, "wood on the fire", 0, Hearth.FULL));
        for (int good = 0; good < Prices.GOODS; good++) {
            prices.set(good, saved.fact(1 + good, "a price", 0, Prices.HIGHEST));
        }
        restoreResidents(saved);
    }

    @Override
    Mind mind() {
        return mind;
    }

    @Override
    int[] facts() {
        int[] facts = new int[FACTS];
        facts[0] = hearth.wood();
        for (int good = 0; good < Prices.GOODS; good++) {
            facts[1 + good] = prices.of(good);
        }
        return facts;
    }

    @Override
    void effects(long steps) {
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
