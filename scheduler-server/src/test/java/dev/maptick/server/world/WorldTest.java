package dev.maptick.server.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.maptick.core.Placement;
import dev.maptick.core.TickStats;
import dev.maptick.maps.CloseReport;
import dev.maptick.maps.MapHandle;
import dev.maptick.maps.MapHost;
import dev.maptick.maps.save.InMemoryMapStore;
import dev.maptick.maps.save.SaveOptions;
import dev.maptick.maps.save.SaveOutcome;
import dev.maptick.maps.tasks.BackgroundPoolOptions;
import dev.maptick.server.VirtualTime;
import dev.maptick.server.tiled.DrawnMap;
import dev.maptick.server.tiled.FloorPlan;
import dev.maptick.server.tiled.FloorPlanException;
import dev.maptick.server.tiled.ShippedWorlds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorldTest {
    private static final WorldPlans SHIPPED = new WorldPlans(
            List.of(ShippedWorlds.load("house-small"), ShippedWorlds.load("house-tavern")),
            List.of(ShippedWorlds.load("dungeon")));

    private static final Market MARKET = (task, good) -> 100 + good;

    private final VirtualTime time = new VirtualTime();

    /** Background work that waits until the test has it done. */
    private final Queue<Runnable> background = new ArrayDeque<>();

    private final MapHost host = MapHost.builder(time.scheduler())
            .background(BackgroundPoolOptions.DEFAULT.withExecutor(background::add))
            .build();

    @Test
    void doesTheSameForTheSameSeedAndSomethingElseForAnother() {
        List<String> once = record(SHIPPED, 6, 1, 42, Duration.ofSeconds(40));
        List<String> again = record(SHIPPED, 6, 1, 42, Duration.ofSeconds(40));
        List<String> other = record(SHIPPED, 6, 1, 43, Duration.ofSeconds(40));

        assertThat(once).hasSizeGreaterThan(500);
        assertThat(again).isEqualTo(once);
        assertThat(other).isNotEqualTo(once);
    }

    @Test
    void mapsTickAtTheirPaceWithoutFaultsAndEveryVisitorComesBackOut() {
        List<MapHandle> maps = new ArrayList<>();
        ReplicationCounts sent = new ReplicationCounts();
        World world = new World(SHIPPED, 20, 2, 1, sent, MARKET);
        world.open(host, maps::add);
        world.letVisitorsIn(time.scheduler());
        run(Duration.ofSeconds(30));

        assertThat(world.size()).isEqualTo(22);
        assertThat(host.list()).hasSize(22);
        for (MapHandle map : maps) {
            TickStats stats = map.stats();
            boolean house = map.type().equals(World.HOUSE);
            assertThat(stats.faults()).as(map.name()).isZero();
            assertThat(stats.skipped()).as(map.name()).isZero();
            assertThat(stats.ticks() + stats.suspended()).as(map.name()).isEqualTo(stats.gridPointsConsumed());
            assertThat(map.workStats().timers().faults()).as(map.name()).isZero();
            assertThat(map.workStats().mailbox().faults()).as(map.name()).isZero();
            assertThat(map.workStats().mailbox().isBalanced()).as(map.name()).isTrue();
            assertThat(map.placement()).isEqualTo(house ? Placement.POOL : Placement.DEDICATED);
            if (!house) {
                assertThat(stats.ticks()).as(map.name()).isGreaterThan(1_000);
            }
        }
        assertThat(sent.flushes()).isGreaterThan(500);
        assertThat(sent.changes()).isGreaterThan(sent.flushes());
        assertThat(sent.bytes()).isGreaterThanOrEqualTo(3 * sent.changes());
        assertThat(world.counts().thinks()).isGreaterThan(1_000);
        assertThat(world.counts().thinkFaults()).isZero();
        assertThat(world.counts().postsAccepted()).isPositive();
        assertThat(host.background().stats().finished()).as("prices asked for").isPositive();
        VisitorDirectory.Counts before = world.directory().counts();
        assertThat(before.inside()).isPositive();
        assertThat(before.left()).as("some left by themselves").isPositive();

        stop(world);

        assertAllAreOut(world);
    }

    @Test
    void aHouseWithNobodyInsideSleepsWithoutAnyTickAndWakesForAVisitor() {
        World world = new World(SHIPPED, 20, 0, 1, new ReplicationCounts(), MARKET);
        world.open(host, map -> true);
        run(Duration.ofSeconds(6));

        assertThat(host.list()).allMatch(MapHandle::isAsleep).allMatch(map -> map.occupants() == 0);
        List<Long> ticks = ticks();
        run(Duration.ofMinutes(5));
        assertThat(ticks()).as("no wake-ups").isEqualTo(ticks);
        assertThat(world.counts().thinks()).isZero();

        world.letVisitorsIn(time.scheduler());
        run(Duration.ofSeconds(1));
        assertThat(host.list()).anyMatch(map -> map.occupants() > 0).anyMatch(MapHandle::isAsleep);
        assertThat(host.list()).allMatch(map -> map.isAsleep() == (map.occupants() == 0));
        assertThat(world.counts().thinks()).isPositive();

        stop(world);
        assertAllAreOut(world);
    }

    @Test
    void visitorsWhomNoMapTakesStayInLineAndComeLater() {
        World world = new World(SHIPPED, 3, 1, 1, new ReplicationCounts(), MARKET);
        world.open(host, map -> true);
        world.letVisitorsIn(time.scheduler());
        run(Duration.ofSeconds(10));
        assertThat(world.directory().counts().inside()).isPositive();

        CompletableFuture<CloseReport> closing = host.closeAll();
        run(Duration.ofSeconds(10));
        assertThat(closing).isDone();

        VisitorDirectory.Counts counts = world.directory().counts();
        assertAllAreOut(world);
        assertThat(counts.turnedBack()).isPositive();
        assertThat(world.counts().postsRefused())
                .isEqualTo(3 * counts.turnedBack() - 3 * world.counts().foundFull());
        stop(world);
        assertAllAreOut(world);
    }

    @Test
    void refusedQuestionsForAPriceCostNothing() {
        MapHost busy = MapHost.builder(time.scheduler())
                .background(BackgroundPoolOptions.DEFAULT.withBounds(1, 1).withExecutor(background::add))
                .build();
        World world = new World(SHIPPED, 10, 0, 1, new ReplicationCounts(), MARKET);
        world.open(busy, map -> true);
        world.letVisitorsIn(time.scheduler());
        // The background stands still, so two questions fill it.
        time.run(Duration.ofMinutes(2));

        assertThat(busy.background().stats().refusedFull()).isPositive();
        assertThat(busy.list())
                .allSatisfy(map -> assertThat(map.stats().faults()).isZero());
        assertThat(world.counts().thinkFaults()).isZero();
        stop(world);
    }

    @Test
    void closesAMapThatHasNotTickedYet() {
        World world = new World(SHIPPED, 1, 1, 1, new ReplicationCounts(), MARKET);
        world.open(host, map -> true);
        world.letVisitorsIn(time.scheduler());

        stop(world);

        assertAllAreOut(world);
    }

    @Test
    void visitorsPostedToMapsThatLeaveBeforeTheirFirstTickComeBack() {
        World world = new World(SHIPPED, 3, 1, 1, new ReplicationCounts(), MARKET);
        world.open(host, map -> true);
        // By way of the registration, whose suspension a post does not end.
        host.list().forEach(map -> assertThat(map.registration().suspend()).isNotNull());
        world.letVisitorsIn(time.scheduler());
        run(Duration.ofSeconds(1));
        assertThat(world.directory().counts().onTheWay()).isPositive();

        stop(world);

        assertAllAreOut(world);
        assertThat(world.directory().counts().entered()).isZero();
    }

    @Test
    void aWorldIsReloadedAsItWasSaved() throws Exception {
        InMemoryMapStore store = new InMemoryMapStore();
        byte[] house = savedBy(new World(SHIPPED, 3, 1, 1, new ReplicationCounts(), MARKET), store);
        World again = new World(SHIPPED, 3, 1, 1, new ReplicationCounts(), MARKET);
        MapHost second = MapHost.builder(time.scheduler())
                .saving(store, SaveOptions.defaults())
                .build();
        for (Plot plot : again.plots()) {
            plot.openSaved(second).get(20, TimeUnit.SECONDS);
            assertThat(plot.isLoaded()).as(plot.name()).isTrue();
        }

        // Before its first tick it is what was saved.
        assertThat(again.plots().get(1).map().capture().encode()).isEqualTo(house);
        stop(again);
    }

    private byte[] savedBy(World world, InMemoryMapStore store) throws Exception {
        MapHost first = MapHost.builder(time.scheduler())
                .saving(store, SaveOptions.defaults())
                .background(BackgroundPoolOptions.DEFAULT.withExecutor(background::add))
                .build();
        List<MapHandle> maps = new ArrayList<>();
        for (Plot plot : world.plots()) {
            maps.add(plot.openSaved(first).get(20, TimeUnit.SECONDS));
            assertThat(plot.isLoaded()).isFalse();
        }
        world.letVisitorsIn(time.scheduler());
        run(Duration.ofSeconds(30));
        world.keepVisitorsOut();
        CompletableFuture<CloseReport> closing = first.closeAll();
        time.settle();
        assertThat(closing).isDone();
        for (MapHandle map : maps) {
            assertThat(map.saved().get(20, TimeUnit.SECONDS)).isEqualTo(SaveOutcome.WRITTEN);
        }
        byte[] bytes = store.load("house-1").orElseThrow().bytes();
        assertThat(MapState.decode(bytes).changes()).isPositive();
        return bytes;
    }

    @Test
    void badSavedStateIsRefusedWithTheReasonAndLeftAsItIs() throws Exception {
        InMemoryMapStore store = new InMemoryMapStore();
        byte[] bad = {1, 2, 3};
        store.save(store.claim("house-1"), 1, bad);
        World world = new World(SHIPPED, 1, 0, 1, new ReplicationCounts(), MARKET);
        MapHost saving = MapHost.builder(time.scheduler())
                .saving(store, SaveOptions.defaults())
                .build();

        assertThatThrownBy(() -> world.plots().get(0).openSaved(saving).get(20, TimeUnit.SECONDS))
                .hasRootCauseInstanceOf(BadStateException.class)
                .hasMessageContaining("saved state of 3 bytes");
        assertThat(saving.list()).isEmpty();
        assertThat(store.load("house-1").orElseThrow().bytes()).isEqualTo(bad);
    }

    @Test
    void peopleKeepTheirSpeedWhenDeadlinesAreSkipped() {
        int[] slow = {0};
        World world = new World(
                SHIPPED,
                1,
                0,
                3,
                (map, buffer, length, changes) -> {
                    slow[0] += changes;
                    time.spend(Duration.ofMillis(400));
                },
                MARKET);
        world.open(host, map -> true);
        world.letVisitorsIn(time.scheduler());
        run(Duration.ofMinutes(2));
        TickStats stats = host.list().get(0).stats();

        assertThat(stats.skipped()).isPositive();
        // Of each walker only the last move of an update is sent, so there are fewer changes, but people still get
        // about.
        assertThat(slow[0]).isGreaterThan(100);
    }

    @Test
    void livesWithAPlanWithoutResidentsDoorsAndSpawns() {
        FloorPlan bare = DrawnMap.ofRows(".#.", "...", "#..");
        World world = new World(new WorldPlans(List.of(bare), List.of(bare)), 3, 2, 1, new ReplicationCounts(), MARKET);
        world.open(host, map -> true);
        world.letVisitorsIn(time.scheduler());
        run(Duration.ofMinutes(2));

        assertThat(host.list())
                .allSatisfy(map -> assertThat(map.stats().faults()).isZero());
        assertThat(world.directory().counts().left()).isPositive();
    }

    @Test
    void livesWithAPlanOfOneTileAndWithIslands() {
        WorldPlans plans = new WorldPlans(
                List.of(DrawnMap.ofRows("."), DrawnMap.ofRows(".#.#.", "#####", ".#.#.")),
                List.of(DrawnMap.ofRows(".")));
        World world = new World(plans, 4, 1, 1, new ReplicationCounts(), MARKET);
        world.open(host, map -> true);
        world.letVisitorsIn(time.scheduler());
        run(Duration.ofMinutes(2));

        assertThat(host.list())
                .allSatisfy(map -> assertThat(map.stats().faults()).isZero());
    }

    @Test
    void stopsOpeningWhenTold() {
        World world = new World(SHIPPED, 100, 1, 1, new ReplicationCounts(), MARKET);
        world.open(host, map -> host.size() < 5);

        assertThat(host.list())
                .extracting(MapHandle::name)
                .contains("dungeon-1", "house-1")
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

    /** Lets time go by; what goes to the background is done every 50 ms. */
    private void run(Duration length) {
        for (Duration done = Duration.ZERO; done.compareTo(length) < 0; done = done.plusMillis(50)) {
            time.run(Duration.ofMillis(50));
            doBackground();
        }
    }

    private void doBackground() {
        for (Runnable work = background.poll(); work != null; work = background.poll()) {
            work.run();
        }
    }

    private void stop(World world) {
        world.keepVisitorsOut();
        time.shutdown();
        doBackground();
        world.takeVisitorsBack();
    }

    private List<Long> ticks() {
        return host.list().stream().map(map -> map.stats().ticks()).toList();
    }

    private static void assertAllAreOut(World world) {
        VisitorDirectory.Counts after = world.directory().counts();
        assertThat(after.entered()).isEqualTo(after.left());
        assertThat(after.inside()).isZero();
        assertThat(after.onTheWay()).isZero();
    }

    /** Every update of a world: which map sent it, how many changes, and the bytes. */
    private static List<String> record(WorldPlans plans, int houses, int dungeons, long seed, Duration length) {
        List<String> updates = new ArrayList<>();
        WorldTest test = new WorldTest();
        World world = new World(
                plans,
                houses,
                dungeons,
                seed,
                (map, buffer, bytes, changes) ->
                        updates.add(map + " " + changes + " " + Arrays.toString(Arrays.copyOf(buffer, bytes))),
                MARKET);
        world.open(test.host, map -> true);
        world.letVisitorsIn(test.time.scheduler());
        test.run(length);
        test.stop(world);
        return updates;
    }
}
