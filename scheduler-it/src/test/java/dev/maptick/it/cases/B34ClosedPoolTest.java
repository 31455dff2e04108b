package dev.maptick.it.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.it.cases.Houses.Script;
import dev.maptick.maps.MapHandle;
import dev.maptick.maps.tasks.BackgroundPoolOptions;
import dev.maptick.maps.tasks.TaskAdmission;
import dev.maptick.maps.tasks.TaskRefusedException;
import dev.maptick.maps.tasks.TaskStats;
import dev.maptick.testkit.SteppedScheduler;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/**
 * B34 (MobPlugin#75), through the host: of ten jobs two run, four wait and four are refused; once the pool is closed every
 * submission is refused, which costs a map that lets it escape one tick each, and its neighbours nothing.
 */
final class B34ClosedPoolTest {
    @Test
    void aFullPoolAndThenAClosedOneRefuse() throws InterruptedException {
        Houses houses = new Houses(SteppedScheduler.builder(), BackgroundPoolOptions.DEFAULT.withBounds(2, 4));
        try (houses) {
            CountDownLatch running = new CountDownLatch(2);
            CountDownLatch mayEnd = new CountDownLatch(1);
            List<TaskAdmission> answers = new ArrayList<>();
            List<Thread> ranOn = new ArrayList<>();
            Script map = new Script();
            map.open = c -> {
                for (int i = 0; i < 10; i++) {
                    answers.add(c.tasks()
                            .submit(
                                    t -> {
                                        synchronized (ranOn) {
                                            ranOn.add(Thread.currentThread());
                                        }
                                        running.countDown();
                                        mayEnd.await();
                                        return 1;
                                    },
                                    o -> {}));
                }
            };
            boolean[] closed = new boolean[1];
            map.tick = c -> {
                if (closed[0]) {
                    try {
                        c.tasks().submit(t -> 1).join();
                    } catch (CompletionException e) {
                        assertThat(e)
                                .cause()
                                .isInstanceOfSatisfying(
                                        TaskRefusedException.class,
                                        r -> assertThat(r.admission()).isEqualTo(TaskAdmission.STOPPED));
                        throw e;
                    }
                }
            };
            MapHandle house = houses.open("house", Houses.AT_ZERO, map);
            MapHandle neighbour = houses.open("neighbour", Houses.AT_ZERO, new Script());
            houses.run(1);
            assertThat(answers.subList(0, 6)).containsOnly(TaskAdmission.ACCEPTED);
            assertThat(answers.subList(6, 10)).containsOnly(TaskAdmission.FULL);
            List<Thread> workers =
                    List.of(Houses.begin(houses.background.remove()), Houses.begin(houses.background.remove()));
            running.await();
            TaskStats stats = house.workStats().tasks();
            assertThat(stats.running()).isEqualTo(2);
            assertThat(stats.queued()).isEqualTo(4);
            mayEnd.countDown();
            workers.forEach(Houses::join);
            houses.work();
            assertThat(ranOn).hasSize(6).doesNotContain(Thread.currentThread());

            houses.host.background().endShutdown();
            closed[0] = true;
            houses.run(2_000);
            stats = house.workStats().tasks();
            assertThat(stats.accepted()).isEqualTo(6);
            assertThat(stats.refusedFull()).isEqualTo(4);
            assertThat(stats.refusedStopped())
                    .isEqualTo(40)
                    .isEqualTo(house.stats().faults());
            assertThat(stats.completionsRun()).isEqualTo(6);
            assertThat(house.stats().skipped() + neighbour.stats().skipped()).isZero();
            assertThat(neighbour.stats().ticks())
                    .isEqualTo(house.stats().ticks())
                    .isEqualTo(41);
        }
    }
}
