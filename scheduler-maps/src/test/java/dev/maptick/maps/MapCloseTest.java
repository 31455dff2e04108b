package dev.maptick.maps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.maptick.core.SelfWaitException;
import dev.maptick.core.ShutdownReport;
import dev.maptick.core.TickScheduler;
import dev.maptick.core.TickState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class MapCloseTest {
    private static final MapOptions AT_ZERO = MapOptions.defaults().phase(Duration.ZERO);

    private final World world = new World(0);
    private final MapHost host = MapHost.builder(world.scheduler).build();
    private final RecordingMap map = new RecordingMap();

    private static Throwable failure(CompletableFuture<Void> future) throws Exception {
        try {
            future.get(0, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            return e.getCause();
        }
        throw new AssertionError("did not fail");
    }

    @Test
    void closeRunsOnCloseOnceAndThenTheMapIsGone() throws Exception {
        map.close = c -> {
            assertThat(c.tick().isLast()).isTrue();
            assertThat(c.isOpened()).isTrue();
            assertThat(c.isOwnerThread()).isTrue();
        };
        MapHandle h = host.open("house", AT_ZERO, map);
        world.run(60);
        CompletableFuture<Void> gone = h.close();
        assertThat(gone).isNotDone();
        assertThat(h.close()).isSameAs(gone);
        assertThat(host.find("house")).contains(h);
        world.settle();
        gone.get(0, TimeUnit.SECONDS);
        assertThat(host.find("house")).isEmpty();
        assertThat(host.size()).isZero();
        assertThat(h.state()).isEqualTo(TickState.STOPPED);
        world.run(500);
        assertThat(h.close()).isSameAs(gone);
        assertThat(map.calls).containsExactly("open", "tick 1", "tick 2", "replicate 2", "close");
    }

    @Test
    void aMapClosedBeforeItsFirstTickIsClosedWithoutOpening() throws Exception {
        map.close = c -> assertThat(c.isOpened()).isFalse();
        MapHandle h = host.open("house", AT_ZERO.phase(Duration.ofMillis(40)), map);
        CompletableFuture<Void> gone = h.close();
        world.settle();
        gone.get(0, TimeUnit.SECONDS);
        world.run(200);
        assertThat(map.calls).containsExactly("close");
    }

    @Test
    void aMapThatFailsToOpenIsClosedWithThatCause() throws Exception {
        Throwable cause = new LinkageError("no such dungeon");
        map.open = c -> {
            throw Sneaky.rethrow(cause);
        };
        map.close = c -> assertThat(c.isOpened()).isFalse();
        MapHandle h = host.open("house", AT_ZERO, map);
        world.run(200);
        assertThat(map.calls).containsExactly("open", "close");
        assertThat(failure(h.close())).isSameAs(cause);
        assertThat(cause.getSuppressed()).isEmpty();
        assertThat(h.stats().faults()).isOne();
        assertThat(host.size()).isZero();
    }

    @Test
    void aFailedCloseAfterAFailedOpenIsSuppressedInItsCause() throws Exception {
        Throwable opening = new Throwable("opening");
        Exception closing = new Exception("closing");
        map.open = c -> {
            throw Sneaky.rethrow(opening);
        };
        map.close = c -> {
            throw closing;
        };
        MapHandle h = host.open("house", AT_ZERO, map);
        world.run(10);
        assertThat(failure(h.close())).isSameAs(opening);
        assertThat(opening.getSuppressed()).containsExactly(closing);
    }

    @Test
    void theSameFailureTwiceIsNotSuppressedInItself() throws Exception {
        RuntimeException same = new RuntimeException("both");
        map.open = c -> {
            throw same;
        };
        map.close = map.open;
        MapHandle h = host.open("house", AT_ZERO, map);
        world.run(10);
        assertThat(failure(h.close())).isSameAs(same);
    }

    @Test
    void whatOnCloseThrowsFailsTheFuture() throws Exception {
        Exception cause = new Exception("store is full");
        map.close = c -> {
            throw cause;
        };
        MapHandle h = host.open("house", AT_ZERO, map);
        world.run(10);
        CompletableFuture<Void> gone = h.close();
        world.settle();
        assertThat(failure(gone)).isSameAs(cause);
        assertThat(host.size()).isZero();
        assertThat(map.count("close")).isOne();
    }

    @Test
    void aMapMayCloseItselfInsideItsTickButNotWaitForIt() {
        List<Throwable> refused = new ArrayList<>();
        map.tick = c -> {
            CompletableFuture<Void> gone = c.handle().close();
            CompletableFuture<CloseReport> all = host.closeAll();
            assertThat(gone).isNotDone();
            for (RecordingMap.Act wait : List.<RecordingMap.Act>of(
                    x -> gone.get(),
                    x -> gone.thenApply(nothing -> 1).join(),
                    x -> all.get(),
                    x -> all.get(1, TimeUnit.DAYS),
                    x -> all.join(),
                    x -> all.thenApply(CloseReport::closed).get(),
                    x -> all.thenApply(CloseReport::closed)
                            .thenApply(String::valueOf)
                            .join(),
                    x -> all.orTimeout(1, TimeUnit.DAYS).get(1, TimeUnit.DAYS))) {
                try {
                    wait.run(c);
                } catch (SelfWaitException e) {
                    refused.add(e);
                }
            }
        };
        MapHandle h = host.open("house", AT_ZERO, map);
        world.run(200);
        assertThat(refused).hasSize(8);
        assertThat(map.calls).containsExactly("open", "tick 1", "close");
        assertThat(h.close()).isCompleted();
        assertThat(h.stats().faults()).isZero();
    }

    @Test
    void closingFromOutsideCannotBeTamperedWith() {
        MapHandle h = host.open("house", AT_ZERO, map);
        assertThat(h.close().complete(null)).isFalse();
        assertThat(h.close().cancel(true)).isFalse();
        CompletableFuture<CloseReport> all = host.closeAll();
        CloseReport fake = new CloseReport(0, Map.of());
        assertThat(all.complete(fake)).isFalse();
        assertThat(all.completeExceptionally(new Exception())).isFalse();
        assertThat(all.cancel(false)).isFalse();
        assertThatThrownBy(() -> all.obtrudeValue(fake)).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> all.completeAsync(() -> fake)).isInstanceOf(UnsupportedOperationException.class);
        assertThat(all).isNotDone();
        assertThatThrownBy(() -> all.get(1, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
        world.settle();
        assertThat(all.join().closed()).isOne();
    }

    @Test
    void closeAllClosesWhatIsOpenAndNamesTheFailures() {
        List<RecordingMap> maps = new ArrayList<>();
        Exception cause = new Exception("store is full");
        for (int i = 0; i < 10; i++) {
            RecordingMap m = new RecordingMap();
            maps.add(m);
            if (i == 7) {
                m.close = c -> {
                    throw cause;
                };
            }
            host.open("house-" + i, MapOptions.defaults(), m);
        }
        world.run(100);
        CompletableFuture<CloseReport> all = host.closeAll();
        MapHandle later = host.open("later", MapOptions.defaults(), map);
        assertThat(all).isNotDone();
        world.settle();
        CloseReport report = all.join();
        assertThat(report.closed()).isEqualTo(10);
        assertThat(report.isClean()).isFalse();
        assertThat(report.failures()).containsOnlyKeys("house-7").containsValue(cause);
        assertThat(maps).allSatisfy(m -> assertThat(m.count("close")).isOne());
        assertThat(host.list()).containsExactly(later);
        assertThat(later.close()).isNotDone();
        world.settle();
        assertThat(host.closeAll().join()).isEqualTo(new CloseReport(0, Map.of()));
    }

    @Test
    void shutdownOfTheSchedulerClosesEveryMapWhileItStillTicks() {
        List<RecordingMap> maps = new ArrayList<>();
        AtomicReference<MapHandle> other = new AtomicReference<>();
        for (int i = 0; i < 5; i++) {
            RecordingMap m = new RecordingMap();
            m.close = c -> assertThat(other.get().state()).isNotNull();
            maps.add(m);
            other.set(host.open("house-" + i, MapOptions.defaults(), m));
        }
        world.run(100);
        CompletableFuture<ShutdownReport> down = world.scheduler.shutdownAsync(Duration.ofSeconds(1));
        world.settle();
        assertThat(world.stepper.stepShutdown()).isTrue();
        assertThat(down.join().isClean()).isTrue();
        assertThat(down.join().lastTaskFaults()).isZero();
        assertThat(host.size()).isZero();
        assertThat(maps).allSatisfy(m -> assertThat(m.count("close")).isOne());
    }

    @Test
    void onRealThreadsEveryMapOpensAndClosesOnce() throws Exception {
        AtomicInteger opened = new AtomicInteger();
        AtomicInteger closed = new AtomicInteger();
        try (TickScheduler real =
                TickScheduler.builder().poolThreads(2).faultLogPerSecond(0).start()) {
            MapHost realHost = MapHost.builder(real)
                    .listener(new MapListener() {
                        @Override
                        public void onOpened(MapHandle m) {
                            opened.incrementAndGet();
                        }

                        @Override
                        public void onClosed(MapHandle m, Throwable failure) {
                            closed.incrementAndGet();
                        }
                    })
                    .build();
            List<RecordingMap> maps = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
                RecordingMap m = new RecordingMap();
                if (i % 3 == 0) {
                    m.open = c -> assertThat(c.handle().close()).isNotDone();
                } else if (i % 3 == 1) {
                    m.open = c -> {
                        throw new IllegalStateException("planned");
                    };
                }
                maps.add(m);
                realHost.open("house-" + i, MapOptions.defaults().tick(Duration.ofMillis(25)), m);
            }
            realHost.stopOpening();
            realHost.closeAll().get(30, TimeUnit.SECONDS);
            assertThat(realHost.size()).isZero();
            assertThat(opened).hasValue(500);
            // A map that had closed itself was out of the host by then, but its worker may not have told the listener
            // yet.
            await().atMost(Duration.ofSeconds(20)).until(() -> closed.get() >= 500);
            assertThat(closed).hasValue(500);
            assertThat(maps).allSatisfy(m -> assertThat(m.count("close")).isOne());
        }
    }
}
