package dev.maptick.server.world;

import dev.maptick.core.Placement;
import dev.maptick.core.RefusedException;
import dev.maptick.maps.GameMap;
import dev.maptick.maps.MapHandle;
import dev.maptick.maps.MapHost;
import dev.maptick.maps.MapOptions;
import dev.maptick.server.tiled.FloorPlan;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A world of houses and dungeons, to be opened on a host. Immutable save for what its maps do. One thread opens it.
 */
public final class World {
    /** The type of houses. */
    public static final String HOUSE = "house";

    /** The type of dungeons. */
    public static final String DUNGEON = "dungeon";

    private static final MapOptions HOUSE_OPTIONS =
            MapOptions.defaults().type(HOUSE).tick(Duration.ofMillis(50)).costHint(Duration.ofNanos(10_000));
    private static final MapOptions DUNGEON_OPTIONS = MapOptions.defaults()
            .type(DUNGEON)
            .tick(Duration.ofMillis(25))
            .replicationEveryTicks(4)
            .placement(Placement.DEDICATED)
            .costHint(Duration.ofMillis(2));
    private static final int VISITORS_PER_HOUSE = 2;
    private static final int VISITORS_PER_DUNGEON = 16;

    private final List<Places> housePlaces;
    private final List<Places> dungeonPlaces;
    private final int houses;
    private final int dungeons;
    private final SplittableRandom seeds;
    private final VisitorDirectory directory;
    private final ReplicationSink sink;

    /**
     * A world of which nothing is open yet.
     *
     * @param plans what its maps are drawn on
     * @param houses how many houses
     * @param dungeons how many dungeons
     * @param seed the same seed makes the same maps
     * @param sink where the maps send their changes
     */
    public World(WorldPlans plans, int houses, int dungeons, long seed, ReplicationSink sink) {
        // Two maps on one plan share its places.
        Map<FloorPlan, Places> places = Stream.of(plans.houses(), plans.dungeons())
                .flatMap(List::stream)
                .distinct()
                .collect(Collectors.toMap(plan -> plan, Places::new));
        housePlaces = plans.houses().stream().map(places::get).toList();
        dungeonPlaces = plans.dungeons().stream().map(places::get).toList();
        this.houses = houses;
        this.dungeons = dungeons;
        this.sink = sink;
        seeds = new SplittableRandom(seed);
        directory = new VisitorDirectory(VISITORS_PER_HOUSE * houses + VISITORS_PER_DUNGEON * dungeons);
    }

    /**
     * How many maps it has.
     *
     * @return houses and dungeons together
     */
    public int size() {
        return houses + dungeons;
    }

    /**
     * Opens every map, dungeons first, so that they get the dedicated threads there are.
     *
     * @param host where to
     * @param opened told of each map; false ends the opening, the maps opened so far stay open
     * @throws RefusedException when the host is stopping or a name is taken; the maps opened so far stay open
     */
    public void open(MapHost host, Predicate<MapHandle> opened) {
        boolean goOn = true;
        for (int i = 0; i < dungeons && goOn; i++) {
            goOn = opened.test(host.open(name(DUNGEON, i, dungeons), DUNGEON_OPTIONS, dungeon(i)));
        }
        for (int i = 0; i < houses && goOn; i++) {
            goOn = opened.test(host.open(name(HOUSE, i, houses), HOUSE_OPTIONS, house(i)));
        }
    }

    /**
     * The directory of its visitors.
     *
     * @return never null
     */
    public VisitorDirectory directory() {
        return directory;
    }

    private GameMap house(int number) {
        Places places = housePlaces.get(number % housePlaces.size());
        return new HouseMap(places, HOUSE_OPTIONS.tick(), seeds.nextLong(), directory, sink);
    }

    private GameMap dungeon(int number) {
        Places places = dungeonPlaces.get(number % dungeonPlaces.size());
        return new DungeonMap(places, DUNGEON_OPTIONS.tick(), seeds.nextLong(), directory, sink);
    }

    /** Numbers have as many digits as the last one, so that names sort as they count. */
    private static String name(String type, int index, int count) {
        int digits = Integer.toString(count).length();
        return String.format(Locale.ROOT, "%s-%0" + digits + "d", type, index + 1);
    }
}
