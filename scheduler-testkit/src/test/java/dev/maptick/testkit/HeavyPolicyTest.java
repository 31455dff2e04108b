package dev.maptick.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.core.EventKind;
import dev.maptick.core.HeavyPolicy;
import dev.maptick.core.MoveResult;
import dev.maptick.core.Placement;
import dev.maptick.core.SchedulerEvent;
import dev.maptick.core.TickOptions;
import dev.maptick.core.TickRegistration;
import dev.maptick.core.TickState;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Maps that cost much get a dedicated thread by themselves, and give it back. */
class HeavyPolicyTest {
    private static final long MS = 1_000_000;
    private static final Duration PERIOD = Duration.ofMillis(50);

    private final Map<String, Duration> costs = new HashMap<>();
    private final InvariantChecker checker = new InvariantChecker();
    private final SteppedScheduler stepped = SteppedScheduler.builder()
            .clockStart(Long.MAX_VALUE - 20_000 * MS)
            .poolThreads(2)
            .dedicatedThreads(1)
            .configure(builder -> builder.heavyMaps(HeavyPolicy.automatic().exceptGroup("left alone")))
            .start();

    HeavyPolicyTest() {
        checker.attach(stepped.scheduler());
    }

    @AfterEach
    void holds() {
        checker.verify();
    }

    private TickRegistration register(String name, long costMs) {
        return register(name, costMs, TickOptions.every(PERIOD));
    }

    private TickRegistration register(String name, long costMs, TickOptions options) {
        costs.put(name, Duration.ofMillis(costMs));
        return stepped.scheduler()
                .register(name, options, checker.wrap(tick -> stepped.clock().advance(costs.get(name))));
    }

    private List<SchedulerEvent> events(EventKind kind) {
        return stepped.scheduler().events().since(0).stream()
                .filter(event -> event.kind() == kind)
                .toList();
    }

    private void run(int seconds) {
        stepped.runFor(Duration.ofSeconds(seconds));
    }

    @Test
    @DisplayName("promoted after a window, with its reason; back when calm; its grid stays what it was")
    void promotedAndBack() {
        TickRegistration arena = register("boss-arena", 41);
        TickRegistration house = register("house", 1);
        run(4);
        assertThat(arena.placement()).isEqualTo(Placement.POOL);
        long originNs = arena.stats().firstDeadlineNanos();
        run(4);
        assertThat(arena.placement()).isEqualTo(Placement.DEDICATED);
        assertThat(arena.requestedPlacement()).isEqualTo(Placement.POOL);
        assertThat(house.placement()).isEqualTo(Placement.POOL);
        assertThat(stepped.scheduler().load().promotedMaps()).isEqualTo(1);
        assertThat(events(EventKind.PROMOTED)).singleElement().satisfies(event -> {
            assertThat(event.map()).isEqualTo("boss-arena");
            assertThat(event.text())
                    .isEqualTo("\"boss-arena\" costs 0.82 of a thread (41.0 ms each 50.0 ms) over 5.00 s:"
                            + " moved to a dedicated thread");
        });

        costs.put("boss-arena", Duration.ofMillis(2));
        run(58);
        assertThat(arena.placement()).isEqualTo(Placement.DEDICATED);
        run(8);
        assertThat(arena.placement()).isEqualTo(Placement.POOL);
        assertThat(arena.stats().firstDeadlineNanos()).isEqualTo(originNs);
        assertThat(arena.stats().skipped()).isZero();
        assertThat(stepped.scheduler().load().promotedMaps()).isZero();
        assertThat(events(EventKind.DEMOTED))
                .singleElement()
                .satisfies(event -> assertThat(event.text()).contains("\"boss-arena\" costs 0.04", "over 60.0 s"));
        run(100);
        assertThat(events(EventKind.PROMOTED)).hasSize(1);
    }

    @Test
    @DisplayName(
            "of two heavy maps the more expensive one gets the thread; of the other it is told once; it gets its turn")
    void noThreadFree() {
        TickRegistration loading = register("loading", 390);
        TickRegistration other = register("other", 45);
        run(30);
        assertThat(loading.placement()).isEqualTo(Placement.DEDICATED);
        assertThat(other.placement()).isEqualTo(Placement.POOL);
        assertThat(events(EventKind.HEAVY))
                .singleElement()
                .satisfies(event -> assertThat(event.text()).contains("\"other\" costs 0.90", "no dedicated thread"));
        assertThat(stepped.scheduler().stats().dedicatedRefused()).isZero();

        assertThat(loading.unregister()).isNotNull();
        run(2);
        assertThat(other.placement()).isEqualTo(Placement.DEDICATED);
        assertThat(events(EventKind.PROMOTED)).extracting(SchedulerEvent::map).containsExactly("loading", "other");
    }

    @Test
    @DisplayName("what its owner says is never undone")
    void owner() {
        TickRegistration arena = register("arena", 45);
        run(10);
        assertThat(arena.placement()).isEqualTo(Placement.DEDICATED);
        // Back by hand: it stays there, however heavy.
        assertThat(arena.moveTo(Placement.POOL)).isEqualTo(MoveResult.MOVED);
        run(60);
        assertThat(arena.placement()).isEqualTo(Placement.POOL);
        // Wanted there by hand: it stays there, however calm.
        assertThat(arena.moveTo(Placement.DEDICATED)).isEqualTo(MoveResult.MOVED);
        costs.put("arena", Duration.ofMillis(1));
        run(200);
        assertThat(arena.placement()).isEqualTo(Placement.DEDICATED);
        assertThat(events(EventKind.PROMOTED)).hasSize(1);
        assertThat(events(EventKind.DEMOTED)).isEmpty();
    }

    @Test
    @DisplayName("a promoted map that its owner then asks a thread for keeps it")
    void ownerConfirms() {
        TickRegistration arena = register("arena", 45);
        run(10);
        assertThat(arena.moveTo(Placement.DEDICATED)).isEqualTo(MoveResult.ALREADY_THERE);
        costs.put("arena", Duration.ofMillis(1));
        run(200);
        assertThat(arena.placement()).isEqualTo(Placement.DEDICATED);
        assertThat(events(EventKind.DEMOTED)).isEmpty();
    }

    @Test
    @DisplayName("one that asked for a thread at registration and got none gets it when heavy, and keeps it")
    void askedAtRegistration() {
        TickRegistration first = register("first", 1, TickOptions.every(PERIOD).placement(Placement.DEDICATED));
        TickRegistration second =
                register("second", 45, TickOptions.every(PERIOD).placement(Placement.DEDICATED));
        run(20);
        assertThat(first.placement()).isEqualTo(Placement.DEDICATED);
        assertThat(second.placement()).isEqualTo(Placement.POOL);
        assertThat(first.unregister()).isNotNull();
        run(2);
        assertThat(second.placement()).isEqualTo(Placement.DEDICATED);
        costs.put("second", Duration.ofMillis(1));
        run(200);
        assertThat(second.placement()).isEqualTo(Placement.DEDICATED);
    }

    @Test
    @DisplayName("groups that are left out, maps that are suspended, and single long ticks are not promoted")
    void notPromoted() {
        register("out", 45, TickOptions.every(PERIOD).group("left alone"));
        TickRegistration asleep = register("asleep", 45);
        run(2);
        assertThat(asleep.suspend()).isNotNull();
        stepped.scheduler()
                .register(
                        "spikes",
                        TickOptions.every(PERIOD),
                        checker.wrap(tick ->
                                stepped.clock().advance(Duration.ofMillis(tick.number() % 40 == 0 ? 900 : 1))));
        run(100);
        assertThat(stepped.scheduler().registrations())
                .hasSize(3)
                .allSatisfy(map -> assertThat(map.placement()).isEqualTo(Placement.POOL));
        assertThat(stepped.scheduler().events().count(EventKind.PROMOTED)).isZero();
    }

    @Test
    @DisplayName("an empty arena, suspended by its owner, gives its thread back")
    void suspendedIsCalm() {
        TickRegistration arena = register("arena", 45);
        run(10);
        assertThat(arena.suspend()).isNotNull();
        run(70);
        assertThat(arena.placement()).isEqualTo(Placement.POOL);
        assertThat(events(EventKind.DEMOTED)).hasSize(1);
    }

    /** Heavy maps of 390 ms and 100 light ones of 0.1 ms, P = 50 ms, from when all are known to be heavy on. */
    private static Map<String, List<TickTrace>> heavyAndLight(int poolThreads, int heavyMaps, HeavyPolicy policy) {
        try (SteppedScheduler crowd = SteppedScheduler.builder()
                .poolThreads(poolThreads)
                .configure(builder -> builder.heavyMaps(policy))
                .start()) {
            InvariantChecker crowdChecker = new InvariantChecker().attach(crowd.scheduler());
            for (int i = 0; i < heavyMaps; i++) {
                crowd.scheduler()
                        .register(
                                "heavy-" + i,
                                TickOptions.every(PERIOD),
                                crowdChecker.wrap(TickTasks.costing(crowd.clock(), Duration.ofMillis(390))));
            }
            for (int i = 0; i < 100; i++) {
                crowd.scheduler()
                        .register(
                                "light-" + i,
                                TickOptions.every(PERIOD),
                                crowdChecker.wrap(TickTasks.costing(crowd.clock(), Duration.ofNanos(100_000))));
            }
            crowd.runFor(Duration.ofSeconds(15));
            Map<String, List<TickTrace>> ticks =
                    crowd.runFor(Duration.ofSeconds(20)).stream().collect(Collectors.groupingBy(TickTrace::name));
            crowdChecker.verify();
            return ticks;
        }
    }

    @ParameterizedTest
    @CsvSource({"2, 2", "2, 3", "2, 5", "3, 3", "3, 7", "4, 4"})
    @DisplayName("heavy maps in the pool leave a thread to the light ones, which miss nothing, and take turns evenly")
    void leaveOneThread(int poolThreads, int heavyMaps) {
        Map<String, List<TickTrace>> ticks = heavyAndLight(poolThreads, heavyMaps, HeavyPolicy.automatic());
        for (int i = 0; i < 100; i++) {
            assertThat(ticks.get("light-" + i)).hasSizeBetween(399, 401).allMatch(tick -> tick.skipped() == 0);
        }
        // Each thread does a tick of 390 ms in 390 to 440 ms: the next heavy map asks at its own grid points.
        int most = (poolThreads - 1) * 20_000 / 390;
        int least = (poolThreads - 1) * 20_000 / 490;
        for (int i = 0; i < heavyMaps; i++) {
            assertThat(ticks.get("heavy-" + i)).hasSizeBetween(least / heavyMaps - 1, most / heavyMaps + 2);
        }
    }

    @Test
    @DisplayName("without the cap two heavy maps hold both threads, and light ones wait")
    void holdAllThreads() {
        Map<String, List<TickTrace>> ticks =
                heavyAndLight(2, 2, HeavyPolicy.automatic().leaveOneThread(false));
        assertThat(ticks.get("heavy-0")).hasSizeBetween(49, 52);
        assertThat(ticks.get("heavy-1")).hasSizeBetween(49, 52);
        assertThat(ticks.get("light-0")).hasSizeLessThan(150);
    }

    @Test
    @DisplayName("a pool of one has no thread to leave: its heavy map ticks as it can")
    void poolOfOne() {
        Map<String, List<TickTrace>> ticks = heavyAndLight(1, 1, HeavyPolicy.automatic());
        assertThat(ticks.get("heavy-0")).hasSizeBetween(48, 52);
        assertThat(ticks.get("light-0")).hasSizeBetween(48, 52);
    }

    @Test
    @DisplayName("a map that waits for its place and is suspended does not keep it")
    void placesAreNotKeptForEver() {
        TickRegistration a = register("a", 390, TickOptions.every(PERIOD).group("left alone"));
        TickRegistration b = register("b", 390, TickOptions.every(PERIOD).group("left alone"));
        run(20);
        assertThat(events(EventKind.HEAVY))
                .hasSize(2)
                .allSatisfy(event -> assertThat(event.text()).endsWith("it stays in the pool"));
        for (TickRegistration map : List.of(a, b)) {
            TickRegistration other = map == a ? b : a;
            assertThat(map.suspend()).isNotNull();
            run(1);
            long before = other.stats().ticks();
            run(10);
            assertThat(other.stats().ticks() - before).isBetween(24L, 26L);
            assertThat(map.resume()).isNotNull();
            run(1);
        }
    }

    @Test
    @DisplayName("a heavy map stuck in its tick holds the others back for five seconds and no longer")
    void stuck() {
        TickOptions alone = TickOptions.every(PERIOD).group("left alone");
        TickRegistration a = register("a", 45, alone);
        TickRegistration b = register("b", 45, alone);
        run(20);
        assertThat(events(EventKind.HEAVY)).hasSize(2);
        costs.put("a", Duration.ofMinutes(10));
        run(8);
        assertThat(a.state()).isEqualTo(TickState.RUNNING);
        long before = b.stats().ticks();
        run(10);
        assertThat(b.stats().ticks() - before).isBetween(199L, 201L);
        run(600);
        costs.put("a", Duration.ofMillis(45));
        run(2);
        before = a.stats().ticks() + b.stats().ticks();
        run(10);
        // The two take turns again: of one thread each tick of 45 ms takes 50.
        assertThat(a.stats().ticks() + b.stats().ticks() - before).isBetween(150L, 224L);
    }

    @Test
    @DisplayName("by default nothing moves and nothing is measured")
    void offByDefault() {
        try (SteppedScheduler plain =
                SteppedScheduler.builder().dedicatedThreads(1).start()) {
            TickRegistration map = plain.scheduler()
                    .register("heavy", TickOptions.every(PERIOD), TickTasks.costing(plain.clock(), PERIOD));
            plain.runFor(Duration.ofSeconds(60));
            assertThat(map.placement()).isEqualTo(Placement.POOL);
            assertThat(plain.scheduler().load().poolWork()).isZero();
        }
    }
}
