package dev.maptick.maps;

import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.core.ControlResult;
import dev.maptick.core.TickState;
import dev.maptick.maps.activation.IdleOptions;
import dev.maptick.maps.tasks.BackgroundPoolOptions;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.Test;

/** X3: a map with nobody in it slows down, then suspends, and comes back for work, its next timer or a visitor. */
class MapSleepTest {
    private static final MapOptions OPTIONS = MapOptions.defaults()
            .phase(Duration.ZERO)
            .idle(new IdleOptions(
                    Duration.ofSeconds(1), Duration.ofMillis(250), Duration.ofSeconds(3), Duration.ofMillis(200)));

    private final World world = new World(0);
    private final RecordingMap map = new RecordingMap();
    private final Deque<Runnable> background = new ArrayDeque<>();

    private MapHandle open() {
        return MapHost.builder(world.scheduler)
                .background(BackgroundPoolOptions.DEFAULT.withExecutor(background::add))
                .build()
                .open("house-1", OPTIONS, map);
    }

    private MapHandle openAndSleep() {
        map.occupants = 0;
        MapHandle h = open();
        world.run(5_000);
        assertThat(h.isAsleep()).isTrue();
        assertThat(h.state()).isEqualTo(TickState.SUSPENDED);
        map.calls.clear();
        return h;
    }

    @Test
    void slowsDownThenSuspendsAndCostsNothing() {
        map.occupants = 0;
        MapHandle h = open();
        world.run(990);
        assertThat(h.tickPeriod()).isEqualTo(Duration.ofMillis(50));
        assertThat(h.occupants()).isZero();
        world.run(1_000);
        assertThat(h.tickPeriod()).isEqualTo(Duration.ofMillis(250));
        world.run(1_500);
        assertThat(h.isAsleep()).isTrue();
        map.calls.clear();
        long ticks = world.scheduler.stats().ticks();
        world.run(3_600_000);
        assertThat(map.calls).isEmpty();
        assertThat(world.scheduler.stats().ticks()).isEqualTo(ticks);
    }

    @Test
    void aMapThatDoesNotTellWhoIsInsideAlwaysTicks() {
        MapHandle h = open();
        world.run(60_000);
        assertThat(h.isAsleep()).isFalse();
        assertThat(h.occupants()).isEqualTo(GameMap.OCCUPANTS_UNKNOWN);
        assertThat(map.count("tick")).isEqualTo(1_201);
    }

    @Test
    void aPostWakesItForAMoment() {
        MapHandle h = openAndSleep();
        assertThat(h.post(() -> map.calls.add("post"))).isEqualTo(Admission.ACCEPTED);
        assertThat(h.isAsleep()).isFalse();
        world.run(1_000);
        assertThat(map.calls).startsWith("post");
        assertThat(map.count("tick")).isBetween(4L, 6L);
        assertThat(h.isAsleep()).isTrue();
    }

    @Test
    void aVisitorWakesItForGoodAndItTicksAtItsOwnPaceAgain() {
        MapHandle h = openAndSleep();
        h.post(() -> map.occupants = 1);
        world.run(10_000);
        assertThat(h.isAsleep()).isFalse();
        assertThat(h.tickPeriod()).isEqualTo(Duration.ofMillis(50));
        assertThat(map.count("tick")).isBetween(195L, 202L);
    }

    @Test
    void itsNextTimerWakesIt() {
        map.open = c -> c.timers().every(Duration.ofSeconds(60), f -> map.calls.add("timer"));
        MapHandle h = openAndSleep();
        world.run(54_000);
        assertThat(map.calls).isEmpty();
        world.run(2_000);
        assertThat(map.calls).startsWith("timer");
        assertThat(h.isAsleep()).isTrue();
        world.run(60_000);
        assertThat(map.count("timer")).isEqualTo(2);
    }

    @Test
    void theCompletionOfATaskWakesIt() throws InterruptedException {
        map.open = c -> c.tasks().submit(t -> 1, o -> map.calls.add("completion"));
        MapHandle h = openAndSleep();
        Thread worker = new Thread(background.remove(), "background");
        worker.start();
        worker.join();
        assertThat(h.isAsleep()).isFalse();
        world.run(100);
        assertThat(map.calls).startsWith("completion");
    }

    /** DESIGN promise 14: a post to a suspended map wakes it, and so does its next timer. */
    @Test
    void aPostEndsASuspensionAskedForByTheOwner() {
        MapHandle h = open();
        world.run(1_000);
        assertThat(h.suspend()).isEqualTo(ControlResult.APPLIED);
        map.calls.clear();
        world.run(60_000);
        assertThat(map.calls).isEmpty();
        assertThat(h.isAsleep()).isTrue();
        h.post(() -> map.calls.add("post"));
        world.run(100);
        assertThat(map.calls).startsWith("post");
        assertThat(h.isAsleep()).isFalse();
    }

    @Test
    void itsNextTimerEndsASuspensionAskedForByTheOwner() {
        map.open = c -> c.timers().after(Duration.ofSeconds(10), f -> map.calls.add("timer"));
        MapHandle h = open();
        world.run(1_000);
        h.suspend();
        map.calls.clear();
        world.run(8_900);
        assertThat(map.calls).isEmpty();
        world.run(200);
        assertThat(map.calls).startsWith("timer");
        assertThat(h.isAsleep()).isFalse();
    }

    @Test
    void aTimerStartedAfterTheRequestInTheSameTickEndsTheSuspensionToo() {
        map.tick = c -> {
            if (c.tick().number() == 3) {
                c.handle().suspend();
                c.timers().after(Duration.ofSeconds(5), f -> map.calls.add("timer"));
            }
        };
        MapHandle h = open();
        world.run(4_900);
        assertThat(map.count("tick")).isEqualTo(3);
        assertThat(h.isAsleep()).isTrue();
        world.run(400);
        assertThat(map.count("timer")).isOne();
        assertThat(h.isAsleep()).isFalse();
    }

    @Test
    void aSuspensionAskedForWhileWorkWaitsEndsAtOnce() {
        map.tick = c -> {
            if (c.tick().number() == 3) {
                c.handle().post(() -> map.calls.add("post"));
                c.handle().suspend();
            }
        };
        open();
        world.run(1_000);
        assertThat(map.count("post")).isOne();
        assertThat(map.count("tick")).isGreaterThan(10);
    }

    @Test
    void aSuspensionWithATimeEndsByItselfAndAnEmptyMapSleepsLater() {
        map.occupants = 0;
        MapHandle h = open();
        world.run(1);
        h.suspendUntil(world.now() + World.ms(10_000));
        map.calls.clear();
        world.run(9_900);
        assertThat(map.calls).isEmpty();
        world.run(200);
        assertThat(map.count("tick")).isPositive();
        world.run(60_000);
        assertThat(h.isAsleep()).isTrue();
        assertThat(h.post(() -> map.calls.add("post"))).isEqualTo(Admission.ACCEPTED);
        world.run(100);
        assertThat(map.count("post")).isOne();
    }

    @Test
    void anIdleMapKeepsItsSlowPaceWhenItsOwnPeriodChanges() {
        map.occupants = 0;
        MapHandle h = open();
        world.run(1_990);
        assertThat(h.tickPeriod()).isEqualTo(Duration.ofMillis(250));
        assertThat(h.setTick(Duration.ofMillis(25))).isEqualTo(ControlResult.APPLIED);
        world.run(500);
        assertThat(h.tickPeriod()).isEqualTo(Duration.ofMillis(250));
        h.post(() -> map.occupants = 1);
        world.run(500);
        assertThat(h.tickPeriod()).isEqualTo(Duration.ofMillis(25));
    }

    @Test
    void closingASleepingMapClosesItAtOnce() {
        MapHandle h = openAndSleep();
        h.post(() -> map.calls.add("post"));
        var gone = h.close();
        world.settle();
        assertThat(gone).isCompleted();
        assertThat(map.calls).containsExactly("post", "close");
    }
}
