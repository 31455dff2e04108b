package dev.maptick.server.world;

import dev.maptick.core.Placement;
import dev.maptick.core.TickOptions;
import dev.maptick.core.TickRegistration;
import dev.maptick.core.TickScheduler;
import dev.maptick.maps.MailboxLimits;
import dev.maptick.maps.MapHandle;
import dev.maptick.maps.MapHost;
import dev.maptick.maps.MapLimits;
import dev.maptick.maps.MapOptions;
import dev.maptick.maps.activation.IdleOptions;
import dev.maptick.server.tiled.FloorPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A world of houses and dungeons, to be opened on a host. One thread opens it and lets the visitors in.
 */
public final class World {
    /** The type of houses. */
    public static final String HOUSE = "house";

    /** The type of dungeons. */
    public static final String DUNGEON = "dungeon";

    /** The group of the task that sends the visitors. */
    public static final String VISITORS = "visitors";

    /** Shorter times than the defaults, so that one sees houses fall asleep. */
    private static final IdleOptions HOUSE_IDLE = new IdleOptions(
            Duration.ofSeconds(2), Duration.ofMillis(250), Duration.ofSeconds(5), Duration.ofSeconds(1));

    private static final MapOptions HOUSE_OPTIONS = MapOptions.defaults()
            .type(HOUSE)
            .tick(Duration.ofMillis(50))
            .costHint(Duration.ofNanos(10_000))
            .idle(HOUSE_IDLE)
            .limits(houseLimits());
    private static final MapOptions DUNGEON_OPTIONS = MapOptions.defaults()
            .type(DUNGEON)
            .tick(Duration.ofMillis(25))
            .replicationEveryTicks(4)
            .placement(Placement.DEDICATED)
            .costHint(Duration.ofMillis(2));
    private static final int VISITORS_PER_DUNGEON = 16;

    private final List<Places> housePlaces;
    private final List<Places> dungeonPlaces;
    private final List<Plot> houses = new ArrayList<>();
    private final List<Plot> dungeons = new ArrayList<>();
    private final long seed;
    private final Surroundings surroundings;
    private @Nullable VisitorDirector director;
    private @Nullable TickRegistration visitors;

    /**
     * A world of which nothing is open yet. There are visitors for half of the houses.
     *
     * @param plans what its maps are drawn on
     * @param houses how many houses
     * @param dungeons how many dungeons
     * @param seed the same seed makes the same maps
     * @param sink where the maps send their changes
     * @param market where houses ask for prices
     */
    public World(WorldPlans plans, int houses, int dungeons, long seed, ReplicationSink sink, Market market) {
        // Two maps on one plan share its places.
        Map<FloorPlan, Places> places = Stream.of(plans.houses(), plans.dungeons())
                .flatMap(List::stream)
                .distinct()
                .collect(Collectors.toMap(plan -> plan, Places::new));
        housePlaces = plans.houses().stream().map(places::get).toList();
        dungeonPlaces = plans.dungeons().stream().map(places::get).toList();
        this.seed = seed;
        surroundings = new Surroundings(
                new VisitorDirectory((houses + 1) / 2 + VISITORS_PER_DUNGEON * dungeons),
                sink,
                market,
                new WorldCounts());
        SplittableRandom seeds = new SplittableRandom(seed);
        for (int i = 0; i < dungeons; i++) {
            this.dungeons.add(dungeon(i, seeds.nextLong()));
        }
        for (int i = 0; i < houses; i++) {
            this.houses.add(house(i, seeds.nextLong()));
        }
    }

    /** A few visitors and thoughts at a time are all a house has; room for a thousand would be most of its memory. */
    private static MapLimits houseLimits() {
        MapLimits limits = MapLimits.defaults();
        return limits.withMailbox(new MailboxLimits(32, 8, 8))
                .withTimers(limits.timers().withSlots(64));
    }

    private Plot house(int number, long mapSeed) {
        Places places = housePlaces.get(number % housePlaces.size());
        return new Plot(
                name(HOUSE, number), HOUSE_OPTIONS, saved -> new HouseMap(places, mapSeed, surroundings, saved));
    }

    private Plot dungeon(int number, long mapSeed) {
        Places places = dungeonPlaces.get(number % dungeonPlaces.size());
        return new Plot(
                name(DUNGEON, number), DUNGEON_OPTIONS, saved -> new DungeonMap(places, mapSeed, surroundings, saved));
    }

    /**
     * How many maps it has.
     *
     * @return houses and dungeons together
     */
    public int size() {
        return houses.size() + dungeons.size();
    }

    /**
     * All maps, dungeons first, so that they get the dedicated threads there are.
     *
     * @return to be opened in this order
     */
    public List<Plot> plots() {
        List<Plot> all = new ArrayList<>(dungeons);
        all.addAll(houses);
        return all;
    }

    /**
     * Opens every map new, without a store.
     *
     * @param host where to
     * @param opened told of each map; false ends the opening, the maps opened so far stay open
     * @throws dev.maptick.core.RefusedException when the host is stopping or a name is taken; the maps opened so far stay
     *     open
     */
    public void open(MapHost host, Predicate<MapHandle> opened) {
        for (Plot plot : plots()) {
            if (!opened.test(plot.open(host))) {
                return;
            }
        }
    }

    /**
     * Lets visitors come, from now on, to the maps that are open. Once.
     *
     * @param scheduler has them sent, by a task of its own
     */
    public void letVisitorsIn(TickScheduler scheduler) {
        List<Plot> openHouses = houses.stream().filter(Plot::isOpen).toList();
        List<Plot> openDungeons = dungeons.stream().filter(Plot::isOpen).toList();
        if (openHouses.isEmpty() && openDungeons.isEmpty()) {
            return;
        }
        VisitorDirector sends =
                new VisitorDirector(surroundings.directory(), openHouses, openDungeons, surroundings.counts(), seed);
        director = sends;
        visitors = scheduler.register(
                "visitors", TickOptions.every(VisitorDirector.PERIOD).group(VISITORS), sends);
    }

    /** Sends no more visitors. Those on the way arrive, in the last task of their map at the latest. */
    public void keepVisitorsOut() {
        TickRegistration sending = visitors;
        if (sending != null) {
            var unused = sending.unregister();
        }
    }

    /** Takes back who was on the way to a map that left before its first tick. After the scheduler's shutdown. */
    public void takeVisitorsBack() {
        if (director != null) {
            director.lookAfterTrips();
        }
    }

    /**
     * The directory of its visitors.
     *
     * @return never null
     */
    public VisitorDirectory directory() {
        return surroundings.directory();
    }

    /**
     * What happens in its maps.
     *
     * @return never null
     */
    public WorldCounts counts() {
        return surroundings.counts();
    }

    /** The same for a map of that number however many there are, since its state is kept under it. */
    private static String name(String type, int index) {
        return type + "-" + (index + 1);
    }
}
