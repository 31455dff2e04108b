package dev.maptick.maps;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.maptick.core.Tick;
import dev.maptick.core.TickOptions;
import dev.maptick.core.TickRegistration;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class MapLoopAllocationTest {
    private static final int TICKS = 100_000;

    private final World world = new World(0);
    private long now;

    /** What runs before each tick: posts and the like. */
    private Runnable before = () -> {};

    @Test
    void aTickAllocatesNothing() throws Exception {
        assertThat(allocatedByTicks(c -> {}, MapOptions.defaults(), TICKS)).isLessThan(TICKS / 10);
    }

    /** 1,000 posts and 100 due timers of 10,000 pending ones in each tick. */
    @Test
    void postsAndTimersAllocateNothingOfTheRuntimesOwn() throws Exception {
        int ticks = 2_000;
        long[] ran = new long[2];
        MapWork post = () -> ran[0]++;
        MapOptions options = MapOptions.defaults()
                .limits(MapLimits.defaults()
                        .withWork(new WorkBudget(2_000, Duration.ofHours(1)))
                        .withTimers(TimerLimits.defaults()
                                .withCallbacksPerTick(2_000)
                                .withBudget(Duration.ofHours(1))));
        GameMap map = new GameMap() {
            @Override
            public void onOpen(MapContext context) {
                for (int i = 0; i < 10_000; i++) {
                    Duration first = Duration.ofMillis(50L * (1 + i % 100));
                    assertThat(context.timers().every(first, Duration.ofSeconds(5), f -> ran[1]++))
                            .isPositive();
                }
            }

            @Override
            public void onTick(MapContext context) {}
        };
        before = () -> {
            for (int i = 0; i < 1_000; i++) {
                if (!handle.post(post).isAccepted()) {
                    throw new AssertionError("refused");
                }
            }
        };
        long allocated = allocatedByTicks(map, options, ticks);
        assertThat(ran[0]).isEqualTo(1_000L * 2 * ticks);
        // The first ones are due after the first tick, rounded up to the wheel step.
        assertThat(ran[1]).isBetween(100L * (2 * ticks - 3), 100L * 2 * ticks);
        // One object of the smallest size in each tick would be twice that.
        assertThat(allocated).isLessThan(8L * ticks);
    }

    private HostedMap handle = new HostedMap("none", MapOptions.defaults(), world.parts());

    private long allocatedByTicks(GameMap map, MapOptions options, int ticks) throws Exception {
        TickRegistration registration =
                world.scheduler.register("house", TickOptions.every(Duration.ofMillis(50)), t -> {});
        handle = new HostedMap("house", options, world.parts());
        MapLoop loop = new MapLoop(map, handle);
        Tick tick = new FixedTick(registration);
        run(loop, tick, ticks);
        ThreadMXBean bean = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long id = Thread.currentThread().getId();
        long start = bean.getThreadAllocatedBytes(id);
        run(loop, tick, ticks);
        // Asking for the figure may itself allocate a little.
        return bean.getThreadAllocatedBytes(id) - start;
    }

    private void run(MapLoop loop, Tick tick, int ticks) throws Exception {
        for (int i = 0; i < ticks; i++) {
            before.run();
            loop.tick(tick);
            world.spend(50);
            now = world.now();
        }
    }

    /** The same tick again and again, at the present time. */
    private final class FixedTick implements Tick {
        private final TickRegistration registration;

        FixedTick(TickRegistration registration) {
            this.registration = registration;
        }

        @Override
        public TickRegistration registration() {
            return registration;
        }

        @Override
        public long number() {
            return 1;
        }

        @Override
        public long deadlineNanos() {
            return now;
        }

        @Override
        public long startNanos() {
            return now;
        }

        @Override
        public long periodNanos() {
            return World.ms(50);
        }

        @Override
        public long skipped() {
            return 0;
        }

        @Override
        public long periodsElapsed() {
            return 1;
        }

        @Override
        public boolean isLast() {
            return false;
        }
    }
}
