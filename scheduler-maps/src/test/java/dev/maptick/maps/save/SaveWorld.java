package dev.maptick.maps.save;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** A coordinator in virtual time: a clock set by hand, an executor that runs when told, a store that fails when told. */
final class SaveWorld {
    final InMemoryMapStore inner = new InMemoryMapStore();
    final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
    final List<String> events = new ArrayList<>();
    final SaveCoordinator coordinator;
    long nowNs;

    /** How many saves fail from now on: with an IOException, unless there is another throwable to be thrown. */
    int failures;

    @Nullable
    Throwable storeFault;

    boolean listenerThrows;

    /** Whether the executor refuses. */
    boolean full;

    /** What it then throws. */
    Throwable refusal = new RejectedExecutionException("full");

    /** Whether it refuses only after having queued what it was given. */
    boolean refusesLate;

    /** How often the driver was called. */
    int calls;

    boolean driverThrows;

    /** Who was woken and has not ticked since; for those who look. */
    final ArrayDeque<House> woken = new ArrayDeque<>();

    SaveWorld(SaveOptions options, long startNs) {
        nowNs = startNs;
        coordinator =
                new SaveCoordinator(options, new FailingStore(), this::execute, () -> nowNs, new Log(), this::called);
    }

    private void called() {
        calls++;
        if (driverThrows) {
            throw new IllegalStateException("driver");
        }
    }

    private void execute(Runnable task) {
        if (!full || refusesLate) {
            tasks.add(task);
        }
        if (full && refusal instanceof Error e) {
            throw e;
        }
        if (full && refusal instanceof RuntimeException e) {
            throw e;
        }
    }

    static long ms(long millis) {
        return millis * 1_000_000;
    }

    House open(String name) throws IOException {
        return new House(name, false);
    }

    House openTracked(String name) throws IOException {
        return new House(name, true);
    }

    /** Moves time on in steps of the given length, in each of which every house ticks and all tasks run. */
    void run(long untilNs, long stepNs, List<House> houses) {
        while (nowNs - untilNs < 0) {
            nowNs += stepNs;
            coordinator.advance(nowNs);
            runTasks();
            houses.forEach(House::tick);
            runTasks();
            checkBooks();
        }
    }

    void advance(long byNs) {
        nowNs += byNs;
        coordinator.advance(nowNs);
    }

    int runTasks() {
        int ran = 0;
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
            ran++;
        }
        return ran;
    }

    void runTask() {
        tasks.remove().run();
    }

    /** Until the house's turn has come and its source has prepared. */
    void untilWanted(House house) {
        for (int i = 0; i < 10_000 && !house.saving.wanted.get(); i++) {
            advance(ms(10));
            runTasks();
        }
        assertThat(house.saving.wanted.get()).as("%s wanted", house.saving).isTrue();
    }

    SaveStats stats() {
        return coordinator.stats();
    }

    void checkBooks() {
        SaveStats s = stats();
        assertThat(s.captured())
                .as("%s", s)
                .isEqualTo(s.written() + s.refused() + s.failed() + s.superseded() + s.inFlight());
    }

    long savedValue(String name) {
        return ByteBuffer.wrap(inner.load(name).orElseThrow().bytes()).getLong();
    }

    /** One map whose state is a number. */
    final class House implements SaveSource {
        final SaveEpoch owner;
        final MapSaving saving;
        final boolean tracked;
        long value;
        long pauseNs;
        int wakes;
        int prepares;

        @Nullable
        Exception prepareFault;

        @Nullable
        Exception captureFault;

        @Nullable
        Exception encodeFault;

        House(String name, boolean tracked) throws IOException {
            owner = inner.claim(name);
            this.tracked = tracked;
            saving = coordinator.register(owner, "house", this, this::wake, nowNs);
        }

        private void wake() {
            wakes++;
            woken.add(this);
        }

        void tick() {
            value++;
            saving.tick();
        }

        CompletableFuture<SaveOutcome> close() {
            return saving.close();
        }

        @Override
        public boolean tracksChanges() {
            return tracked;
        }

        @Override
        public void prepare() throws Exception {
            prepares++;
            if (prepareFault != null) {
                throw prepareFault;
            }
        }

        @Override
        public Snapshot capture() throws Exception {
            nowNs += pauseNs;
            if (captureFault != null) {
                throw captureFault;
            }
            long copy = value;
            return () -> {
                if (encodeFault != null) {
                    throw encodeFault;
                }
                return ByteBuffer.allocate(8).putLong(copy).array();
            };
        }
    }

    private final class FailingStore implements MapStore {
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
            if (failures > 0) {
                failures--;
                if (storeFault instanceof RuntimeException e) {
                    throw e;
                }
                if (storeFault instanceof Error e) {
                    throw e;
                }
                throw new IOException("disk on fire");
            }
            return inner.save(owner, sequence, bytes);
        }

        @Override
        public void release(SaveEpoch owner) {
            events.add("released " + owner.mapName());
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
    }

    private final class Log implements SaveListener {
        @Override
        public void captured(MapSaving map, long pauseNanos, boolean last) {
            events.add((last ? "captured last " : "captured ") + map.mapName());
            if (listenerThrows) {
                throw new IllegalStateException("listener");
            }
        }

        @Override
        public void written(MapSaving map, int bytes, long writeNanos) {
            events.add("written " + map.mapName());
        }

        @Override
        public void retrying(MapSaving map, int attempt, Throwable cause) {
            events.add("retrying " + map.mapName() + " " + attempt);
        }

        @Override
        public void failed(MapSaving map, Throwable cause) {
            events.add("failed " + map.mapName() + ": " + cause.getMessage());
        }
    }
}
