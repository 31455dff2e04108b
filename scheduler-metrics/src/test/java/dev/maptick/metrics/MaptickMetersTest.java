package dev.maptick.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.maptick.core.FaultPolicy;
import dev.maptick.core.Placement;
import dev.maptick.core.TickOptions;
import dev.maptick.core.TickRegistration;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class MaptickMetersTest {
    private static final Pattern SAMPLE =
            Pattern.compile("[a-z_]+(\\{([a-z_]+=\"([^\"\\\\\\n]|\\\\[\\\\\"n])*\",?)*})? [-+0-9.eEInf]+");

    private final TickMetrics metrics = new TickMetrics();
    private final World world = new World(metrics);
    private final PrometheusMeterRegistry prometheus = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    private MaptickMeters bind(MeterRegistry registry) {
        MaptickMeters meters = new MaptickMeters(world.scheduler, metrics);
        meters.bindTo(registry);
        return meters;
    }

    private TickRegistration open(String name, String type) {
        return world.scheduler.register(
                name, TickOptions.every(Duration.ofMillis(50)).group(type).phase(Duration.ZERO), t -> world.spend(2));
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

    private static void collectGarbage() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
    }

    @Test
    void prometheusShowsThePromisedNames() {
        try (MaptickMeters meters = bind(prometheus)) {
            meters.bindTo(prometheus);
            open("house-1", "house");
            world.run(999);
            double ticks = 20;
            String labels = "{placement=\"pool\",type=\"house\"}";
            assertThat(sample("maptick_ticks_total" + labels)).isEqualTo(ticks);
            assertThat(sample("maptick_ticks_skipped_total" + labels)).isZero();
            assertThat(sample("maptick_ticks_suspended_total" + labels)).isZero();
            for (String cause : new String[] {"host_stall", "queueing", "own_overrun"}) {
                assertThat(sample(
                                "maptick_ticks_late_total{cause=\"" + cause + "\",placement=\"pool\",type=\"house\"}"))
                        .isZero();
            }
            assertThat(sample("maptick_tick_faults_total" + labels)).isZero();
            assertThat(sample("maptick_last_tasks_total" + labels)).isZero();
            assertThat(sample("maptick_last_task_faults_total" + labels)).isZero();
            assertThat(sample("maptick_tick_out_of_range_total" + labels)).isZero();
            assertThat(sample("maptick_maps" + labels)).isOne();
            assertThat(sample("maptick_tick_duration_max_seconds" + labels)).isEqualTo(0.002);
            assertThat(sample("maptick_tick_lateness_max_seconds" + labels)).isZero();
            assertThat(sample("maptick_tick_duration_seconds_count" + labels)).isEqualTo(ticks);
            assertThat(sample("maptick_tick_duration_seconds_sum" + labels)).isCloseTo(0.04, within(1e-9));
            assertThat(sample("maptick_tick_lateness_seconds_count" + labels)).isEqualTo(ticks);
            assertThat(bucket("maptick_tick_duration_seconds", "0.001")).isZero();
            assertThat(bucket("maptick_tick_duration_seconds", "0.005")).isEqualTo(ticks);
            assertThat(bucket("maptick_tick_duration_seconds", "+Inf")).isEqualTo(ticks);
            assertThat(bucket("maptick_tick_lateness_seconds", "1.0E-4")).isEqualTo(ticks);
            assertThat(sample("maptick_threads{placement=\"pool\"}"))
                    .isEqualTo((double) world.scheduler.stats().poolThreads());
            assertThat(sample("maptick_threads{placement=\"dedicated\"}")).isZero();
            assertThat(sample("maptick_pool_utilization")).isCloseTo(0.04, within(0.005));
            assertThat(sample("maptick_maps_overdue")).isZero();
            assertThat(sample("maptick_maps_lost")).isZero();
            assertThat(sample("maptick_ticks_stuck")).isZero();
            assertThat(sample("maptick_wakeups_total")).isNotNegative();
            assertThat(sample("maptick_ticks_stolen_total")).isZero();
            assertThat(sample("maptick_listener_failures_total")).isZero();
            assertThat(sample("maptick_registrations_refused_total")).isZero();
            assertThat(sample("maptick_dedicated_refused_total")).isZero();
            assertThat(sample("maptick_pool_work_threads")).isZero();
            assertThat(sample("maptick_promotions_total")).isZero();
            assertThat(sample("maptick_demotions_total")).isZero();
            assertThat(sample("maptick_maps_promoted")).isZero();
            assertThat(sample("maptick_maps_stretched")).isZero();
            assertThat(sample("maptick_maps_shed")).isZero();
            assertThat(sample("maptick_admission_refused_total")).isZero();
            assertThat(prometheus.scrape())
                    .contains("# TYPE maptick_tick_duration_seconds histogram")
                    .contains("# TYPE maptick_tick_lateness_seconds histogram")
                    .contains("# TYPE maptick_ticks_total counter")
                    .contains("# HELP maptick_tick_duration_seconds How long ticks took");
            assertThat(prometheus.scrape("application/openmetrics-text; version=1.0.0"))
                    .contains("# UNIT maptick_tick_duration_seconds seconds")
                    .contains("maptick_ticks_total{placement=\"pool\",type=\"house\"} 20.0")
                    .endsWith("# EOF\n");
        }
    }

    private double bucket(String name, String le) {
        return sample(name + "_bucket{placement=\"pool\",type=\"house\",le=\"" + le + "\"}");
    }

    @Test
    void countersFollowSkipsFaultsAndRefusals() {
        bind(prometheus);
        world.scheduler.register(
                "bad",
                TickOptions.every(Duration.ofMillis(50))
                        .group("house")
                        .placement(Placement.POOL)
                        .phase(Duration.ZERO)
                        .lastTask(t -> {
                            throw new IllegalStateException("planned");
                        }),
                t -> {
                    world.spend(120);
                    throw new IllegalStateException("planned");
                });
        try {
            open("bad", "house");
        } catch (IllegalArgumentException e) {
            // Refused: the name is taken.
        }
        world.run(1_000);
        String labels = "{placement=\"pool\",type=\"house\"}";
        assertThat(sample("maptick_ticks_skipped_total" + labels))
                .isEqualTo((double) world.scheduler.stats().skipped())
                .isPositive();
        assertThat(sample("maptick_tick_faults_total" + labels))
                .isEqualTo((double) world.scheduler.stats().faults())
                .isPositive();
        assertThat(sample("maptick_registrations_refused_total")).isOne();
        assertThat(sample("maptick_pool_utilization")).isBetween(0.75, 0.85);
    }

    @Test
    void backOffsAndQuarantinesAreCountedByType() {
        bind(prometheus);
        boolean[] throwing = {true};
        FaultPolicy policy = FaultPolicy.count().backOff(1).backOffCap(1).quarantine(3);
        TickOptions options = TickOptions.every(Duration.ofMillis(50))
                .group("house")
                .phase(Duration.ZERO)
                .faultPolicy(policy);
        TickRegistration bad = world.scheduler.register("bad", options, t -> {
            if (throwing[0]) {
                throw new IllegalStateException("planned");
            }
        });
        String labels = "{placement=\"pool\",type=\"house\"}";
        world.run(120);
        assertThat(sample("maptick_maps" + labels)).isOne();
        assertThat(sample("maptick_maps_backoff" + labels)).isOne();
        assertThat(sample("maptick_fault_backoffs_total" + labels)).isOne();
        world.run(1_000);
        assertThat(sample("maptick_maps" + labels)).isOne();
        assertThat(sample("maptick_maps_backoff" + labels)).isZero();
        assertThat(sample("maptick_maps_quarantined" + labels)).isOne();
        assertThat(sample("maptick_fault_quarantines_total" + labels)).isOne();
        bad.moveTo(Placement.DEDICATED);
        assertThat(sample("maptick_maps_quarantined" + labels)).isZero();
        assertThat(sample("maptick_maps_quarantined{placement=\"dedicated\",type=\"house\"}"))
                .isOne();
        bad.moveTo(Placement.POOL);
        throwing[0] = false;
        bad.resume();
        world.run(1_000);
        assertThat(sample("maptick_maps_quarantined" + labels)).isZero();
        throwing[0] = true;
        world.run(1_000);
        assertThat(sample("maptick_maps_quarantined" + labels)).isOne();
        assertThat(sample("maptick_fault_quarantines_total" + labels)).isEqualTo(2);
        var unusedFuture = bad.unregister();
        assertThat(sample("maptick_maps_quarantined" + labels)).isZero();
        assertThat(sample("maptick_maps" + labels)).isZero();
    }

    @Test
    void everyMeterHasADescriptionAndAUnit() {
        SimpleMeterRegistry simple = new SimpleMeterRegistry();
        bind(simple);
        open("house-1", "house");
        assertThat(simple.getMeters()).isNotEmpty().allSatisfy(meter -> {
            assertThat(meter.getId().getName()).startsWith("maptick.");
            assertThat(meter.getId().getDescription()).isNotBlank();
            if (!meter.getId().getName().equals("maptick.pool.utilization")) {
                assertThat(meter.getId().getBaseUnit()).isNotBlank();
            }
        });
    }

    @Test
    void otherRegistriesShowTimersAndPercentiles() {
        SimpleMeterRegistry simple = new SimpleMeterRegistry();
        CompositeMeterRegistry composite = new CompositeMeterRegistry();
        composite.add(simple);
        bind(composite);
        open("house-1", "house");
        world.run(999);
        assertThat(simple.get("maptick.ticks")
                        .tag("type", "house")
                        .functionCounter()
                        .count())
                .isEqualTo(20);
        var timer = simple.get("maptick.tick.duration").tag("placement", "pool").functionTimer();
        assertThat(timer.count()).isEqualTo(20);
        assertThat(timer.totalTime(TimeUnit.MILLISECONDS)).isCloseTo(40, within(1e-6));
        Gauge p99 = simple.get("maptick.tick.duration.percentile")
                .tag("phi", "0.99")
                .gauge();
        assertThat(p99.value()).isCloseTo(0.002, within(0.00003));
        world.run(10_000);
        assertThat(p99.value()).isCloseTo(0.002, within(0.00003));
        Gauge late =
                simple.get("maptick.tick.lateness.percentile").tag("phi", "0.5").gauge();
        assertThat(late.value()).isBetween(0.0, 1e-6);
    }

    @Test
    void closingRemovesEveryMeterFromEveryRegistry() {
        SimpleMeterRegistry simple = new SimpleMeterRegistry();
        MaptickMeters meters = bind(prometheus);
        meters.bindTo(simple);
        open("house-1", "house");
        world.run(100);
        assertThat(simple.getMeters()).isNotEmpty();
        meters.close();
        meters.close();
        open("boss-1", "boss");
        world.run(100);
        assertThat(simple.getMeters()).isEmpty();
        assertThat(prometheus.getMeters()).isEmpty();
        assertThat(prometheus.scrape()).doesNotContain("maptick");
        meters.bindTo(prometheus);
        assertThat(sample("maptick_maps{placement=\"pool\",type=\"boss\"}")).isOne();
    }

    @Test
    void gaugesStayRightWhenNobodyElseHoldsWhatTheyMeasure() {
        PrometheusMeterRegistry registry = bindAndForget();
        collectGarbage();
        for (int i = 0; i < 3; i++) {
            collectGarbage();
            assertThat(registry.scrape())
                    .contains("maptick_maps{placement=\"pool\",type=\"house\"} 50")
                    .contains("maptick_ticks_total{placement=\"pool\",type=\"house\"} 1000.0")
                    .contains("maptick_tick_duration_seconds_count{placement=\"pool\",type=\"house\"} 1000")
                    .contains("maptick_maps_overdue 0")
                    .contains("maptick_maps_lost 0")
                    .doesNotContain("NaN");
        }
    }

    private static PrometheusMeterRegistry bindAndForget() {
        TickMetrics ownMetrics = new TickMetrics();
        World own = new World(ownMetrics);
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        new MaptickMeters(own.scheduler, ownMetrics).bindTo(registry);
        // Between two milliseconds: 20 ticks each in a second, whichever end of it counts.
        for (int i = 0; i < 50; i++) {
            TickOptions options = TickOptions.every(Duration.ofMillis(50))
                    .group("house")
                    .phase(Duration.ofNanos(1_000_000L * i + 500_000));
            own.scheduler.register("house-" + i, options, t -> {});
        }
        own.run(1_000);
        assertThat(ownMetrics.snapshot().total().ticks()).isEqualTo(1_000);
        return registry;
    }

    @Test
    void functionMetersOfOtherRegistriesAreHeldStronglyToo() {
        SimpleMeterRegistry simple = new SimpleMeterRegistry();
        bindSimpleAndForget(simple);
        collectGarbage();
        assertThat(simple.get("maptick.ticks").functionCounter().count()).isEqualTo(20);
        assertThat(simple.get("maptick.tick.duration").functionTimer().count()).isEqualTo(20);
        assertThat(simple.get("maptick.wakeups").functionCounter().count()).isNotNegative();
        assertThat(simple.get("maptick.maps").gauge().value()).isOne();
        assertThat(simple.get("maptick.pool.utilization").gauge().value()).isNotNegative();
    }

    private static void bindSimpleAndForget(MeterRegistry registry) {
        TickMetrics ownMetrics = new TickMetrics();
        World own = new World(ownMetrics);
        new MaptickMeters(own.scheduler, ownMetrics).bindTo(registry);
        own.scheduler.register("a", TickOptions.every(Duration.ofMillis(50)).phase(Duration.ZERO), t -> {});
        own.run(999);
    }

    @Test
    void theNumberOfMetersDoesNotDependOnTheNumberOfMaps() {
        bind(prometheus);
        List<TickRegistration> maps = new ArrayList<>();
        maps.add(open("house-0", "house"));
        int meters = prometheus.getMeters().size();
        long lines = prometheus.scrape().lines().count();
        for (int i = 1; i < 5_000; i++) {
            maps.add(open("house-" + i, "house"));
        }
        assertThat(prometheus.getMeters()).hasSize(meters);
        assertThat(prometheus.scrape().lines().count()).isEqualTo(lines);
        assertThat(prometheus.scrape()).doesNotContain("house-").hasSizeLessThan(100_000);
        world.run(50);
        double ticks = sample("maptick_ticks_total{placement=\"pool\",type=\"house\"}");
        maps.forEach(map -> assertThat(map.unregister()).isCompleted());
        assertThat(prometheus.getMeters()).hasSize(meters);
        assertThat(sample("maptick_maps{placement=\"pool\",type=\"house\"}")).isZero();
        assertThat(sample("maptick_ticks_total{placement=\"pool\",type=\"house\"}"))
                .isEqualTo(ticks);
    }

    @Test
    void anyNameOfATypeLeavesTheScrapeReadable() {
        bind(prometheus);
        open("a", "quote\" back\\slash {brace=\"x\"}, \uD83D\uDE00");
        world.run(60);
        assertThat(prometheus.scrape().lines().filter(line -> !line.startsWith("#")))
                .isNotEmpty()
                .allMatch(line -> SAMPLE.matcher(line).matches(), "is a sample")
                .anyMatch(line -> line.contains("quote\\\" back\\\\slash {brace=\\\"x\\\"}"));
    }

    @Test
    void histogramsCarryTheCommonTags() {
        prometheus.config().commonTags("server", "eu-1");
        bind(prometheus);
        open("a", "house");
        world.run(49);
        String labels = "{placement=\"pool\",server=\"eu-1\",type=\"house\"}";
        assertThat(sample("maptick_ticks_total" + labels)).isOne();
        assertThat(sample("maptick_tick_duration_seconds_count" + labels)).isOne();
    }

    @Test
    void aFilterThatMergesRowsMergesTheirHistograms() {
        prometheus.config().meterFilter(MeterFilter.ignoreTags("type"));
        bind(prometheus);
        open("a", "house");
        open("b", "boss");
        world.run(49);
        assertThat(sample("maptick_tick_duration_seconds_count{placement=\"pool\"}"))
                .isEqualTo(2);
    }

    @Test
    void throwingListenersOfTheRegistryDisturbNoMap() {
        SimpleMeterRegistry hostile = new SimpleMeterRegistry();
        bind(hostile);
        hostile.config().onMeterAdded(MaptickMetersTest::refuse);
        bind(prometheus);
        TickRegistration map = open("a", "house");
        world.run(999);
        assertThat(map.stats().ticks()).isEqualTo(20);
        assertThat(map.stats().faults()).isZero();
        assertThat(world.scheduler.stats().listenerFailures()).isOne();
        assertThat(sample("maptick_ticks_total{placement=\"pool\",type=\"house\"}"))
                .isEqualTo(20);
        assertThat(metrics.snapshot().total().maps()).isOne();
    }

    private static void refuse(Meter meter) {
        throw new IllegalStateException("planned");
    }

    @Test
    void aRowThatBeginsWithATickIsShownToo() {
        bind(prometheus);
        metrics.onTick(new StubRegistration("unheard of"), Placement.DEDICATED, 2, 0, 1, 2, 0, null);
        assertThat(sample("maptick_ticks_total{placement=\"dedicated\",type=\"unheard of\"}"))
                .isOne();
    }

    @Test
    void utilizationIsTheShareOfTheIntervalBetweenReadings() {
        bind(prometheus);
        TickRegistration map = open("a", "house");
        world.run(2_000);
        assertThat(sample("maptick_pool_utilization")).isCloseTo(0.04, within(0.002));
        map.suspend();
        world.run(500);
        assertThat(sample("maptick_pool_utilization")).isCloseTo(0.04, within(0.002));
        world.run(1_000);
        assertThat(sample("maptick_pool_utilization")).isZero();
    }
}
