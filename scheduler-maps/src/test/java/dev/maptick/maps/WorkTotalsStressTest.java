package dev.maptick.maps;

import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.core.TickScheduler;
import dev.maptick.maps.tasks.TaskStats;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.junit.jupiter.api.Test;

/**
 * R4, by type, with real threads: posts and timer cancels meet maps that are opening, closing and gone, while a reader sees
 * that nothing goes down. In the end each verdict that was told to a poster is in the sums, once. Would catch a count raised
 * between a map's retirement and the reading of its counters, and one credited twice.
 */
class WorkTotalsStressTest {
    private static final int PLACES = 8;
    private static final int POSTERS = 3;
    private static final int POSTS = 20_000;
    private static final int GENERATIONS = 400;
    private static final long SEED = 42;

    private final TickScheduler scheduler =
            TickScheduler.builder().poolThreads(2).build();
    private final MapHost host = MapHost.builder(scheduler).build();
    private final AtomicReferenceArray<Place> places = new AtomicReferenceArray<>(PLACES);
    private final AtomicBoolean done = new AtomicBoolean();

    /** A map, and a timer of its that anybody may cancel. */
    private static final class Place implements GameMap {
        private final AtomicLong timer = new AtomicLong();
        private volatile MapHandle handle;
        private volatile MapContext context;

        @Override
        public void onOpen(MapContext c) {
            context = c;
        }

        @Override
        public void onTick(MapContext c) {
            timer.set(c.timers().after(Duration.ofHours(1), f -> {}));
            c.tasks().submit(t -> 1, o -> {});
        }

        void cancel() {
            MapContext c = context;
            if (c != null) {
                c.timers().cancel(timer.get());
            }
        }
    }

    @Test
    void everyVerdictIsInTheSumsOnceAndNoneGoesDown() throws Exception {
        System.out.println("seed " + SEED);
        scheduler.start();
        for (int i = 0; i < PLACES; i++) {
            places.set(i, open(i, 0));
        }
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            Future<Integer> reader = threads.submit(this::read);
            List<Future<Map<String, Map<Admission, Long>>>> posters = new ArrayList<>();
            for (int i = 0; i < POSTERS; i++) {
                SplittableRandom random = new SplittableRandom(SEED + i);
                posters.add(threads.submit(() -> post(random)));
            }
            Future<?> churn = threads.submit(this::churn);
            churn.get(60, TimeUnit.SECONDS);
            List<Map<String, Map<Admission, Long>>> told = new ArrayList<>();
            for (var poster : posters) {
                told.add(poster.get(60, TimeUnit.SECONDS));
            }
            host.closeAll().get(60, TimeUnit.SECONDS);
            assertThat(host.background().shutdown(Duration.ofSeconds(20)).isClean())
                    .isTrue();
            done.set(true);
            assertThat(reader.get(60, TimeUnit.SECONDS)).isPositive();
            check(told);
        } finally {
            done.set(true);
            threads.shutdownNow();
            scheduler.shutdown(Duration.ofSeconds(20));
        }
    }

    private Place open(int place, int generation) {
        Place map = new Place();
        MapOptions options = MapOptions.defaults()
                .type(place % 2 == 0 ? "house" : "dungeon")
                .tick(Duration.ofMillis(25))
                .limits(MapLimits.defaults().withMailbox(new MailboxLimits(64, 16, 16)));
        map.handle = host.open("p" + place + "-" + generation, options, map);
        return map;
    }

    /** Replaces a map by the next; posters keep the one that leaves for a while. */
    private void churn() {
        for (int generation = 1; generation <= GENERATIONS; generation++) {
            int place = generation % PLACES;
            Place before = places.get(place);
            before.handle.close().join();
            places.set(place, open(place, generation));
        }
    }

    private Map<String, Map<Admission, Long>> post(SplittableRandom random) {
        Map<String, Map<Admission, Long>> told =
                Map.of("house", new EnumMap<>(Admission.class), "dungeon", new EnumMap<>(Admission.class));
        for (int i = 0; i < POSTS / 10; i++) {
            Place place = places.get(random.nextInt(PLACES));
            for (int j = 0; j < 10; j++) {
                Admission verdict =
                        random.nextInt(4) == 0 ? place.handle.postHigh(() -> {}) : place.handle.post(() -> {});
                told.get(place.handle.type()).merge(verdict, 1L, Long::sum);
            }
            place.cancel();
        }
        return told;
    }

    private int read() {
        RisingCounts rising = new RisingCounts();
        int readings = 0;
        while (!done.get()) {
            rising.read(host.workTotals());
            readings++;
        }
        return readings;
    }

    private void check(List<Map<String, Map<Admission, Long>>> told) {
        assertThat(host.workTotals()).hasSize(2);
        for (TypeTotals type : host.workTotals()) {
            MailboxStats posts = type.work().mailbox();
            assertThat(posts.accepted()).as("accepted").isEqualTo(sum(told, type.type(), Admission.ACCEPTED));
            assertThat(posts.refusedFull()).as("full").isEqualTo(sum(told, type.type(), Admission.FULL));
            assertThat(posts.refusedStopping()).as("stopping").isEqualTo(sum(told, type.type(), Admission.STOPPING));
            assertThat(posts.refusedGone()).as("gone").isEqualTo(sum(told, type.type(), Admission.GONE));
            assertThat(posts.isBalanced()).as("%s", posts).isTrue();
            assertThat(posts.depth()).isZero();
            TimerStats timers = type.work().timers();
            assertThat(timers.pending()).isZero();
            assertThat(timers.scheduled())
                    .as("%s", timers)
                    .isEqualTo(timers.finished() + timers.cancelled() + timers.dropped());
            TaskStats tasks = type.work().tasks();
            assertThat(tasks.accepted()).isEqualTo(tasks.finished());
            assertThat(tasks.finished()).isEqualTo(tasks.completionsRun() + tasks.orphaned());
        }
    }

    private static long sum(List<Map<String, Map<Admission, Long>>> told, String type, Admission verdict) {
        return told.stream()
                .mapToLong(one -> one.get(type).getOrDefault(verdict, 0L))
                .sum();
    }
}
