package dev.maptick.it.cases;

import dev.maptick.maps.GameMap;
import dev.maptick.maps.MapContext;
import dev.maptick.maps.MapHandle;
import dev.maptick.maps.MapHost;
import dev.maptick.maps.MapOptions;
import dev.maptick.maps.tasks.BackgroundPoolOptions;
import dev.maptick.testkit.SteppedScheduler;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/** A host in virtual time whose background tasks run when a case wants them to, each on a thread of its own. */
final class Houses implements AutoCloseable {
    /** Deadlines at multiples of 50 ms after the start, the start itself included. */
    static final MapOptions AT_ZERO = MapOptions.defaults().phase(Duration.ZERO);

    final SteppedScheduler stepped;
    final MapHost host;
    final Deque<Runnable> background = new ArrayDeque<>();

    Houses() {
        this(SteppedScheduler.builder().dedicatedThreads(1), BackgroundPoolOptions.DEFAULT);
    }

    Houses(long clockStart) {
        this(SteppedScheduler.builder().clockStart(clockStart), BackgroundPoolOptions.DEFAULT);
    }

    Houses(SteppedScheduler.Builder scheduler, BackgroundPoolOptions pool) {
        stepped = scheduler.configure(b -> b.faultLogPerSecond(0)).start();
        host = MapHost.builder(stepped.scheduler())
                .background(pool.withExecutor(background::add))
                .build();
    }

    MapHandle open(String name, MapOptions options, GameMap map) {
        return host.open(name, options, map);
    }

    /** Everything that is due within the next so many milliseconds. */
    void run(long millis) {
        stepped.runUntil(stepped.clock().nanoTime() + millis * 1_000_000, tick -> {});
    }

    void spend(long millis) {
        stepped.clock().advance(Duration.ofMillis(millis));
    }

    /** Milliseconds since the start. */
    long now() {
        return stepped.clock().elapsed().toMillis();
    }

    /** Runs the background tasks that wait. */
    void work() {
        for (Runnable next = background.poll(); next != null; next = background.poll()) {
            Thread thread = begin(next);
            join(thread);
        }
    }

    static Thread begin(Runnable work) {
        Thread thread = new Thread(work, "background");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        stepped.close();
    }

    /** Something a call of a {@link Script} does. */
    @FunctionalInterface
    interface Act {
        void run(MapContext context) throws Exception;
    }

    /** A map made of what a case wants. */
    static final class Script implements GameMap {
        Act open = c -> {};
        Act tick = c -> {};
        Act close = c -> {};
        MapContext context;
        long ticks;
        long closes;

        @Override
        public void onOpen(MapContext c) throws Exception {
            context = c;
            open.run(c);
        }

        @Override
        public void onTick(MapContext c) throws Exception {
            ticks++;
            tick.run(c);
        }

        @Override
        public void onClose(MapContext c) throws Exception {
            closes++;
            close.run(c);
        }
    }
}
