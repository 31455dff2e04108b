package dev.maptick.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.maptick.core.AdmissionPolicy;
import dev.maptick.core.EventKind;
import dev.maptick.core.HeavyPolicy;
import dev.maptick.core.MoveResult;
import dev.maptick.core.OverloadPolicy;
import dev.maptick.core.Placement;
import dev.maptick.core.Refusal;
import dev.maptick.core.RefusedException;
import dev.maptick.core.SchedulerEvent;
import dev.maptick.core.SchedulerStats;
import dev.maptick.core.SettingsException;
import dev.maptick.core.TickOptions;
import dev.maptick.core.TickRegistration;
import dev.maptick.core.TickScheduler;
import dev.maptick.core.TickSchedulerBuilder;
import dev.maptick.core.TickState;
import dev.maptick.maps.MapHandle;
import dev.maptick.maps.MapHost;
import dev.maptick.maps.MapOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** More work than the threads can do: what gives way, and how it comes back. */
class OverloadTest {
    private static final long MS = 1_000_000;
    private static final Duration PERIOD = Duration.ofMillis(50);
    private static final int MAPS = 100;

    private final OverloadPolicy elastic =
            OverloadPolicy.off().elastic("house", 1, List.of(PERIOD, Duration.ofMillis(125), Duration.ofMillis(250)));

    private long costNs = MS / 4;
    private final List<TickRegistration> houses = new ArrayList<>();

    private SteppedScheduler start(Consumer<TickSchedulerBuilder> settings) {
        return SteppedScheduler.builder()
                .clockStart(Long.MAX_VALUE - 20_000 * MS)
                .configure(settings)
                .start();
    }

    private TickRegistration register(SteppedScheduler stepped, String name, TickOptions options) {
        return stepped.scheduler()
                .register(name, options, tick -> stepped.clock().advance(Duration.ofNanos(costNs)));
    }

    private void houses(SteppedScheduler stepped) {
        for (int i = 0; i < MAPS; i++) {
            houses.add(register(stepped, "house-" + i, TickOptions.every(PERIOD).group("house")));
        }
    }

    private static List<EventKind> kinds(SteppedScheduler stepped) {
        return stepped.scheduler().events().since(0).stream()
                .map(SchedulerEvent::kind)
                .filter(kind -> kind != EventKind.SKIPPED)
                .toList();
    }

    /** Share of the deadlines skipped in the time to come. */
    private static double skippedShare(SteppedScheduler stepped, int seconds) {
        SchedulerStats before = stepped.scheduler().stats();
        stepped.runFor(Duration.ofSeconds(seconds));
        SchedulerStats after = stepped.scheduler().stats();
        double skipped = after.skipped() - before.skipped();
        return skipped / (skipped + after.ticks() - before.ticks());
    }

    @Test
    @DisplayName(
            "150 % of the pool: periods stretch, nothing is skipped any more; when it is over they come back, and stay")
    void stretchesAndComesBack() {
        try (SteppedScheduler stepped = start(builder -> builder.overload(elastic))) {
            InvariantChecker checker = new InvariantChecker().attach(stepped.scheduler());
            houses(stepped);
            assertThat(skippedShare(stepped, 10)).isZero();
            assertThat(kinds(stepped)).isEmpty();
            assertThat(stepped.scheduler().load().poolWork()).isCloseTo(0.5, within(0.01));

            costNs = 3 * MS / 4;
            assertThat(skippedShare(stepped, 2)).isPositive();
            stepped.runFor(Duration.ofSeconds(1));
            assertThat(kinds(stepped)).containsExactly(EventKind.PERIOD_STRETCHED);
            assertThat(stepped.scheduler().events().latest(1).get(0).text())
                    .contains("group \"house\" stretched to 125 ms, 100 maps", "of 1 threads");
            assertThat(houses)
                    .allSatisfy(map -> assertThat(map.stats().periodNanos()).isEqualTo(125 * MS));
            assertThat(stepped.scheduler().load().stretchedMaps()).isEqualTo(MAPS);
            assertThat(skippedShare(stepped, 60)).isZero();
            assertThat(kinds(stepped)).hasSize(1);

            costNs = MS / 4;
            stepped.runFor(Duration.ofSeconds(9));
            assertThat(kinds(stepped)).hasSize(1);
            stepped.runFor(Duration.ofSeconds(5));
            assertThat(kinds(stepped)).containsExactly(EventKind.PERIOD_STRETCHED, EventKind.PERIOD_RESTORED);
            assertThat(houses)
                    .allSatisfy(map -> assertThat(map.stats().periodNanos()).isEqualTo(50 * MS));
            assertThat(stepped.scheduler().load().stretchedMaps()).isZero();
            assertThat(skippedShare(stepped, 200)).isZero();
            assertThat(kinds(stepped)).hasSize(2);
            checker.verify();
        }
    }

    @Test
    @DisplayName("stretched maps keep their phases apart: no 5 ms of the new period has much more than its share")
    void phasesStayApart() {
        try (SteppedScheduler stepped = start(builder -> builder.overload(elastic))) {
            houses(stepped);
            costNs = 3 * MS / 4;
            stepped.runFor(Duration.ofSeconds(10));
            int[] slots = new int[25];
            for (TickRegistration map : houses) {
                assertThat(map.stats().periodNanos()).isEqualTo(125 * MS);
                long phaseNs = Math.floorMod(map.stats().firstDeadlineNanos(), 125 * MS);
                slots[(int) (phaseNs / (5 * MS))]++;
            }
            // The mean is 4.
            assertThat(Arrays.stream(slots).max().orElseThrow()).isLessThanOrEqualTo(10);
        }
    }

    @Test
    @DisplayName("a period that its owner sets meanwhile stays, and so does one longer than the step")
    void ownersPeriod() {
        try (SteppedScheduler stepped = start(builder -> builder.overload(elastic))) {
            houses(stepped);
            TickRegistration slow = register(
                    stepped, "slow", TickOptions.every(Duration.ofMillis(200)).group("house"));
            costNs = 3 * MS / 4;
            stepped.runFor(Duration.ofSeconds(5));
            TickRegistration mine = houses.get(7);
            assertThat(mine.stats().periodNanos()).isEqualTo(125 * MS);
            assertThat(slow.stats().periodNanos()).isEqualTo(200 * MS);
            assertThat(mine.setPeriod(Duration.ofMillis(40))).isNotNull();
            stepped.runFor(Duration.ofSeconds(5));
            assertThat(mine.stats().periodNanos()).isEqualTo(40 * MS);
            costNs = MS / 10;
            stepped.runFor(Duration.ofSeconds(60));
            assertThat(mine.stats().periodNanos()).isEqualTo(40 * MS);
            assertThat(houses.get(8).stats().periodNanos()).isEqualTo(50 * MS);
            assertThat(stepped.scheduler().load().stretchedMaps()).isZero();
            // In the next overload it is one like the others.
            costNs = MS;
            stepped.runFor(Duration.ofSeconds(10));
            assertThat(mine.stats().periodNanos())
                    .isEqualTo(houses.get(8).stats().periodNanos());
        }
    }

    @Test
    @DisplayName("on a thread of its own a map gives way to nobody: it gets its own period back")
    void notOnItsOwnThread() {
        try (SteppedScheduler stepped =
                start(builder -> builder.dedicatedThreads(1).overload(elastic))) {
            houses(stepped);
            costNs = 3 * MS / 4;
            stepped.runFor(Duration.ofSeconds(5));
            TickRegistration map = houses.get(3);
            assertThat(map.stats().periodNanos()).isEqualTo(125 * MS);
            assertThat(map.moveTo(Placement.DEDICATED)).isEqualTo(MoveResult.MOVED);
            stepped.runFor(Duration.ofSeconds(1));
            assertThat(map.stats().periodNanos()).isEqualTo(50 * MS);
            assertThat(map.moveTo(Placement.POOL)).isEqualTo(MoveResult.MOVED);
            stepped.runFor(Duration.ofSeconds(1));
            assertThat(map.stats().periodNanos()).isEqualTo(125 * MS);
        }
    }

    @Test
    @DisplayName("maps that come while their group is stretched are stretched too, and those that leave are forgotten")
    void comeAndGo() {
        try (SteppedScheduler stepped = start(builder -> builder.overload(elastic))) {
            houses(stepped);
            costNs = 3 * MS / 4;
            stepped.runFor(Duration.ofSeconds(5));
            TickRegistration late =
                    register(stepped, "late", TickOptions.every(PERIOD).group("house"));
            stepped.runFor(Duration.ofSeconds(2));
            assertThat(late.stats().periodNanos()).isEqualTo(125 * MS);
            houses.forEach(map -> assertThat(map.unregister()).isNotNull());
            stepped.runFor(Duration.ofSeconds(1));
            assertThat(stepped.scheduler().load().stretchedMaps()).isEqualTo(1);
            stepped.runFor(Duration.ofSeconds(30));
            assertThat(late.stats().periodNanos()).isEqualTo(50 * MS);
            assertThat(kinds(stepped)).hasSize(2);
        }
    }

    @Test
    @DisplayName("a hosted map of an elastic type tells its clients the update interval it has at each moment")
    void updateInterval() {
        try (SteppedScheduler stepped = start(builder -> builder.overload(elastic))) {
            MapHost host = MapHost.builder(stepped.scheduler()).build();
            List<MapHandle> maps = new ArrayList<>();
            List<Duration> seen = new ArrayList<>();
            for (int i = 0; i < MAPS; i++) {
                boolean first = i == 0;
                maps.add(host.open("hosted-" + i, MapOptions.defaults().type("house"), context -> {
                    stepped.clock().advance(Duration.ofNanos(costNs));
                    if (first && !seen.contains(context.updateInterval())) {
                        seen.add(context.updateInterval());
                    }
                }));
            }
            stepped.runFor(Duration.ofSeconds(5));
            costNs = 3 * MS / 4;
            stepped.runFor(Duration.ofSeconds(10));
            assertThat(maps).allSatisfy(map -> assertThat(map.updateInterval()).isEqualTo(Duration.ofMillis(250)));
            costNs = MS / 4;
            stepped.runFor(Duration.ofSeconds(20));
            assertThat(maps).allSatisfy(map -> assertThat(map.updateInterval()).isEqualTo(Duration.ofMillis(100)));
            assertThat(seen).containsExactly(Duration.ofMillis(100), Duration.ofMillis(250));
        }
    }

    @Test
    @DisplayName("what longer periods can't do, sleep does; who is woken stays awake; when calm all come back")
    void sheds() {
        OverloadPolicy policy = elastic.sheddable("decoration");
        try (SteppedScheduler stepped = start(builder -> builder.overload(policy))) {
            InvariantChecker checker = new InvariantChecker().attach(stepped.scheduler());
            houses(stepped);
            List<TickRegistration> decoration = new ArrayList<>();
            for (int i = 0; i < MAPS; i++) {
                decoration.add(register(
                        stepped, "decoration-" + i, TickOptions.every(PERIOD).group("decoration")));
            }
            TickRegistration own = decoration.get(0);
            assertThat(own.suspend()).isNotNull();
            costNs = 3 * MS / 4;
            stepped.runFor(Duration.ofSeconds(10));
            assertThat(kinds(stepped)).containsExactly(EventKind.PERIOD_STRETCHED, EventKind.SHED);
            assertThat(decoration).allSatisfy(map -> assertThat(map.state()).isEqualTo(TickState.SUSPENDED));
            assertThat(stepped.scheduler().load().shedMaps()).isEqualTo(MAPS - 1);
            assertThat(skippedShare(stepped, 120)).isZero();
            assertThat(decoration).allSatisfy(map -> assertThat(map.state()).isEqualTo(TickState.SUSPENDED));

            TickRegistration woken = decoration.get(5);
            assertThat(woken.wake()).isNotNull();
            stepped.runFor(Duration.ofSeconds(60));
            assertThat(woken.state()).isEqualTo(TickState.WAITING);
            assertThat(stepped.scheduler().load().shedMaps()).isEqualTo(MAPS - 2);

            costNs = MS / 10;
            stepped.runFor(Duration.ofSeconds(60));
            assertThat(kinds(stepped)).contains(EventKind.UNSHED).endsWith(EventKind.PERIOD_RESTORED);
            assertThat(stepped.scheduler().load().shedMaps()).isZero();
            assertThat(own.state()).isEqualTo(TickState.SUSPENDED);
            assertThat(decoration.subList(1, MAPS))
                    .allSatisfy(map -> assertThat(map.state()).isNotEqualTo(TickState.SUSPENDED));
            checker.verify();
        }
    }

    @Test
    @DisplayName("a group that alone is too much is tried again now and then, and not often")
    void tooMuchAlone() {
        OverloadPolicy policy = OverloadPolicy.off().sheddable("house");
        try (SteppedScheduler stepped = start(builder -> builder.overload(policy))) {
            houses(stepped);
            costNs = 3 * MS / 4;
            stepped.runFor(Duration.ofMinutes(60));
            long tried = stepped.scheduler().events().count(EventKind.UNSHED);
            assertThat(tried).isBetween(10L, 30L);
            assertThat(stepped.scheduler().events().count(EventKind.SHED)).isBetween(tried, tried + 1);
            costNs = MS / 4;
            stepped.runFor(Duration.ofMinutes(10));
            assertThat(houses).allSatisfy(map -> assertThat(map.state()).isNotEqualTo(TickState.SUSPENDED));
        }
    }

    @Test
    @DisplayName("registrations past the bound are refused with the numbers, by hint at first and by measure then")
    void admission() {
        Consumer<TickSchedulerBuilder> settings =
                builder -> builder.poolThreads(2).dedicatedThreads(1).admission(AdmissionPolicy.refuse(0.5));
        try (SteppedScheduler stepped = start(settings)) {
            TickScheduler scheduler = stepped.scheduler();
            costNs = 10 * MS;
            TickOptions hinted = TickOptions.every(PERIOD).costHint(Duration.ofMillis(20));
            register(stepped, "a", hinted);
            register(stepped, "b", hinted);
            assertThatThrownBy(() -> register(stepped, "c", hinted))
                    .isInstanceOfSatisfying(
                            RefusedException.class, e -> assertThat(e.refusal()).isEqualTo(Refusal.OVERLOADED))
                    .hasMessageContaining("map \"c\" would take the pool's work from 0.80 to 1.20 threads")
                    .hasMessageContaining("allowed: 1.00");
            assertThatThrownBy(() -> register(stepped, "c", hinted)).isInstanceOf(RefusedException.class);
            assertThat(kinds(stepped)).containsExactly(EventKind.OVERBOOKED);
            assertThat(scheduler.load().admissionRefused()).isEqualTo(2);
            assertThat(scheduler.stats().refused()).isEqualTo(2);

            // They cost half of what was hinted.
            stepped.runFor(Duration.ofSeconds(2));
            register(stepped, "c", hinted);
            assertThat(scheduler.find("c")).isPresent();
            assertThatThrownBy(() -> register(stepped, "d", hinted.costHint(Duration.ofMillis(15))))
                    .isInstanceOf(RefusedException.class);
            register(stepped, "e", hinted.placement(Placement.DEDICATED));
            stepped.runFor(Duration.ofSeconds(2));
            assertThat(scheduler.load().poolWork()).isCloseTo(0.6, within(0.01));
        }
    }

    @Test
    @DisplayName("with a warning only, all are accepted, and it is told once until the work was below the bound again")
    void warning() {
        try (SteppedScheduler stepped = start(builder -> builder.admission(AdmissionPolicy.warn(0.5)))) {
            TickOptions hinted = TickOptions.every(PERIOD).costHint(Duration.ofMillis(20));
            for (int i = 0; i < 10; i++) {
                register(stepped, "map-" + i, hinted);
            }
            assertThat(kinds(stepped)).containsExactly(EventKind.OVERBOOKED);
            stepped.runFor(Duration.ofSeconds(2));
            for (int i = 10; i < 20; i++) {
                register(stepped, "map-" + i, hinted);
            }
            assertThat(kinds(stepped)).hasSize(2);
            assertThat(stepped.scheduler().load().admissionRefused()).isZero();
        }
    }

    @Test
    @DisplayName("bad settings are refused together")
    void badSettings() {
        assertThatThrownBy(() -> TickScheduler.builder()
                        .heavyMaps(HeavyPolicy.automatic().promoteAt(Double.NaN).window(Duration.ofMillis(1)))
                        .admission(AdmissionPolicy.refuse(0))
                        .overload(OverloadPolicy.off()
                                .elastic("a", 0, List.of(PERIOD, PERIOD))
                                .elastic("b", 1, List.of())
                                .restoreAt(0.85))
                        .build())
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("heavyMaps.promoteAt = NaN")
                .hasMessageContaining("heavyMaps.window")
                .hasMessageContaining("admission.bound = 0.0")
                .hasMessageContaining("overload.restoreAt = 0.85")
                .hasMessageContaining("\"a\" weight = 0.0")
                .hasMessageContaining("each longer than the one before")
                .hasMessageContaining("\"b\" steps = []");
    }
}
