package dev.maptick.maps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.maptick.core.Refusal;
import dev.maptick.core.RefusedException;
import dev.maptick.core.SelfWaitException;
import dev.maptick.core.SettingsException;
import dev.maptick.core.TickState;
import dev.maptick.maps.activation.IdleOptions;
import dev.maptick.maps.save.InMemoryMapStore;
import dev.maptick.maps.save.MapStore;
import dev.maptick.maps.save.SaveEpoch;
import dev.maptick.maps.save.SaveOptions;
import dev.maptick.maps.save.SaveOutcome;
import dev.maptick.maps.save.SaveResult;
import dev.maptick.maps.save.SavedMap;
import dev.maptick.maps.save.Snapshot;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Saved maps through the host: ticks are stepped in virtual time, the store's threads are real. */
class MapSavingTest {
    private static final MapOptions OPTIONS = MapOptions.defaults()
            .phase(Duration.ZERO)
            .idle(new IdleOptions(null, Duration.ofMillis(250), Duration.ofMillis(300), Duration.ZERO));

    private static final SaveOptions EVERY_SECOND = new SaveOptions(
            Duration.ofSeconds(1), 2, 3, Duration.ofMillis(100), Duration.ofSeconds(1), Duration.ofSeconds(1), 1);

    private final World world = new World(0);
    private final GatedStore store = new GatedStore();
    private final MapHost host =
            MapHost.builder(world.scheduler).saving(store, EVERY_SECOND).build();

    /** A store whose saves can be held up or fail. */
    private static final class GatedStore implements MapStore {
        private final InMemoryMapStore inner = new InMemoryMapStore();
        private final ConcurrentLinkedQueue<IOException> failures = new ConcurrentLinkedQueue<>();
        private volatile CountDownLatch gate = new CountDownLatch(0);
        private volatile boolean releaseFails;

        @Override
        public Optional<SavedMap> load(String mapName) {
            return inner.load(mapName);
        }

        @Override
        public SaveEpoch claim(String mapName) {
            return inner.claim(mapName);
        }

        @Override
        public SaveResult save(SaveEpoch owner, long sequence, byte[] bytes) throws IOException {
            try {
                if (!gate.await(20, TimeUnit.SECONDS)) {
                    throw new IOException("nobody opened the gate");
                }
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            IOException failure = failures.poll();
            if (failure != null) {
                throw failure;
            }
            return inner.save(owner, sequence, bytes);
        }

        @Override
        public void release(SaveEpoch owner) {
            if (releaseFails) {
                throw new IllegalStateException("planned");
            }
            inner.release(owner);
        }

        @Override
        public List<String> list() {
            return inner.list();
        }

        @Override
        public boolean delete(String mapName) {
            return inner.delete(mapName);
        }

        String text(String name) {
            return load(name)
                    .map(s -> new String(s.bytes(), StandardCharsets.UTF_8))
                    .orElse("nothing");
        }
    }

    /** Keeps one word. */
    private static class Words implements PersistentMap {
        String word;
        int occupants = 1;
        MapContext context;

        Words(@Nullable SavedMap saved) {
            word = saved == null ? "new" : new String(saved.bytes(), StandardCharsets.UTF_8);
        }

        @Override
        public void onOpen(MapContext c) throws Exception {
            context = c;
        }

        @Override
        public void onTick(MapContext c) {}

        @Override
        public int occupants(MapContext c) {
            return occupants;
        }

        @Override
        public boolean tracksChanges() {
            return true;
        }

        @Override
        public Snapshot capture() {
            String captured = word;
            return () -> captured.getBytes(StandardCharsets.UTF_8);
        }

        void say(String w) {
            word = w;
            context.markChanged();
        }
    }

    private final CompletableFuture<Words> made = new CompletableFuture<>();

    private Words make(@Nullable SavedMap saved) {
        Words words = new Words(saved);
        made.complete(words);
        return words;
    }

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(20, TimeUnit.SECONDS);
    }

    /** Steps virtual time on until something that real threads do has come about. */
    private void runUntil(String what, java.util.concurrent.Callable<Boolean> condition) {
        Awaitility.await(what)
                .atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(1))
                .until(() -> {
                    world.run(50);
                    return condition.call();
                });
    }

    private MapHandle open() throws Exception {
        MapHandle h = get(host.openSaved("house-1", OPTIONS, this::make));
        world.run(50);
        return h;
    }

    @Test
    void whatChangedIsSavedInTurnAndLoadedAgain() throws Exception {
        MapHandle h = open();
        h.post(() -> made.join().say("hello"));
        runUntil("saved", () -> store.text("house-1").equals("hello"));
        CompletableFuture<Void> closed = h.close();
        world.settle();
        get(closed);
        assertThat(get(h.saved())).isEqualTo(SaveOutcome.UNCHANGED);
        CompletableFuture<String> found = new CompletableFuture<>();
        MapHandle again = get(host.openSaved("house-1", OPTIONS, saved -> {
            Words words = new Words(saved);
            found.complete(words.word);
            return words;
        }));
        assertThat(get(found)).isEqualTo("hello");
        assertThat(again.name()).isEqualTo("house-1");
    }

    @Test
    void theLastTaskCapturesAfterOnCloseAndSavedTellsThatItIsWritten() throws Exception {
        MapHandle h = get(host.openSaved("house-1", OPTIONS, saved -> new Words(saved) {
            @Override
            public void onClose(MapContext context) {
                say("closed");
            }
        }));
        world.run(50);
        store.gate = new CountDownLatch(1);
        CompletableFuture<Void> closed = h.close();
        world.settle();
        get(closed);
        assertThat(h.saved()).isNotDone();
        store.gate.countDown();
        assertThat(get(h.saved())).isEqualTo(SaveOutcome.WRITTEN);
        assertThat(store.text("house-1")).isEqualTo("closed");
    }

    @Test
    void aMapThatDoesNotTrackChangesIsCapturedInEveryLastTask() throws Exception {
        MapHandle h = get(host.openSaved("house-1", OPTIONS, saved -> new Words(saved) {
            @Override
            public boolean tracksChanges() {
                return false;
            }

            @Override
            public void onClose(MapContext context) {
                word = "closed";
            }
        }));
        runUntil("saved in its turn", () -> store.text("house-1").equals("new"));
        var unused = h.close();
        world.settle();
        assertThat(get(h.saved())).isEqualTo(SaveOutcome.WRITTEN);
        assertThat(store.text("house-1")).isEqualTo("closed");
    }

    @Test
    void aFinalCaptureThatThrowsFailsTheClose() throws Exception {
        IllegalStateException planned = new IllegalStateException("planned");
        MapHandle h = get(host.openSaved("house-1", OPTIONS, saved -> new Words(saved) {
            @Override
            public Snapshot capture() {
                throw planned;
            }
        }));
        world.run(50);
        CompletableFuture<Void> closed = h.close();
        world.settle();
        // Nothing was marked as changed, so nothing was captured and nothing failed.
        get(closed);
        assertThat(get(h.saved())).isEqualTo(SaveOutcome.UNCHANGED);

        MapHandle second = get(host.openSaved("house-2", OPTIONS, saved -> new Words(saved) {
            @Override
            public void onTick(MapContext c) {
                c.markChanged();
            }

            @Override
            public Snapshot capture() {
                throw planned;
            }
        }));
        world.run(50);
        CompletableFuture<Void> failed = second.close();
        world.settle();
        assertThatThrownBy(() -> get(failed))
                .isInstanceOf(ExecutionException.class)
                .hasCause(planned);
        assertThatThrownBy(() -> get(second.saved())).hasCause(planned);
    }

    @Test
    void aMapThatDidNotOpenReplacesNothing() throws Exception {
        MapHandle first = open();
        first.post(() -> made.join().say("good"));
        world.run(100);
        var unused = first.close();
        world.settle();
        assertThat(get(first.saved())).isEqualTo(SaveOutcome.WRITTEN);
        MapHandle h = get(host.openSaved("house-1", OPTIONS, saved -> new Words(null) {
            @Override
            public void onOpen(MapContext c) throws Exception {
                throw new IOException("planned");
            }
        }));
        world.run(100);
        assertThat(h.state()).isEqualTo(TickState.STOPPED);
        assertThat(get(h.saved())).isEqualTo(SaveOutcome.ABANDONED);
        assertThat(store.text("house-1")).isEqualTo("good");
    }

    @Test
    void theNextOwnerWaitsUntilTheLastOneIsWritten() throws Exception {
        MapHandle first = open();
        first.post(() -> made.join().say("last words"));
        world.run(50);
        store.gate = new CountDownLatch(1);
        CompletableFuture<Void> closed = first.close();
        world.settle();
        get(closed);
        CompletableFuture<String> found = new CompletableFuture<>();
        CompletableFuture<MapHandle> second = host.openSaved("house-1", OPTIONS, saved -> {
            Words words = new Words(saved);
            found.complete(words.word);
            return words;
        });
        assertThat(second).isNotDone();
        store.gate.countDown();
        get(second);
        assertThat(get(found)).isEqualTo("last words");
        assertThat(get(first.saved())).isEqualTo(SaveOutcome.WRITTEN);
    }

    @Test
    void aMapThatIsOpenIsNotOpenedTwiceAndKeepsItsRight() throws Exception {
        MapHandle h = open();
        assertThatThrownBy(() -> get(host.openSaved("house-1", OPTIONS, this::make)))
                .cause()
                .isInstanceOfSatisfying(
                        RefusedException.class, e -> assertThat(e.refusal()).isEqualTo(Refusal.NAME_TAKEN));
        host.open("plain", OPTIONS, c -> {});
        assertThatThrownBy(() -> get(host.openSaved("plain", OPTIONS, this::make)))
                .hasCauseInstanceOf(RefusedException.class);
        h.post(() -> made.join().say("mine"));
        runUntil("saved", () -> store.text("house-1").equals("mine"));
    }

    @Test
    void aFactoryThatThrowsLeavesTheNameFree() throws Exception {
        assertThatThrownBy(() -> get(host.openSaved("house-1", OPTIONS, saved -> {
                    throw new IOException("planned");
                })))
                .hasCauseInstanceOf(IOException.class);
        assertThat(open().name()).isEqualTo("house-1");
    }

    /** A house changes, falls asleep before its turn, is woken for the capture alone, and then nothing wakes any more. */
    @Test
    void aSleepingMapIsWokenForItsCaptureAndThenNobodyIs() throws Exception {
        MapHandle h = open();
        h.post(() -> {
            made.join().say("good night");
            made.join().occupants = 0;
        });
        runUntil("saved", () -> store.text("house-1").equals("good night"));
        runUntil("asleep", h::isAsleep);
        // It has one more turn, in which nothing has changed.
        runUntil("no turn any more", () -> host.saveStats().orElseThrow().dormant() == 1);
        runUntil("the saver sleeps too", () -> world.scheduler.stats().suspended() == 2);
        world.run(50);
        long ticks = world.scheduler.stats().ticks();
        world.run(3_600_000);
        assertThat(world.scheduler.stats().ticks()).isEqualTo(ticks);
    }

    @Test
    void shutdownRepeatsFailedWritesAndReportsWhatWasNotWritten() throws Exception {
        MapHandle h = open();
        h.post(() -> made.join().say("at last"));
        world.run(50);
        store.failures.add(new IOException("planned, once"));
        var unused = h.close();
        world.settle();
        // Virtual time stands still in a shutdown on real time, so the wait before the next attempt is gone through
        // here.
        runUntil("a second attempt", () -> h.saved().isDone());
        HostReport report = host.shutdown(Duration.ofSeconds(10));
        assertThat(report.unsaved()).isEmpty();
        assertThat(report.tasks().isClean()).isTrue();
        assertThat(store.text("house-1")).isEqualTo("at last");
        assertThatThrownBy(() -> get(host.openSaved("house-2", OPTIONS, this::make)))
                .cause()
                .isInstanceOfSatisfying(
                        RefusedException.class, e -> assertThat(e.refusal()).isEqualTo(Refusal.STOPPING));
    }

    @Test
    void anInterruptDoesNotShortenAShutdown() throws Exception {
        MapHandle h = open();
        h.post(() -> made.join().say("in peace"));
        world.run(50);
        store.gate = new CountDownLatch(1);
        var unused = h.close();
        world.settle();
        new Thread(() -> store.gate.countDown()).start();
        Thread.currentThread().interrupt();
        HostReport report = host.shutdown(Duration.ofSeconds(20));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(report.isClean()).as(report.toString()).isTrue();
        assertThat(store.text("house-1")).isEqualTo("in peace");
    }

    @Test
    void shutdownGivesUpAtItsLimitNamesWhatIsLeftAndLosesNothing() throws Exception {
        MapHandle h = open();
        h.post(() -> made.join().say("in the end"));
        world.run(50);
        store.gate = new CountDownLatch(1);
        var unused = h.close();
        world.settle();
        HostReport report = host.shutdown(Duration.ofMillis(50));
        assertThat(report.isClean()).isFalse();
        assertThat(report.unsaved()).containsOnlyKeys("house-1");
        assertThat(report.toString()).contains("not clean").contains("house-1");
        CompletableFuture<MapHandle> late = host.openSaved("house-1", OPTIONS, this::make);
        assertThatThrownBy(() -> get(late)).hasCauseInstanceOf(RefusedException.class);
        store.gate.countDown();
        assertThat(get(h.saved())).isEqualTo(SaveOutcome.WRITTEN);
        assertThat(host.shutdown(Duration.ofSeconds(20)).isClean()).isTrue();
        assertThat(store.text("house-1")).isEqualTo("in the end");
    }

    @Test
    void aLastStateLostBeforeTheShutdownIsInItsReport() throws Exception {
        MapHandle h = open();
        h.post(() -> made.join().say("lost"));
        world.run(50);
        IOException planned = new IOException("planned");
        store.failures.addAll(List.of(planned, planned, planned));
        var unused = h.close();
        world.settle();
        runUntil("attempts used up", () -> h.saved().isCompletedExceptionally());
        HostReport report = host.shutdown(Duration.ofSeconds(20));
        assertThat(report.unsaved()).containsOnlyKeys("house-1").containsValue(planned);
        assertThat(report.isClean()).isFalse();
    }

    @Test
    void anOpeningThatWaitsForTheLastStateOfAnEarlierMapIsRefusedWhenTheHostEnds() throws Exception {
        MapHandle h = open();
        h.post(() -> made.join().say("slow"));
        world.run(50);
        store.gate = new CountDownLatch(1);
        var unused = h.close();
        CompletableFuture<MapHandle> second = host.openSaved("house-1", OPTIONS, this::make);
        assertThat(second).as("waits, though the map has not left yet").isNotDone();
        world.settle();
        assertThat(host.shutdown(Duration.ZERO).isClean()).isFalse();
        assertThatThrownBy(() -> get(second))
                .cause()
                .isInstanceOfSatisfying(
                        RefusedException.class, e -> assertThat(e.refusal()).isEqualTo(Refusal.STOPPING));
        store.gate.countDown();
        get(h.saved());
    }

    /** A write that has failed is tried again though the scheduler, whose clock drives saving, has ended. */
    @Test
    void lastStatesAreWrittenThoughTheSchedulerHasEnded() throws Exception {
        MapHandle h = open();
        h.post(() -> made.join().say("still"));
        world.run(50);
        store.failures.add(new IOException("planned, once"));
        var unused = world.scheduler.shutdownAsync(Duration.ofSeconds(10));
        world.settle();
        assertThat(world.stepper.stepShutdown()).isTrue();
        // The clock is the test's, and stands; the next attempt is due after a while on it.
        Awaitility.await("written").atMost(Duration.ofSeconds(20)).until(() -> {
            world.spend(50);
            return store.text("house-1").equals("still");
        });
        assertThat(get(h.saved())).isEqualTo(SaveOutcome.WRITTEN);
    }

    @Test
    void aStoreThatCannotReleaseStillFreesTheName() throws Exception {
        store.releaseFails = true;
        assertThatThrownBy(() -> get(host.openSaved("house-1", OPTIONS, saved -> {
                    throw new IOException("planned");
                })))
                .hasCauseInstanceOf(IOException.class);
        store.releaseFails = false;
        assertThat(open().name()).isEqualTo("house-1");
    }

    @Test
    void aFactoryThatReturnsNullIsNamed() {
        assertThatThrownBy(() -> get(host.openSaved("house-1", OPTIONS, MapSavingTest::none)))
                .cause()
                .hasMessage("the factory of map \"house-1\" returned null");
    }

    @SuppressWarnings("NullAway") // what a factory may do although it must not
    private static PersistentMap none(@Nullable SavedMap saved) {
        return null;
    }

    @Test
    void aShutdownInsideASaveOrWithABadLimitIsRefused() throws Exception {
        assertThatThrownBy(() -> get(host.openSaved("house-1", OPTIONS, saved -> {
                    host.shutdown(Duration.ofSeconds(1));
                    return make(saved);
                })))
                .hasCauseInstanceOf(SelfWaitException.class);
        assertThatThrownBy(() -> host.shutdown(Duration.ofSeconds(-1)))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("shutdownLimit");
        assertThatThrownBy(() -> host.shutdown(Duration.ofSeconds(Long.MAX_VALUE)))
                .isInstanceOf(SettingsException.class);
        // Nothing has begun.
        assertThat(open().name()).isEqualTo("house-1");
    }

    @Test
    void aHostWithoutAStoreSaysSo() {
        assertThatThrownBy(() -> MapHost.builder(world.scheduler).build().openSaved("a", OPTIONS, this::make))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("without");
    }
}
