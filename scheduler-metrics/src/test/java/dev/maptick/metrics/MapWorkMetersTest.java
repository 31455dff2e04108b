package dev.maptick.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.maptick.maps.Admission;
import dev.maptick.maps.GameMap;
import dev.maptick.maps.MailboxLimits;
import dev.maptick.maps.MapContext;
import dev.maptick.maps.MapHandle;
import dev.maptick.maps.MapHost;
import dev.maptick.maps.MapLimits;
import dev.maptick.maps.MapOptions;
import dev.maptick.maps.PersistentMap;
import dev.maptick.maps.save.InMemoryMapStore;
import dev.maptick.maps.save.SaveOptions;
import dev.maptick.maps.save.Snapshot;
import dev.maptick.maps.tasks.BackgroundPoolOptions;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** M9, G9: what goes through maps besides ticks, as meters. */
class MapWorkMetersTest {
    private static final Pattern SAMPLE =
            Pattern.compile("[a-z_]+(\\{([a-z_]+=\"([^\"\\\\\\n]|\\\\[\\\\\"n])*\",?)*})? [-+0-9.eEInf]+");

    private static final MapOptions HOUSE = MapOptions.defaults()
            .type("house")
            .phase(Duration.ZERO)
            .limits(MapLimits.defaults().withMailbox(new MailboxLimits(3, 1, 1)));

    private final World world = new World();
    private final PrometheusMeterRegistry prometheus = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final SimpleMeterRegistry simple = new SimpleMeterRegistry();
    private final MapHost host = MapHost.builder(world.scheduler)
            .background(BackgroundPoolOptions.DEFAULT.withBounds(2, 5).withExecutor(task -> {}))
            .build();
    private final MapHost saving = MapHost.builder(world.scheduler)
            .saving(
                    new InMemoryMapStore(),
                    SaveOptions.defaults().withInterval(Duration.ofSeconds(1)).withAtOnce(3))
            .build();

    private static MapWorkMeters bind(MapHost host, MeterRegistry registry) {
        MapWorkMeters meters = new MapWorkMeters(host);
        meters.bindTo(registry);
        return meters;
    }

    private double sample(String line) {
        return prometheus
                .scrape()
                .lines()
                .filter(l -> l.startsWith(line + " "))
                .mapToDouble(l -> Double.parseDouble(l.substring(l.lastIndexOf(' ') + 1)))
                .findFirst()
                .orElseThrow(() -> new AssertionError(line + " not in\n" + prometheus.scrape()));
    }

    /** What the table says of a meter, and what a registry does. */
    private record Line(String name, Tags tags, String unit, String description, Meter.Type type) {
        static Line of(WorkMeter<?> meter, Tags more) {
            return new Line(
                    meter.name(),
                    more.and(meter.tags()),
                    meter.unit(),
                    meter.description(),
                    meter.counter() ? Meter.Type.COUNTER : Meter.Type.GAUGE);
        }

        static Line of(Meter.Id id) {
            return new Line(
                    id.getName(),
                    Tags.of(id.getTags()),
                    String.valueOf(id.getBaseUnit()),
                    String.valueOf(id.getDescription()),
                    id.getType());
        }
    }

    private List<Line> registered() {
        return simple.getMeters().stream()
                .map(meter -> Line.of(meter.getId()))
                .filter(line ->
                        WorkDistribution.ALL.stream().noneMatch(d -> line.name().startsWith(d.meter)))
                .toList();
    }

    @Test
    void theMetersAreThoseOfTheTable() {
        List<Line> table = new ArrayList<>();
        Tags house = Tags.of("type", "house");
        WorkMeters.OF_HOST.forEach(m -> table.add(Line.of(m, Tags.empty())));
        WorkMeters.OF_TYPES.forEach(m -> table.add(Line.of(m, house)));
        bind(host, simple);
        host.open("h", HOUSE, c -> {});
        assertThat(registered()).containsExactlyInAnyOrderElementsOf(table);
        assertThat(simple.getMeters()).hasSameSizeAs(table);
    }

    @Test
    void aHostWithAStoreHasThoseOfSavingToo() {
        List<Line> table = new ArrayList<>();
        Tags house = Tags.of("type", "house");
        WorkMeters.OF_HOST.forEach(m -> table.add(Line.of(m, Tags.empty())));
        WorkMeters.SAVES_OF_HOST.forEach(m -> table.add(Line.of(m, Tags.empty())));
        WorkMeters.OF_TYPES.forEach(m -> table.add(Line.of(m, house)));
        WorkMeters.SAVES_OF_TYPES.forEach(m -> table.add(Line.of(m, house)));
        bind(saving, simple);
        saving.open("h", HOUSE, c -> {});
        assertThat(registered()).containsExactlyInAnyOrderElementsOf(table);
        // Each of the two: a timer, two percentiles and a maximum.
        assertThat(simple.getMeters()).hasSize(table.size() + 2 * 4);
    }

    @Test
    void everyMeterHasItsOwnNameADescriptionAndAUnit() {
        bind(saving, simple);
        saving.open("h", HOUSE, c -> {});
        assertThat(simple.getMeters()).allSatisfy(meter -> {
            assertThat(meter.getId().getName()).startsWith("maptick.");
            assertThat(meter.getId().getDescription()).isNotBlank();
            assertThat(meter.getId().getBaseUnit()).isNotBlank();
        });
    }

    @Test
    void countsFollowPostsTimersAndTasks() {
        bind(host, prometheus);
        MapHandle h = host.open("h", HOUSE, new GameMap() {
            @Override
            public void onOpen(MapContext c) {
                c.timers().every(Duration.ofMillis(50), f -> {});
                c.tasks().submit(t -> 1, o -> {});
            }

            @Override
            public void onTick(MapContext c) {}
        });
        for (int i = 0; i < 4; i++) {
            h.post(() -> {
                throw new IllegalStateException("planned");
            });
        }
        h.postHigh(() -> {});
        assertThat(sample("maptick_posts_total{outcome=\"accepted\",type=\"house\"}"))
                .isEqualTo(4);
        assertThat(sample("maptick_posts_queued{lane=\"normal\",type=\"house\"}"))
                .isEqualTo(3);
        assertThat(sample("maptick_posts_queued{lane=\"high\",type=\"house\"}")).isOne();
        assertThat(sample("maptick_posts_capacity{lane=\"normal\",type=\"house\"}"))
                .isEqualTo(3);
        assertThat(sample("maptick_posts_waiting_capacity{type=\"house\"}")).isOne();
        assertThat(sample("maptick_posts_total{outcome=\"refused_full\",type=\"house\"}"))
                .isOne();
        world.run(999);
        assertThat(sample("maptick_posts_total{outcome=\"executed\",type=\"house\"}"))
                .isEqualTo(4);
        assertThat(sample("maptick_post_faults_total{type=\"house\"}")).isEqualTo(3);
        assertThat(sample("maptick_posts_queued_max{type=\"house\"}")).isEqualTo(4);
        assertThat(sample("maptick_timers_total{outcome=\"started\",type=\"house\"}"))
                .isOne();
        assertThat(sample("maptick_timer_firings_total{type=\"house\"}")).isPositive();
        assertThat(sample("maptick_timers_pending{type=\"house\"}")).isOne();
        assertThat(sample("maptick_timers_capacity{type=\"house\"}")).isEqualTo(65_536);
        assertThat(sample("maptick_tasks_total{outcome=\"accepted\",type=\"house\"}"))
                .isOne();
        assertThat(sample("maptick_tasks_queued{type=\"house\"}")).isOne();
        assertThat(sample("maptick_tasks_workers")).isEqualTo(2);
        assertThat(sample("maptick_tasks_queued_limit")).isEqualTo(5);
        assertThat(sample("maptick_maps_open{state=\"awake\",type=\"house\"}")).isOne();
        assertThat(prometheus.scrape())
                .contains("# TYPE maptick_posts_total counter")
                .contains("# TYPE maptick_posts_queued gauge")
                .doesNotContain("maptick_save");
    }

    @Test
    void countsStayWhenTheMapLeavesAndGrowByWhatItsHandleIsRefused() {
        bind(host, prometheus);
        MapHandle h = host.open("h", HOUSE, c -> {});
        h.post(() -> {});
        world.run(60);
        var unused = h.close();
        world.run(60);
        assertThat(h.post(() -> {})).isEqualTo(Admission.GONE);
        world.run(200);
        assertThat(sample("maptick_posts_total{outcome=\"executed\",type=\"house\"}"))
                .isOne();
        assertThat(sample("maptick_posts_total{outcome=\"refused_gone\",type=\"house\"}"))
                .isOne();
        assertThat(sample("maptick_maps_open{state=\"awake\",type=\"house\"}")).isZero();
        assertThat(sample("maptick_posts_capacity{lane=\"normal\",type=\"house\"}"))
                .isZero();
    }

    @Test
    void oneReadingServesAWholeScrapeAndIsKeptForATenthOfASecond() {
        WorkSnapshot snapshot = new WorkSnapshot(host);
        MapHandle h = host.open("h", HOUSE, c -> {});
        var first = snapshot.of("house");
        h.post(() -> {});
        world.spend(99);
        assertThat(snapshot.of("house")).isSameAs(first);
        world.spend(1);
        var second = snapshot.of("house");
        assertThat(second).isNotNull();
        assertThat(second.work().mailbox().accepted()).isOne();
        assertThat(snapshot.of("unheard of")).isNull();
    }

    @Test
    void aTypeThatComesLaterGetsItsSeries() {
        host.open("h", HOUSE, c -> {});
        bind(host, prometheus);
        assertThat(sample("maptick_maps_open{state=\"awake\",type=\"house\"}")).isOne();
        int meters = prometheus.getMeters().size();
        host.open("h2", HOUSE, c -> {});
        assertThat(prometheus.getMeters()).hasSize(meters);
        host.open("b", HOUSE.type("boss"), c -> {});
        world.spend(100);
        assertThat(sample("maptick_maps_open{state=\"awake\",type=\"boss\"}")).isOne();
        assertThat(sample("maptick_maps_open{state=\"awake\",type=\"house\"}")).isEqualTo(2);
    }

    @Test
    void closingRemovesEveryMeterFromEveryRegistry() {
        MapWorkMeters meters = bind(saving, prometheus);
        meters.bindTo(prometheus);
        meters.bindTo(simple);
        saving.open("h", HOUSE, c -> {});
        assertThat(simple.getMeters()).isNotEmpty();
        meters.close();
        meters.close();
        saving.open("b", HOUSE.type("boss"), c -> {});
        assertThat(simple.getMeters()).isEmpty();
        assertThat(prometheus.getMeters()).isEmpty();
        assertThat(prometheus.scrape()).doesNotContain("maptick");
        bind(saving, prometheus);
        assertThat(sample("maptick_maps_open{state=\"awake\",type=\"boss\"}")).isOne();
    }

    @Test
    void standsBesideTheMetersOfTheTicks() {
        TickMetrics ticks = new TickMetrics().attach(world.scheduler);
        new MaptickMeters(world.scheduler, ticks).bindTo(prometheus);
        bind(saving, prometheus);
        saving.open("h", HOUSE.type("quote\" back\\slash {brace=\"x\"}"), c -> {});
        world.run(60);
        assertThat(prometheus.scrape().lines().filter(line -> !line.startsWith("#")))
                .isNotEmpty()
                .allMatch(line -> SAMPLE.matcher(line).matches(), "is a sample");
    }

    @Test
    void aFilterThatMergesTypesLeavesTheScrapeReadable() {
        prometheus.config().meterFilter(MeterFilter.ignoreTags("type"));
        bind(saving, prometheus);
        saving.open("a", HOUSE, c -> {});
        saving.open("b", HOUSE.type("boss"), c -> {});
        assertThat(sample("maptick_save_pause_seconds_count")).isZero();
    }

    @Test
    void throwingListenersOfTheRegistryDisturbNoMap() {
        bind(host, simple);
        simple.config().onMeterAdded(meter -> {
            throw new IllegalStateException("planned");
        });
        MapHandle h = host.open("h", HOUSE, c -> {});
        world.run(999);
        assertThat(h.registration().stats().ticks()).isEqualTo(20);
        assertThat(host.listenerFailures()).isOne();
    }

    @Test
    void metersStayRightWhenNobodyElseHoldsTheHost() {
        bindAndForget(simple);
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        assertThat(simple.get("maptick.posts")
                        .tag("outcome", "accepted")
                        .functionCounter()
                        .count())
                .isOne();
        assertThat(simple.get("maptick.posts.queued")
                        .tag("lane", "normal")
                        .gauge()
                        .value())
                .isOne();
        assertThat(simple.get("maptick.tasks.workers").gauge().value()).isEqualTo(4);
    }

    private static void bindAndForget(MeterRegistry registry) {
        MapHost own = MapHost.builder(new World().scheduler).build();
        bind(own, registry);
        own.open("h", HOUSE, c -> {}).post(() -> {});
    }

    /** Stands still for 3 ms at each capture. */
    private final class Slow implements PersistentMap {
        @Override
        public void onTick(MapContext c) {}

        @Override
        public boolean tracksChanges() {
            return false;
        }

        @Override
        public Snapshot capture() {
            world.spend(3);
            return () -> new byte[7];
        }
    }

    @Test
    void savesAndTheirPausesAreShown() throws Exception {
        bind(saving, prometheus);
        bind(saving, simple);
        saving.openSaved("h", HOUSE, saved -> new Slow()).get(20, TimeUnit.SECONDS);
        Awaitility.await("three saves")
                .atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(1))
                .until(() -> {
                    world.run(50);
                    return saving.saveStats().orElseThrow().written() >= 3;
                });
        world.spend(100);
        double captured = sample("maptick_saves_total{outcome=\"captured\",type=\"house\"}");
        double written = sample("maptick_saves_total{outcome=\"written\",type=\"house\"}");
        assertThat(written).isGreaterThanOrEqualTo(3);
        assertThat(captured).isEqualTo(written + sample("maptick_saves_in_flight{type=\"house\"}"));
        assertThat(sample("maptick_save_bytes_total{type=\"house\"}")).isEqualTo(7 * written);
        assertThat(sample("maptick_maps_saved{type=\"house\"}")).isOne();
        assertThat(sample("maptick_saves_in_flight_limit")).isEqualTo(3);
        assertThat(sample("maptick_saves_in_flight_max")).isOne();
        assertThat(sample("maptick_save_pause_seconds_count{type=\"house\"}")).isEqualTo(captured);
        assertThat(sample("maptick_save_pause_seconds_sum{type=\"house\"}")).isCloseTo(0.003 * captured, within(1e-9));
        assertThat(sample("maptick_save_pause_seconds_bucket{type=\"house\",le=\"0.001\"}"))
                .isZero();
        assertThat(sample("maptick_save_pause_seconds_bucket{type=\"house\",le=\"0.005\"}"))
                .isEqualTo(captured);
        assertThat(sample("maptick_save_pause_max_seconds{type=\"house\"}")).isEqualTo(0.003);
        assertThat(sample("maptick_save_write_seconds_count{type=\"house\"}")).isEqualTo(written);
        assertThat(prometheus.scrape()).contains("# TYPE maptick_save_pause_seconds histogram");
        assertThat(simple.get("maptick.save.pause").functionTimer().count()).isEqualTo(captured);
        assertThat(simple.get("maptick.save.pause.percentile")
                        .tag("phi", "0.99")
                        .gauge()
                        .value())
                .isCloseTo(0.003, within(0.00005));
    }
}
