package dev.maptick.maps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.maptick.core.ControlResult;
import dev.maptick.core.MoveResult;
import dev.maptick.core.Placement;
import dev.maptick.core.Refusal;
import dev.maptick.core.RefusedException;
import dev.maptick.core.SettingsException;
import dev.maptick.core.TickScheduler;
import dev.maptick.core.TickState;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MapHostTest {
    private static final MapOptions AT_ZERO = MapOptions.defaults().phase(Duration.ZERO);

    private final World world = new World(0, TickScheduler.builder().dedicatedThreads(1));
    private final MapHost host = MapHost.builder(world.scheduler)
            .type("house", MapOptions.defaults().tick(Duration.ofMillis(125)))
            .type("boss", MapOptions.defaults().tick(Duration.ofMillis(25)).placement(Placement.DEDICATED))
            .build();

    private static void refused(Refusal reason, Runnable open) {
        assertThatThrownBy(open::run)
                .isInstanceOfSatisfying(
                        RefusedException.class, e -> assertThat(e.refusal()).isEqualTo(reason));
    }

    @Test
    void findsListsAndCountsItsMaps() {
        MapHandle a = host.open("a", "house", new RecordingMap());
        MapHandle b = host.open("b", MapOptions.defaults(), new RecordingMap());
        assertThat(host.find("a")).contains(a);
        assertThat(host.find("nobody")).isEmpty();
        assertThat(host.list()).containsExactlyInAnyOrder(a, b);
        assertThat(host.size()).isEqualTo(2);
        assertThat(a.type()).isEqualTo("house");
        assertThat(a.registration().group()).isEqualTo("house");
        assertThat(a.tickPeriod()).isEqualTo(Duration.ofMillis(125));
        assertThat(a.updateInterval()).isEqualTo(Duration.ofMillis(250));
        assertThat(b.type()).isEqualTo("default");
        assertThat(host.close("nobody")).isEmpty();
        assertThat(host.close("a")).hasValueSatisfying(gone -> {
            world.settle();
            assertThat(gone).isCompleted();
        });
        assertThat(host.list()).containsExactly(b);
    }

    @Test
    void hostsOnOneSchedulerShareNamesAndKnowOnlyTheirOwnMaps() {
        MapHost other = MapHost.builder(world.scheduler).build();
        host.open("a", AT_ZERO, new RecordingMap());
        refused(Refusal.NAME_TAKEN, () -> other.open("a", AT_ZERO, new RecordingMap()));
        assertThat(other.find("a")).isEmpty();
        assertThat(other.closeAll()).isCompleted();
        assertThat(host.size()).isOne();
    }

    @Test
    void refusalsOfTheSchedulerComeUnchanged() {
        host.open("a", AT_ZERO, new RecordingMap());
        refused(Refusal.NAME_TAKEN, () -> host.open("a", AT_ZERO, new RecordingMap()));
        refused(Refusal.BAD_NAME, () -> host.open("", AT_ZERO, new RecordingMap()));
        refused(Refusal.BAD_NAME, () -> host.open("two\nlines", AT_ZERO, new RecordingMap()));
        assertThatThrownBy(() -> host.open("b", AT_ZERO, null)).isInstanceOf(NullPointerException.class);
        assertThat(host.size()).isOne();
        TickScheduler idle = TickScheduler.builder().build();
        MapHost early = MapHost.builder(idle).build();
        refused(Refusal.NOT_STARTED, () -> early.open("a", AT_ZERO, new RecordingMap()));
        idle.close();
        assertThat(world.scheduler.shutdownAsync(Duration.ofSeconds(1))).isNotDone();
        refused(Refusal.STOPPING, () -> host.open("c", AT_ZERO, new RecordingMap()));
    }

    @Test
    void aNameCanBeOpenedAgainOnceItsMapHasLeft() throws Exception {
        RecordingMap first = new RecordingMap();
        MapHandle h = host.open("a", AT_ZERO, first);
        world.run(60);
        CompletableFuture<Void> gone = h.close();
        world.settle();
        gone.get(0, TimeUnit.SECONDS);
        RecordingMap second = new RecordingMap();
        MapHandle again = host.open("a", AT_ZERO, second);
        assertThat(host.find("a")).contains(again);
        world.run(60);
        assertThat(second.calls).startsWith("open", "tick 1");
        assertThat(again.stats().ticks()).isEqualTo(second.count("tick"));
        assertThat(first.count("open")).isOne();
    }

    @Test
    void aStoppedHostOpensNothingMoreAndKeepsWhatIsOpen() {
        RecordingMap map = new RecordingMap();
        host.open("a", AT_ZERO, map);
        host.stopOpening();
        host.stopOpening();
        refused(Refusal.STOPPING, () -> host.open("b", AT_ZERO, new RecordingMap()));
        world.run(100);
        assertThat(map.count("tick")).isPositive();
        assertThat(host.size()).isOne();
    }

    @Test
    void anOpenOvertakenByTheStopClosesItsMap() {
        RecordingMap map = new RecordingMap();
        MapHost[] own = new MapHost[1];
        own[0] = MapHost.builder(world.scheduler)
                .listener(new MapListener() {
                    @Override
                    public void onOpened(MapHandle h) {
                        own[0].stopOpening();
                    }
                })
                .build();
        MapHandle h = own[0].open("a", AT_ZERO, map);
        world.settle();
        assertThat(h.close()).isCompleted();
        assertThat(map.calls).contains("close");
    }

    @Test
    void buildNamesEveryProblemOfEveryType() {
        MapHostBuilder bad = MapHost.builder(world.scheduler)
                .type("house", MapOptions.defaults().tick(Duration.ofMillis(30)))
                .type("boss", MapOptions.defaults().replicationEveryTicks(0))
                .type("boss", MapOptions.defaults())
                .type(" ", MapOptions.defaults());
        assertThatThrownBy(bad::build)
                .isInstanceOfSatisfying(
                        SettingsException.class, e -> assertThat(e.problems()).hasSize(4))
                .hasMessageContaining("types.house.tick = 30 ms")
                .hasMessageContaining("types.boss.replicationEveryTicks = 0")
                .hasMessageContaining("types.boss.type = boss, allowed: one declaration of each type")
                .hasMessageContaining("types. .type");
    }

    @Test
    void anUnknownTypeIsRefusedWithTheKnownOnes() {
        assertThatThrownBy(() -> host.open("a", "castle", new RecordingMap()))
                .isInstanceOf(SettingsException.class)
                .hasMessage("bad settings: type = castle, allowed: one of [house, boss]");
        assertThat(host.types()).containsOnlyKeys("house", "boss");
        assertThatThrownBy(() -> host.types().clear()).isInstanceOf(UnsupportedOperationException.class);
        assertThat(host.options("boss").type()).isEqualTo("boss");
        MapHost bare = MapHost.builder(world.scheduler).build();
        assertThatThrownBy(() -> bare.options("x")).hasMessageContaining("no type was declared");
    }

    @Test
    void placementFollowsTheOptionsAndCanBeChanged() {
        MapHandle boss = host.open("boss-1", "boss", new RecordingMap());
        MapHandle second = host.open("boss-2", "boss", new RecordingMap());
        assertThat(boss.placement()).isEqualTo(Placement.DEDICATED);
        assertThat(second.placement()).isEqualTo(Placement.POOL);
        assertThat(boss.moveTo(Placement.POOL)).isEqualTo(MoveResult.MOVED);
        assertThat(second.moveTo(Placement.DEDICATED)).isEqualTo(MoveResult.MOVED);
        assertThat(second.placement()).isEqualTo(Placement.DEDICATED);
    }

    @Test
    void suspendsResumesAndWakes() {
        RecordingMap map = new RecordingMap();
        MapHandle h = host.open("a", AT_ZERO, map);
        assertThat(h.suspend()).isEqualTo(ControlResult.APPLIED);
        assertThat(h.state()).isEqualTo(TickState.SUSPENDED);
        world.run(500);
        assertThat(map.calls).isEmpty();
        assertThat(h.resume()).isEqualTo(ControlResult.APPLIED);
        assertThat(h.wake()).isEqualTo(ControlResult.UNCHANGED);
        world.run(60);
        assertThat(map.count("tick")).isPositive();
        long before = map.count("tick");
        h.suspendUntil(world.now() + World.ms(1_000));
        world.run(990);
        assertThat(map.count("tick")).isEqualTo(before);
        world.run(60);
        assertThat(map.count("tick")).isGreaterThan(before);
    }

    @Test
    void aChangeOfTickKeepsTheRules() {
        RecordingMap map = new RecordingMap();
        MapHandle h = host.open("a", AT_ZERO, map);
        world.run(10);
        for (long bad : new long[] {30, 0, -50, 1, 251}) {
            assertThatThrownBy(() -> h.setTick(Duration.ofMillis(bad)))
                    .isInstanceOf(SettingsException.class)
                    .hasMessageContaining("tick = " + bad + " ms");
        }
        assertThat(h.stats().periodNanos()).isEqualTo(World.ms(50));
        assertThat(h.setTick(Duration.ofMillis(250))).isEqualTo(ControlResult.APPLIED);
        world.run(100);
        assertThat(h.tickPeriod()).isEqualTo(Duration.ofMillis(250));
        assertThat(h.updateInterval()).isEqualTo(Duration.ofMillis(500));
        assertThat(h.close()).isNotDone();
        world.settle();
        assertThat(h.setTick(Duration.ofMillis(25))).isEqualTo(ControlResult.GONE);
    }

    @Test
    void aChangeOfTickThatStretchesTheUpdateIntervalTooFarIsRefused() {
        MapHandle h = host.open(
                "a", MapOptions.defaults().tick(Duration.ofMillis(25)).replicationEveryTicks(40), new RecordingMap());
        assertThatThrownBy(() -> h.setTick(Duration.ofMillis(50)))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("replicationEveryTicks = 40, allowed: 1..20 at a tick of 50 ms");
        assertThat(h.stats().periodNanos()).isEqualTo(World.ms(25));
    }

    @Test
    void aTickTellsTheMapItsPace() {
        RecordingMap map = new RecordingMap();
        map.tick = c -> {
            assertThat(c.name()).isEqualTo("a");
            assertThat(c.type()).isEqualTo("default");
            assertThat(c.tickPeriod()).isEqualTo(Duration.ofNanos(c.tick().periodNanos()));
            assertThat(c.updateInterval()).isEqualTo(c.tickPeriod().multipliedBy(c.replicationEveryTicks()));
            c.handle().setTick(Duration.ofMillis(125));
        };
        MapHandle h = host.open("a", AT_ZERO, map);
        world.run(300);
        assertThat(h.stats().faults()).isZero();
        assertThat(h.tickPeriod()).isEqualTo(Duration.ofMillis(125));
    }
}
