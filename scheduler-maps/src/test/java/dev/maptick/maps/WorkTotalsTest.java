package dev.maptick.maps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.maptick.maps.activation.ActivationOptions;
import dev.maptick.maps.activation.IdleOptions;
import dev.maptick.maps.activation.SectorActivation;
import dev.maptick.maps.activation.ThinkTimers;
import dev.maptick.maps.activation.TileArea;
import dev.maptick.maps.save.SaveStats;
import dev.maptick.maps.tasks.BackgroundPool;
import dev.maptick.maps.tasks.BackgroundPoolOptions;
import dev.maptick.maps.tasks.TaskLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** M9, G9: the sums by map type, kept when maps leave. */
class WorkTotalsTest {
    private static final MapOptions HOUSE = MapOptions.defaults().type("house").phase(Duration.ZERO);

    private final World world = new World(0);
    private final List<String> types = new ArrayList<>();
    private final MapListener listener = new MapListener() {
        @Override
        public void onFirstOfType(String type) {
            types.add(type);
        }
    };
    private final MapHost host = MapHost.builder(world.scheduler)
            .background(new BackgroundPoolOptions(1, 1, task -> {}))
            .listener(listener)
            .type("house", HOUSE)
            .build();

    private TypeTotals totals(String type) {
        return host.workTotals().stream()
                .filter(t -> t.type().equals(type))
                .findFirst()
                .orElseThrow();
    }

    private MapHandle open(String name, GameMap map) {
        return host.open(name, HOUSE, map);
    }

    @Test
    void declaredTypesHaveRowsBeforeAnyMapAndOthersComeWithTheirFirst() {
        assertThat(host.workTotals()).extracting(TypeTotals::type).containsExactly("house");
        assertThat(types).isEmpty();
        host.open("b", MapOptions.defaults().type("boss"), c -> {});
        open("h1", c -> {});
        open("h2", c -> {});
        assertThat(types).containsExactly("boss", "house");
        assertThat(host.workTotals()).extracting(TypeTotals::type).containsExactly("house", "boss");
        assertThat(host.workTotals()).extracting(TypeTotals::open).containsExactly(2, 1);
    }

    @Test
    void listenersCanBeAddedAndRemovedLater() {
        List<String> heard = new ArrayList<>();
        MapListener late = new MapListener() {
            @Override
            public void onOpened(MapHandle map) {
                heard.add(map.name());
            }
        };
        open("h1", c -> {});
        host.addListener(late);
        open("h2", c -> {});
        host.removeListener(late);
        open("h3", c -> {});
        assertThat(heard).containsExactly("h2");
    }

    @Test
    void whatAMapCountedStaysWhenItLeavesAndItsLevelsGo() {
        RecordingMap map = new RecordingMap();
        map.open = c -> {
            c.timers().after(Duration.ofMillis(40), f -> {});
            c.timers().after(Duration.ofHours(1), f -> {});
            c.tasks().submit(t -> 1, o -> {});
        };
        map.occupants = 3;
        MapHandle h = host.open(
                "h",
                HOUSE.idle(new IdleOptions(null, Duration.ofMillis(250), Duration.ofHours(1), Duration.ZERO)),
                map);
        h.post(() -> {});
        h.post(() -> {
            throw new IllegalStateException("planned");
        });
        world.run(60);
        h.postHigh(() -> {});
        TypeTotals open = totals("house");
        assertThat(open.open()).isOne();
        assertThat(open.asleep()).isZero();
        assertThat(open.occupied()).isOne();
        assertThat(open.occupants()).isEqualTo(3);
        assertThat(open.work().mailbox().accepted()).isEqualTo(3);
        assertThat(open.work().mailbox().highDepth()).isOne();
        assertThat(open.work().mailbox().faults()).isOne();
        assertThat(open.work().timers().finished()).isOne();
        assertThat(open.work().timers().pending()).isOne();
        assertThat(open.work().tasks().accepted()).isOne();
        assertThat(open.bounds())
                .isEqualTo(new WorkBounds(
                        1_024, 128, 1_024, 65_536, TaskLimits.DEFAULT.underWay(), TaskLimits.DEFAULT.completions()));
        assertThat(open.work().mailbox().limits()).isEqualTo(MailboxLimits.defaults());
        assertThat(open.saves()).isEqualTo(SaveStats.NONE);

        var unused = h.close();
        world.settle();
        TypeTotals left = totals("house");
        assertThat(left.open() + left.occupied() + left.occupants()).isZero();
        assertThat(left.bounds()).isEqualTo(new WorkBounds(0, 0, 0, 0, 0, 0));
        assertThat(left.work().mailbox().accepted()).isEqualTo(3);
        assertThat(left.work().mailbox().executed()).isEqualTo(3);
        assertThat(left.work().mailbox().depth()).isZero();
        assertThat(left.work().mailbox().highWaterDepth()).isEqualTo(2);
        assertThat(left.work().mailbox().isBalanced()).isTrue();
        assertThat(left.work().timers().dropped()).isOne();
        assertThat(left.work().timers().pending()).isZero();
        assertThat(left.work().tasks().orphaned()).isOne();
        assertThat(host.background().stats()).isEqualTo(left.work().tasks());
    }

    @Test
    void aRefusalByTheHandleOfAMapThatLeftIsCountedOnce() {
        AtomicReference<MapContext> kept = new AtomicReference<>();
        MapHandle h = open("h", kept::set);
        world.run(60);
        var unused = h.close();
        world.settle();
        MapHandle again = open("h", c -> {});
        assertThat(h.post(() -> {})).isEqualTo(Admission.GONE);
        assertThat(h.postAsync(() -> {})).isCompletedExceptionally();
        assertThatThrownBy(() -> h.executor().execute(() -> {})).isInstanceOf(RefusedPostException.class);
        assertThat(totals("house").work().mailbox().refusedGone()).isEqualTo(3);
        assertThat(totals("house").work().mailbox().refusedGone()).isEqualTo(3);
        assertThat(again.workStats().mailbox().refusedGone()).isZero();
    }

    @Test
    void sleepingMapsAreCounted() {
        RecordingMap map = new RecordingMap();
        map.occupants = 0;
        host.open(
                "h",
                HOUSE.idle(new IdleOptions(null, Duration.ofMillis(250), Duration.ofMillis(300), Duration.ZERO)),
                map);
        world.run(2_000);
        assertThat(totals("house").asleep()).isOne();
        assertThat(totals("house").open()).isOne();
    }

    @Test
    void reportedActivationsAreSummedAndTheirCountsStay() {
        SectorActivation first = activation();
        SectorActivation second = activation();
        MapHandle h = open("h", new GameMap() {
            @Override
            public void onOpen(MapContext c) {
                c.reports(first);
                c.reports(second);
                c.reports(first);
            }

            @Override
            public void onTick(MapContext c) {
                first.add(1, 0, 0, () -> {});
                first.enter(0, 0);
                second.add(2, 0, 0, () -> {});
            }
        });
        world.run(1);
        assertThat(totals("house").activation().entities()).isEqualTo(2);
        assertThat(totals("house").activation().active()).isOne();
        assertThat(totals("house").activation().activations()).isOne();
        var unused = h.close();
        world.settle();
        assertThat(totals("house").activation().entities()).isZero();
        assertThat(totals("house").activation().activations()).isOne();
    }

    @Test
    void aMapReportsSixteenActivationsAtMostAndOnlyInItsTick() {
        AtomicReference<MapContext> kept = new AtomicReference<>();
        List<Throwable> thrown = new ArrayList<>();
        open("h", c -> {
            kept.set(c);
            for (int i = 0; i < 17; i++) {
                try {
                    c.reports(activation());
                } catch (IllegalStateException e) {
                    thrown.add(e);
                }
            }
        });
        world.run(1);
        assertThat(thrown).hasSize(1);
        assertThat(thrown.get(0)).hasMessageContaining("16").hasMessageContaining("\"h\"");
        assertThatThrownBy(() -> kept.get().reports(activation())).isInstanceOf(NotOwnerException.class);
    }

    private static SectorActivation activation() {
        return new SectorActivation(
                new TileArea(0, 0, 32, 32),
                ActivationOptions.defaults(),
                new ThinkTimers() {
                    @Override
                    public long start(long firstMillis, long periodMillis, Runnable think) {
                        return 1;
                    }

                    @Override
                    public boolean cancel(long timer) {
                        return true;
                    }
                },
                (serial, fault) -> {});
    }

    @Test
    void typesBeyondTheMostShareOneRow() {
        for (int i = 0; i < 3 * WorkTotals.MOST_TYPES; i++) {
            MapHandle h = host.open("m" + i, MapOptions.defaults().type("t" + i), c -> {});
            h.post(() -> {});
            var unused = h.close();
        }
        world.settle();
        List<TypeTotals> all = host.workTotals();
        assertThat(all).hasSize(WorkTotals.MOST_TYPES + 1);
        assertThat(all.get(WorkTotals.MOST_TYPES).type()).isEqualTo(WorkTotals.OTHER);
        assertThat(all.stream().mapToLong(t -> t.work().mailbox().accepted()).sum())
                .isEqualTo(3L * WorkTotals.MOST_TYPES);
        assertThat(types).hasSize(WorkTotals.MOST_TYPES).endsWith(WorkTotals.OTHER);
    }

    @Test
    void everyDeclaredTypeHasARowOfItsOwn() {
        List<String> declared = new ArrayList<>();
        for (int i = 0; i < 2 * WorkTotals.MOST_TYPES; i++) {
            declared.add("t" + i);
        }
        WorkTotals totals = new WorkTotals(host.background(), declared);
        declared.forEach(type -> assertThat(totals.type(type).name()).isEqualTo(type));
        assertThat(totals.type("one more").name()).isEqualTo(WorkTotals.OTHER);
    }

    @Test
    void aTallyServesItsOwnPoolOnly() {
        BackgroundPool other = new BackgroundPool(new BackgroundPoolOptions(1, 1, task -> {}));
        WorkTotals foreign = new WorkTotals(other, List.of());
        HostParts mixed = new HostParts(world.scheduler, host.background(), null, foreign);
        assertThatThrownBy(() -> new HostedMap("m", HOUSE, mixed))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("another pool");
    }
}
