package dev.maptick.maps;

import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.maps.tasks.BackgroundPoolOptions;
import dev.maptick.maps.tasks.TaskStats;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * R4, by type, through long random runs in virtual time: maps come, get posts, timers and tasks, and go, while posts by
 * handles of maps that have left go on. At every look no count has gone down, the sums balance, and posts are as many as a
 * plain tally of the verdicts says.
 */
class WorkTotalsChurnTest {
    private static final String[] TYPES = {"house", "dungeon", "boss"};

    private final World world = new World(Long.MAX_VALUE - World.ms(5_000));
    private final MapHost host = MapHost.builder(world.scheduler)
            .background(BackgroundPoolOptions.DEFAULT.withBounds(1, 4).withExecutor(task -> {}))
            .build();
    private final List<MapHandle> open = new ArrayList<>();
    private final List<MapHandle> left = new ArrayList<>();
    private final Map<String, Map<Admission, Long>> tally = new HashMap<>();
    private final RisingCounts rising = new RisingCounts();
    private int serial;

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3})
    void sumsNeverGoDownAndBalance(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 2_000; i++) {
            step(random);
            if (i % 4 == 0) {
                check();
            }
        }
        while (!open.isEmpty()) {
            close(random);
        }
        world.settle();
        check();
        assertThat(rising.size()).isGreaterThan(TYPES.length * 60);
        for (TypeTotals type : host.workTotals()) {
            assertThat(type.open()).isZero();
            assertThat(type.work().mailbox().depth()).isZero();
            assertThat(type.work().timers().pending()).isZero();
        }
    }

    private void step(SplittableRandom random) {
        int act = random.nextInt(100);
        if (act < 8) {
            open(random);
        } else if (act < 14) {
            close(random);
        } else if (act < 70) {
            post(random, open);
        } else if (act < 80) {
            post(random, left);
        } else if (act < 90) {
            world.run(random.nextInt(40));
        } else {
            world.settle();
        }
    }

    private void open(SplittableRandom random) {
        String type = TYPES[random.nextInt(TYPES.length)];
        MapOptions options = MapOptions.defaults()
                .type(type)
                .tick(Duration.ofMillis(25))
                .limits(MapLimits.defaults()
                        .withMailbox(new MailboxLimits(4, 1, 1))
                        .withTimers(TimerLimits.defaults().withPending(3)));
        SplittableRandom own = random.split();
        open.add(host.open("m" + serial++, options, context -> work(context, own)));
    }

    private static void work(MapContext context, SplittableRandom random) {
        int act = random.nextInt(6);
        if (act == 0) {
            context.timers().every(Duration.ofMillis(30), f -> {});
        } else if (act == 1) {
            context.timers().after(Duration.ofMillis(30), f -> {
                throw new IllegalStateException("planned");
            });
        } else if (act == 2) {
            context.timers().after("one", Duration.ofHours(1), f -> {});
            context.timers().cancelNamed("one");
        } else if (act == 3) {
            context.tasks().submit(t -> 1, o -> {});
        }
    }

    private void close(SplittableRandom random) {
        if (!open.isEmpty()) {
            MapHandle map = open.remove(random.nextInt(open.size()));
            var unused = map.close();
            left.add(map);
        }
    }

    private void post(SplittableRandom random, List<MapHandle> maps) {
        if (maps.isEmpty()) {
            return;
        }
        MapHandle map = maps.get(random.nextInt(maps.size()));
        boolean faulty = random.nextInt(10) == 0;
        MapWork work = () -> {
            if (faulty) {
                throw new IllegalStateException("planned");
            }
        };
        Admission verdict = random.nextBoolean() ? map.post(work) : map.postHigh(work);
        tally.computeIfAbsent(map.type(), t -> new HashMap<>()).merge(verdict, 1L, Long::sum);
    }

    private void check() {
        List<TypeTotals> totals = host.workTotals();
        rising.read(totals);
        for (TypeTotals type : totals) {
            MailboxStats posts = type.work().mailbox();
            assertThat(posts.isBalanced()).as("%s", type).isTrue();
            Map<Admission, Long> told = tally.getOrDefault(type.type(), Map.of());
            assertThat(posts.accepted()).isEqualTo(told.getOrDefault(Admission.ACCEPTED, 0L));
            assertThat(posts.refusedFull()).isEqualTo(told.getOrDefault(Admission.FULL, 0L));
            assertThat(posts.refusedStopping()).isEqualTo(told.getOrDefault(Admission.STOPPING, 0L));
            assertThat(posts.refusedGone()).isEqualTo(told.getOrDefault(Admission.GONE, 0L));
            TimerStats timers = type.work().timers();
            assertThat(timers.scheduled())
                    .isEqualTo(timers.finished() + timers.cancelled() + timers.dropped() + timers.pending());
            TaskStats tasks = type.work().tasks();
            assertThat(tasks.accepted()).isEqualTo(tasks.finished() + tasks.queued() + tasks.running());
        }
    }
}
