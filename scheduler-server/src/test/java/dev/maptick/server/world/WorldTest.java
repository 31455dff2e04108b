package dev.maptick.server.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.maptick.core.Placement;
import dev.maptick.core.TickStats;
import dev.maptick.maps.MapHandle;
import dev.maptick.maps.MapHost;
import dev.maptick.server.VirtualTime;
import dev.maptick.server.tiled.DrawnMap;
import dev.maptick.server.tiled.FloorPlan;
import dev.maptick.server.tiled.FloorPlanException;
import dev.maptick.server.tiled.ShippedWorlds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorldTest {
    private static final WorldPlans SHIPPED = new WorldPlans(
            List.of(ShippedWorlds.load("house-small"), ShippedWorlds.load("house-tavern")),
            List.of(ShippedWorlds.load("dungeon")));

    private final VirtualTime time = new VirtualTime();
    private final MapHost host = MapHost.builder(time.scheduler()).build();

    @Test
    void doesTheSameForTheSameSeedAndSomethingElseForAnother() {
        List<String> once = record(SHIPPED, 6, 1, 42, Duration.ofSeconds(90));
        List<String> again = record(SHIPPED, 6, 1, 42, Duration.ofSeconds(90));
        List<String> other = record(SHIPPED, 6, 1, 43, Duration.ofSeconds(90));

        assertThat(once).hasSizeGreaterThan(3_000);
        assertThat(again).isEqualTo(once);
        assertThat(other).isNotEqualTo(once);
    }

    @Test
    void whatAHouseDoesHangsOnItsOwnNumberAlone() {
        List<String> alone = record(SHIPPED, 1, 0, 7, Duration.ofSeconds(30));
        List<String> amongOthers = record(SHIPPED, 5, 0, 7, Duration.ofSeconds(30));

        // Who the visitors are depends on who else takes them; what people do does not, so the moves are the same.
        assertThat(moves(alone))
                .isEqualTo(moves(amongOthers.stream()
                        .filter(line -> line.startsWith("house-1 "))
                        .toList()));
    }

    @Test
    void mapsTickAtTheirPaceWithoutFaultsAndEveryVisitorComesBackOut() {
        List<MapHandle> maps = new ArrayList<>();
        ReplicationCounts sent = new ReplicationCounts();
        World world = new World(SHIPPED, 20, 2, 1, sent);
        world.open(host, maps::add);
        time.run(Duration.ofMinutes(2));

        assertThat(world.size()).isEqualTo(22);
        assertThat(host.list()).hasSize(22);
        for (MapHandle map : maps) {
            TickStats stats = map.stats();
            assertThat(stats.faults()).as(map.name()).isZero();
            assertThat(stats.ticks()).as(map.name()).isEqualTo(map.type().equals(World.HOUSE) ? 2_400 : 4_800);
            assertThat(map.placement())
                    .isEqualTo(map.type().equals(World.HOUSE) ? Placement.POOL : Placement.DEDICATED);
            assertThat(map.updateInterval()).isEqualTo(Duration.ofMillis(100));
        }
        assertThat(sent.flushes()).isGreaterThan(20 * 1_000);
        assertThat(sent.changes()).isGreaterThan(sent.flushes());
        assertThat(sent.bytes()).isGreaterThanOrEqualTo(3 * sent.changes());
        VisitorDirectory.Counts before = world.directory().counts();
        assertThat(before.inside()).isPositive();
        assertThat(before.left()).as("some left by themselves").isPositive();

        time.shutdown();

        VisitorDirectory.Counts after = world.directory().counts();
        assertThat(after.entered()).isEqualTo(after.left());
        assertThat(after.inside()).isZero();
    }

    @Test
    void closesAMapThatHasNotTickedYet() {
        World world = new World(SHIPPED, 1, 1, 1, new ReplicationCounts());
        world.open(host, map -> true);

        time.shutdown();

        assertThat(world.directory().counts().inside()).isZero();
    }

    @Test
    void peopleKeepTheirSpeedWhenDeadlinesAreSkipped() {
        int[] slow = {0};
        World world = new World(SHIPPED, 1, 0, 3, (map, buffer, length, changes) -> {
            slow[0] += changes;
            time.spend(Duration.ofMillis(400));
        });
        world.open(host, map -> true);
        time.run(Duration.ofMinutes(2));
        TickStats stats = host.list().get(0).stats();

        assertThat(stats.skipped()).isGreaterThan(stats.ticks());
        // Of each walker only the last move of an update is sent, so there are fewer changes, but people still get
        // about.
        assertThat(slow[0]).isGreaterThan(1_000);
    }

    @Test
    void livesWithAPlanWithoutResidentsDoorsAndSpawns() {
        FloorPlan bare = DrawnMap.ofRows(".#.", "...", "#..");
        World world =
                new World(new WorldPlans(List.of(bare), List.of(bare)), 3, 2, 1, (map, buffer, length, changes) -> {});
        world.open(host, map -> true);
        time.run(Duration.ofMinutes(2));

        assertThat(host.list())
                .allSatisfy(map -> assertThat(map.stats().faults()).isZero());
        assertThat(world.directory().counts().left()).isPositive();
    }

    @Test
    void livesWithAPlanOfOneTileAndWithIslands() {
        WorldPlans plans = new WorldPlans(
                List.of(DrawnMap.ofRows("."), DrawnMap.ofRows(".#.#.", "#####", ".#.#.")),
                List.of(DrawnMap.ofRows(".")));
        World world = new World(plans, 4, 1, 1, (map, buffer, length, changes) -> {});
        world.open(host, map -> true);
        time.run(Duration.ofMinutes(2));

        assertThat(host.list())
                .allSatisfy(map -> assertThat(map.stats().faults()).isZero());
    }

    @Test
    void stopsOpeningWhenTold() {
        World world = new World(SHIPPED, 100, 1, 1, new ReplicationCounts());
        world.open(host, map -> host.size() < 5);

        assertThat(host.list())
                .extracting(MapHandle::name)
                .contains("dungeon-1", "house-001")
                .hasSize(5);
    }

    @Test
    void readsThePlansOfADirectoryByTheirNames(@TempDir Path directory) throws IOException {
        copy("house-tavern", directory.resolve("house-b.tmj"));
        copy("house-small", directory.resolve("house-a.tmj"));
        copy("dungeon", directory.resolve("dungeon.tmj"));
        Files.writeString(directory.resolve("house-notes.txt"), "no map");

        WorldPlans plans = WorldPlans.load(directory, List.of());

        assertThat(plans.houses()).extracting(FloorPlan::name).containsExactly("house-a", "house-b");
        assertThat(plans.dungeons()).extracting(FloorPlan::name).containsExactly("dungeon");
        assertThat(WorldPlans.load(directory, List.of(directory.resolve("house-b.tmj")))
                        .houses())
                .extracting(FloorPlan::name)
                .containsExactly("house-b");
    }

    @Test
    void saysWhichDirectoryOrFileCannotBeUsed(@TempDir Path directory) throws IOException {
        Path none = directory.resolve("none");
        assertThatThrownBy(() -> WorldPlans.load(none, List.of()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(none.toString());
        assertThatThrownBy(() -> WorldPlans.load(directory, List.of()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("house*.tmj");

        Files.writeString(directory.resolve("house.tmj"), "{}");
        assertThatThrownBy(() -> WorldPlans.load(directory, List.of()))
                .isInstanceOf(FloorPlanException.class)
                .hasMessageContaining("house.tmj");
    }

    private static void copy(String world, Path to) throws IOException {
        Files.copy(ShippedWorlds.path(world), to);
    }

    private static List<String> moves(List<String> updates) {
        return updates.stream().map(line -> line.replaceAll("\\[[^]]*]", "")).toList();
    }

    /** Every update of a world: which map sent it, how many changes, and the bytes. */
    private static List<String> record(WorldPlans plans, int houses, int dungeons, long seed, Duration length) {
        List<String> updates = new ArrayList<>();
        VirtualTime time = new VirtualTime();
        MapHost host = MapHost.builder(time.scheduler()).build();
        World world = new World(
                plans,
                houses,
                dungeons,
                seed,
                (map, buffer, bytes, changes) ->
                        updates.add(map + " " + changes + " " + Arrays.toString(Arrays.copyOf(buffer, bytes))));
        world.open(host, map -> true);
        time.run(length);
        time.shutdown();
        return updates;
    }
}
