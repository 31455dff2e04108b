package dev.maptick.maps.save;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Real threads: two that tick, one that advances, three that write to a store that fails now and then. Every close ends,
 * the books balance, each map's last state is what the store holds, and no capture sees its map in the middle of a tick.
 * A hand-over without order between tick, executor and book would show as a torn or an old state.
 */
class SaveCoordinatorStressTest {
    private static final SaveOptions OPTIONS = SaveOptions.defaults()
            .withInterval(Duration.ofMillis(100))
            .withAtOnce(3)
            .withRetries(20, Duration.ofMillis(1), Duration.ofMillis(2))
            .withCaptureLimit(Duration.ofMillis(1));

    private final InMemoryMapStore inner = new InMemoryMapStore();

    @Test
    void nothingIsLostInAShortRun() throws Exception {
        run(4);
    }

    @Test
    @Tag("soak")
    void nothingIsLostInALongRun() throws Exception {
        run(300);
    }

    private void run(int rounds) throws Exception {
        ExecutorService writers = Executors.newFixedThreadPool(3);
        ExecutorService threads = Executors.newFixedThreadPool(3);
        AtomicBoolean stop = new AtomicBoolean();
        try {
            SaveCoordinator coordinator = new SaveCoordinator(
                    OPTIONS, new Unsteady(), writers, System::nanoTime, SaveListener.NONE, () -> {});
            Future<?> advancing = threads.submit(() -> {
                while (!stop.get()) {
                    coordinator.advance(System.nanoTime());
                    Thread.onSpinWait();
                }
            });
            Future<?> first = threads.submit(() -> tick(coordinator, "first", rounds));
            Future<?> second = threads.submit(() -> tick(coordinator, "second", rounds));
            first.get();
            second.get();
            stop.set(true);
            advancing.get();
            SaveStats stats = coordinator.stats();
            assertThat(stats.maps()).isZero();
            assertThat(stats.inFlight()).isZero();
            assertThat(stats.failed()).isZero();
            assertThat(stats.captured()).isEqualTo(stats.written() + stats.superseded());
            assertThat(stats.written()).isGreaterThan(stats.captured() / 2);
        } finally {
            stop.set(true);
            threads.shutdownNow();
            writers.shutdownNow();
            assertThat(writers.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    private Void tick(SaveCoordinator coordinator, String prefix, int rounds) throws Exception {
        for (int round = 0; round < rounds; round++) {
            List<Counter> counters = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                counters.add(new Counter(coordinator, inner.claim(prefix + "-" + i)));
            }
            long endNs = System.nanoTime() + 200_000_000;
            while (System.nanoTime() - endNs < 0) {
                counters.forEach(Counter::tick);
            }
            List<CompletableFuture<SaveOutcome>> closed = new ArrayList<>();
            counters.forEach(c -> closed.add(c.saving.close()));
            for (int i = 0; i < closed.size(); i++) {
                assertThat(closed.get(i).get(20, TimeUnit.SECONDS)).isNotEqualTo(SaveOutcome.ABANDONED);
                byte[] saved = inner.load(prefix + "-" + i).orElseThrow().bytes();
                assertThat(ByteBuffer.wrap(saved).getLong()).isEqualTo(counters.get(i).before);
            }
        }
        return null;
    }

    /** A map whose two plain fields are equal between ticks. */
    private static final class Counter implements SaveSource {
        final MapSaving saving;
        long before;
        long behind;

        Counter(SaveCoordinator coordinator, SaveEpoch owner) {
            saving = coordinator.register(owner, "counter", this, () -> {}, System.nanoTime());
        }

        void tick() {
            before++;
            saving.markChanged();
            behind++;
            saving.tick();
        }

        @Override
        public Snapshot capture() {
            if (before != behind) {
                throw new AssertionError("captured in the middle of a tick");
            }
            long copy = before;
            return () -> ByteBuffer.allocate(8).putLong(copy).array();
        }
    }

    /** Fails one write in five, after the write in one of two of them. */
    private final class Unsteady implements MapStore {
        @Override
        public SaveResult save(SaveEpoch owner, long sequence, byte[] bytes) throws IOException {
            int dice = new SplittableRandom(owner.number() * 31 + sequence * 7 + System.nanoTime()).nextInt(10);
            if (dice == 0) {
                throw new IOException("before the write");
            }
            SaveResult result = inner.save(owner, sequence, bytes);
            if (dice == 1) {
                throw new IOException("after the write");
            }
            return result;
        }

        @Override
        public void release(SaveEpoch owner) {
            inner.release(owner);
        }

        @Override
        public Optional<SavedMap> load(String mapName) {
            return inner.load(mapName);
        }

        @Override
        public SaveEpoch claim(String mapName) {
            return inner.claim(mapName);
        }

        @Override
        public List<String> list() {
            return inner.list();
        }

        @Override
        public boolean delete(String mapName) {
            return inner.delete(mapName);
        }
    }
}
