package dev.maptick.it.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.maptick.it.cases.Houses.Script;
import dev.maptick.maps.Admission;
import dev.maptick.maps.MapHandle;
import dev.maptick.maps.RefusedPostException;
import dev.maptick.maps.TimerRefusedException;
import dev.maptick.maps.tasks.BackgroundPoolOptions;
import dev.maptick.testkit.SteppedScheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/**
 * B22 (agrona#99), through the host: a map leaves with five posts queued and three timers pending. The timers never fire, and
 * each post either ran before the end or its future failed with "map gone"; the end hook runs once, after the tick in
 * flight.
 */
final class B22CloseWithWorkWaitingTest {
    private final List<Integer> ran = new ArrayList<>();
    private final List<CompletableFuture<Integer>> calls = new ArrayList<>();
    private final List<CompletableFuture<Void>> delays = new ArrayList<>();
    private final Script map = new Script();
    private int fired;

    private void withThreeTimers() {
        map.open = c -> {
            c.timers().after(Duration.ofMillis(90), f -> fired++);
            c.timers().every(Duration.ofMillis(30), f -> fired++);
            delays.add(c.delay(Duration.ofMillis(60)).toCompletableFuture());
        };
    }

    private void fivePosts(MapHandle house) {
        for (int i = 0; i < 5; i++) {
            int number = i;
            calls.add(house.call(() -> {
                ran.add(number);
                return number;
            }));
        }
    }

    @Test
    void aMapThatCloses() {
        try (Houses houses = new Houses()) {
            withThreeTimers();
            MapHandle house = houses.open("house", Houses.AT_ZERO, map);
            houses.run(10);
            fivePosts(house);
            CompletableFuture<Void> gone = house.close();
            houses.run(0);
            assertThat(gone).isCompleted();
            assertThat(ran).containsExactly(0, 1, 2, 3, 4);
            houses.run(2_000);
            leftNothing(house);
            assertThat(calls).allMatch(call -> call.isDone() && !call.isCompletedExceptionally());
        }
    }

    @Test
    void aMapWhoseTickIsInFlightClosesAfterIt() {
        Houses houses = new Houses(SteppedScheduler.builder().poolThreads(2), BackgroundPoolOptions.DEFAULT);
        try (houses) {
            withThreeTimers();
            map.tick = c -> houses.spend(500);
            MapHandle house = houses.open("house", Houses.AT_ZERO, map);
            houses.run(100);
            assertThat(houses.stepped.inFlight()).isOne();
            fivePosts(house);
            CompletableFuture<Void> gone = house.close();
            houses.run(300);
            assertThat(gone).isNotDone();
            assertThat(map.closes).isZero();
            houses.run(150);
            assertThat(gone).isCompleted();
            assertThat(map.closes).isOne();
            assertThat(map.ticks).isOne();
            assertThat(ran).hasSize(5);
            leftNothing(house);
        }
    }

    @Test
    void aMapThatIsGivenUpTellsEach() {
        Houses houses = new Houses(SteppedScheduler.builder().poolThreads(2), BackgroundPoolOptions.DEFAULT);
        withThreeTimers();
        map.tick = c -> houses.spend(500);
        MapHandle house = houses.open("house", Houses.AT_ZERO, map);
        houses.run(100);
        fivePosts(house);
        assertThat(houses.stepped.shutdown(Duration.ofMillis(100)).unfinished()).hasSize(1);
        for (CompletableFuture<Integer> call : calls) {
            assertThatThrownBy(call::join)
                    .cause()
                    .isInstanceOfSatisfying(
                            RefusedPostException.class,
                            e -> assertThat(e.admission()).isEqualTo(Admission.GONE));
        }
        houses.run(2_000);
        assertThat(ran).isEmpty();
        assertThat(map.closes).isZero();
        leftNothing(house);
    }

    private void leftNothing(MapHandle house) {
        assertThat(fired).isZero();
        assertThat(delays).hasSize(1);
        assertThatThrownBy(delays.get(0)::join).hasCauseInstanceOf(TimerRefusedException.class);
        assertThat(house.workStats().timers().dropped()).isEqualTo(3);
        assertThat(house.workStats().mailbox().isBalanced()).isTrue();
        assertThat(house.workStats().mailbox().depth()).isZero();
        assertThat(house.post(() -> ran.add(99))).isEqualTo(Admission.GONE);
    }
}
