package dev.maptick.testkit.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.core.CauseCounts;
import dev.maptick.core.EventKind;
import dev.maptick.core.LatenessCause;
import dev.maptick.core.MissPolicy;
import dev.maptick.core.Placement;
import dev.maptick.core.SchedulerStats;
import dev.maptick.core.TickListener;
import dev.maptick.core.TickOptions;
import dev.maptick.core.TickRegistration;
import dev.maptick.core.TickStats;
import dev.maptick.testkit.SteppedScheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Late ticks and skipped deadlines by what caused them, with causes that are known since the test makes them. */
class LatenessByCauseTest {
    private static final Duration PERIOD = Duration.ofMillis(50);
    private static final Duration STALL = Duration.ofSeconds(3);

    private final List<LatenessCause> told = new ArrayList<>();
    private final List<TickRegistration> maps = new ArrayList<>();

    private SteppedScheduler stepped = stepped(1, 0);

    private SteppedScheduler stepped(int threads, long clockStart) {
        return SteppedScheduler.builder()
                .poolThreads(threads)
                .dedicatedThreads(1)
                .clockStart(clockStart)
                .listener(new TickListener() {
                    @Override
                    public void onLate(
                            TickRegistration registration,
                            Placement placement,
                            int worker,
                            long latenessNanos,
                            LatenessCause cause) {
                        assertThat(latenessNanos).isGreaterThan(1_000_000);
                        told.add(cause);
                        throw new IllegalStateException("a listener that throws");
                    }
                })
                .start();
    }

    private TickRegistration register(String name, TickOptions options, Duration cost) {
        TickRegistration map = stepped.scheduler()
                .register(name, options, tick -> stepped.clock().advance(cost));
        maps.add(map);
        return map;
    }

    private void houses(int count, Duration cost) {
        for (int i = 0; i < count; i++) {
            register("house-" + i, TickOptions.every(PERIOD), cost);
        }
    }

    private CauseCounts late() {
        check();
        return stepped.scheduler().stats().late();
    }

    private CauseCounts skippedBy() {
        return stepped.scheduler().stats().skippedBy();
    }

    /** The same counts wherever they are told. */
    private void check() {
        SchedulerStats all = stepped.scheduler().stats();
        CauseCounts late = CauseCounts.NONE;
        CauseCounts skipped = CauseCounts.NONE;
        for (TickRegistration map : maps) {
            TickStats stats = map.stats();
            assertThat(stats.late().total()).isEqualTo(stats.lateTicks());
            assertThat(stats.skippedBy().total()).isEqualTo(stats.skipped());
            late = late.plus(stats.late());
            skipped = skipped.plus(stats.skippedBy());
        }
        assertThat(all.late()).isEqualTo(late);
        assertThat(all.skippedBy()).isEqualTo(skipped);
        CauseCounts byWorker =
                stepped.scheduler().workers().stream().map(w -> w.late()).reduce(CauseCounts.NONE, CauseCounts::plus);
        assertThat(byWorker).isEqualTo(late);
        // One may be in its late tick still.
        assertThat(late.total() - told.size()).isBetween(0L, (long) stepped.inFlight());
    }

    @ParameterizedTest
    @CsvSource({"1, 0", "2, -3", "8, 9223372036854000000"})
    @DisplayName(
            "the host stood still for 3 s: what is late after that is late by it, backlog included, and one event says so")
    void stall(int threads, long clockStart) {
        stepped = stepped(threads, clockStart);
        houses(200, Duration.ofMillis(1).dividedBy(10));
        register("boss", TickOptions.every(PERIOD).placement(Placement.DEDICATED), Duration.ofMillis(2));
        stepped.runFor(Duration.ofSeconds(1));
        assertThat(late()).isEqualTo(CauseCounts.NONE);
        stepped.jump(STALL);
        stepped.runFor(Duration.ofSeconds(2));
        assertThat(late().total()).isGreaterThan(150);
        assertThat(late().hostStall()).isEqualTo(late().total());
        assertThat(skippedBy().hostStall()).isEqualTo(skippedBy().total()).isBetween(201L * 59, 201L * 60);
        assertThat(stepped.scheduler().events().latest(1)).singleElement().satisfies(event -> {
            assertThat(event.kind()).isEqualTo(EventKind.HOST_STALL);
            assertThat(event.text()).contains("stood still");
        });
        assertThat(stepped.scheduler().events().count(EventKind.HOST_STALL)).isOne();
    }

    @Test
    @DisplayName("a stall inside a tick: what it passed over is the host's doing")
    void stallInsideATick() {
        TickRegistration map = register("house", TickOptions.every(PERIOD).phase(Duration.ZERO), Duration.ofMillis(20));
        stepped.runFor(Duration.ofMillis(1_010));
        assertThat(stepped.inFlight()).isOne();
        stepped.jump(STALL);
        stepped.runFor(Duration.ofSeconds(1));
        assertThat(map.stats().skippedBy()).isEqualTo(new CauseCounts(60, 0, 0));
        assertThat(late()).isEqualTo(CauseCounts.NONE);
    }

    @Test
    @DisplayName("more work than the pool can do: queueing, for as long as it lasts")
    void saturated() {
        houses(30, Duration.ofMillis(2).plusNanos(500_000));
        stepped.runFor(Duration.ofSeconds(10));
        assertThat(late().total()).isGreaterThan(3_000);
        assertThat(late().queueing()).isEqualTo(late().total());
        assertThat(skippedBy().queueing()).isEqualTo(skippedBy().total()).isPositive();
    }

    @Test
    @DisplayName("long after a stall queueing is queueing again, without a pause in between")
    void saturatedAfterAStall() {
        houses(30, Duration.ofMillis(2).plusNanos(500_000));
        stepped.runFor(Duration.ofSeconds(1));
        stepped.jump(STALL);
        stepped.runFor(Duration.ofMillis(3_200));
        long host = late().hostStall();
        assertThat(host).isPositive();
        stepped.runFor(Duration.ofSeconds(5));
        assertThat(late().hostStall()).isEqualTo(host);
    }

    @Test
    @DisplayName("once somebody was on time after a stall, what is late is late for other reasons")
    void caughtUp() {
        houses(5, Duration.ofMillis(1));
        stepped.runFor(Duration.ofSeconds(1));
        stepped.jump(STALL);
        stepped.runFor(Duration.ofMillis(200));
        CauseCounts before = late();
        register("slow", TickOptions.every(PERIOD), Duration.ofMillis(120));
        stepped.runFor(Duration.ofSeconds(2));
        CauseCounts since = late().since(before);
        assertThat(since.hostStall()).isZero();
        assertThat(since.queueing()).isPositive();
    }

    @Test
    @DisplayName("a map longer than its period: itself under RUN_LATE by its own doing, its neighbours by queueing")
    void slowMap() {
        TickRegistration slow =
                register("slow", TickOptions.every(PERIOD).missPolicy(MissPolicy.RUN_LATE), Duration.ofMillis(70));
        TickRegistration other = register("house", TickOptions.every(PERIOD), Duration.ofMillis(1));
        stepped.runFor(Duration.ofSeconds(10));
        assertThat(slow.stats().late().ownOverrun())
                .isEqualTo(slow.stats().lateTicks())
                .isGreaterThan(100);
        assertThat(slow.stats().skippedBy().ownOverrun())
                .isEqualTo(slow.stats().skipped())
                .isPositive();
        assertThat(other.stats().late().queueing())
                .isEqualTo(other.stats().lateTicks())
                .isGreaterThan(50);
        check();
    }

    @Test
    @DisplayName(
            "a map longer than its period under SKIP: the deadlines it passes over are its own doing, and it is never late")
    void slowMapUnderSkip() {
        TickRegistration slow = register("slow", TickOptions.every(PERIOD), Duration.ofMillis(51));
        stepped.runFor(Duration.ofSeconds(10));
        assertThat(late()).isEqualTo(CauseCounts.NONE);
        assertThat(slow.stats().skippedBy())
                .isEqualTo(new CauseCounts(0, 0, slow.stats().skipped()));
        assertThat(slow.stats().skipped()).isGreaterThan(90);
    }
}
