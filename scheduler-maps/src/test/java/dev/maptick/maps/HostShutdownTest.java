package dev.maptick.maps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.maptick.core.Refusal;
import dev.maptick.core.RefusedException;
import dev.maptick.core.SelfWaitException;
import dev.maptick.core.TickScheduler;
import dev.maptick.core.TickState;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** The end of a host without a store, on real threads; {@link MapSavingTest} has that of one with a store. */
class HostShutdownTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    @Test
    void everyMapOpenedBesideAShutdownHasLeftWhenItReturns() throws Exception {
        try (TickScheduler scheduler = TickScheduler.builder().poolThreads(1).start()) {
            for (int round = 0; round < 50; round++) {
                MapHost host = MapHost.builder(scheduler).build();
                List<MapHandle> opened = new ArrayList<>();
                AtomicReference<RefusedException> refused = new AtomicReference<>();
                CountDownLatch first = new CountDownLatch(1);
                int number = round;
                Thread opener = new Thread(() -> {
                    try {
                        for (int i = 0; ; i++) {
                            opened.add(host.open("house-" + number + "-" + i, MapOptions.defaults(), c -> {}));
                            first.countDown();
                        }
                    } catch (RefusedException e) {
                        refused.set(e);
                    }
                });
                opener.start();
                first.await();
                HostReport report = host.shutdown(LONG);
                assertThat(report.isClean()).as(report.toString()).isTrue();
                assertThat(host.size()).isZero();
                opener.join(LONG.toMillis());
                assertThat(refused.get().refusal()).isEqualTo(Refusal.STOPPING);
                assertThat(opened).allMatch(map -> map.state() == TickState.STOPPED);
                assertThat(report.closed()).isLessThanOrEqualTo(opened.size());
            }
        }
    }

    @Test
    void aHostThatHasEndedIsNotHeldByItsScheduler() {
        try (TickScheduler scheduler = TickScheduler.builder().poolThreads(1).start()) {
            WeakReference<MapListener> ended = listenerOfAnEndedHost(scheduler);
            Awaitility.await("collected").atMost(LONG).until(() -> {
                System.gc();
                return ended.get() == null;
            });
        }
    }

    /** The scheduler holds what hears for a host, and that holds the host's listeners. */
    private static WeakReference<MapListener> listenerOfAnEndedHost(TickScheduler scheduler) {
        MapListener listener = new MapListener() {};
        MapHost host = MapHost.builder(scheduler).listener(listener).build();
        host.open("house", MapOptions.defaults(), c -> {});
        assertThat(host.shutdown(LONG).isClean()).isTrue();
        return new WeakReference<>(listener);
    }

    @Test
    void aTickCannotWaitForItsHost() throws Exception {
        try (TickScheduler scheduler = TickScheduler.builder().poolThreads(1).start()) {
            MapHost host = MapHost.builder(scheduler).build();
            MapHandle map = host.open("house", MapOptions.defaults(), c -> {});
            assertThatThrownBy(() -> map.call(() -> host.shutdown(LONG)).join())
                    .hasCauseInstanceOf(SelfWaitException.class);
            // Nothing has begun.
            assertThat(host.open("another", MapOptions.defaults(), c -> {}).state())
                    .isNotEqualTo(TickState.STOPPED);
        }
    }
}
