package dev.maptick.it.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.maptick.core.EventKind;
import dev.maptick.core.StuckTick;
import dev.maptick.core.TickOptions;
import dev.maptick.core.TickRegistration;
import dev.maptick.core.TickScheduler;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/**
 * B21 (Chronicle-Threads#204), A waits for B: two ticks that wait for each other's map to leave, through futures in which the
 * scheduler cannot see it, are reported; other maps go on. A wait that it can see is named in the report.
 */
final class B21WaitsForEachOtherTest {
    private static final Duration PERIOD = Duration.ofMillis(20);
    private static final Duration STUCK = Duration.ofMillis(200);

    private final TickScheduler scheduler = TickScheduler.builder()
            .poolThreads(2)
            .watchdog(STUCK, Duration.ofSeconds(10))
            .start();

    private void awaitTicks(TickRegistration map, int more) {
        long before = map.stats().ticks();
        await(map.name() + " ticks")
                .atMost(Duration.ofSeconds(20))
                .until(() -> map.stats().ticks() >= before + more);
    }

    private List<StuckTick> awaitStuck(int count) {
        await("stuck ticks")
                .atMost(Duration.ofSeconds(20))
                .until(() -> scheduler.stuck().size() == count);
        return scheduler.stuck();
    }

    @Test
    void aCircleThroughForeignFuturesIsReported() {
        CountDownLatch both = new CountDownLatch(2);
        List<CompletableFuture<Void>> foreign = List.of(new CompletableFuture<>(), new CompletableFuture<>());
        try (scheduler) {
            TickRegistration healthy = scheduler.register("healthy", TickOptions.every(PERIOD), tick -> {});
            for (int i = 0; i < 2; i++) {
                int own = i;
                scheduler.register(i == 0 ? "a" : "b", TickOptions.every(PERIOD), tick -> {
                    both.countDown();
                    both.await();
                    TickRegistration other =
                            scheduler.find(own == 0 ? "b" : "a").orElseThrow();
                    var unused =
                            other.unregister().thenRun(() -> foreign.get(own).complete(null));
                    foreign.get(own).join();
                });
            }
            List<StuckTick> stuck = awaitStuck(2);
            assertThat(stuck).extracting(s -> s.map().name()).containsExactlyInAnyOrder("a", "b");
            assertThat(stuck).extracting(StuckTick::thread).doesNotHaveDuplicates();
            assertThat(stuck)
                    .allSatisfy(s -> assertThat(s.stack())
                            .extracting(StackTraceElement::getMethodName)
                            .contains("join"));
            awaitTicks(healthy, 10);
            foreign.forEach(future -> future.complete(null));
            awaitStuck(0);
            await("both have left").until(() -> scheduler.registrations().size() == 1);
            await("as at the start").until(() -> scheduler.stats().poolThreads() == 2);
        }
    }

    @Test
    void aWaitThatIsSeenIsNamed() {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        try (scheduler) {
            TickRegistration healthy = scheduler.register("healthy", TickOptions.every(PERIOD), tick -> {});
            TickRegistration held = scheduler.register("held", TickOptions.every(PERIOD), tick -> {
                entered.countDown();
                release.await();
            });
            scheduler.register("waits", TickOptions.every(PERIOD), tick -> {
                if (tick.number() == 1) {
                    entered.await();
                    held.unregister().join();
                }
            });
            awaitStuck(2);
            await("named")
                    .atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThat(scheduler.stuck())
                            .filteredOn(s -> s.map().name().equals("waits"))
                            .extracting(StuckTick::waitingFor)
                            .containsExactly("held"));
            assertThat(scheduler.events().since(0))
                    .filteredOn(e -> e.kind() == EventKind.STUCK && "waits".equals(e.map()))
                    .singleElement()
                    .satisfies(e -> assertThat(e.text()).contains("and waits for \"held\" to leave"));
            awaitTicks(healthy, 10);
            release.countDown();
            awaitStuck(0);
        } finally {
            release.countDown();
        }
    }
}
