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

    @Test
    void aSuspensionAskedForByTheOwnerHoldsAgainstWork() {
        MapHandle h = openAndSleep();
        assertThat(h.suspend()).isIn(ControlResult.APPLIED, ControlResult.UNCHANGED);
        h.post(() -> map.calls.add("post"));
        world.run(10_000);
        assertThat(map.calls).isEmpty();
        assertThat(h.workStats().mailbox().depth()).isOne();
        assertThat(h.resume()).isEqualTo(ControlResult.APPLIED);
        world.run(100);
        assertThat(map.calls).startsWith("post");
    }

    @Test
    void aSuspensionWithATimeEndsByItselfAndSleepsOnlyLater() {
        map.occupants = 0;
        MapHandle h = open();
        world.run(1);
        h.suspendUntil(world.now() + World.ms(10_000));
        h.post(() -> map.calls.add("post"));
        world.run(9_900);
        assertThat(map.count("post")).isZero();
        world.run(200);
        assertThat(map.count("post")).isOne();
        world.run(60_000);
        assertThat(h.isAsleep()).isTrue();
        assertThat(h.post(() -> map.calls.add("post"))).isEqualTo(Admission.ACCEPTED);
        world.run(100);
        assertThat(map.count("post")).isEqualTo(2);
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
