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

    @Test
    void aTickAllocatesNothing() throws Exception {
        World world = new World(0);
        TickRegistration registration =
                world.scheduler.register("house", TickOptions.every(Duration.ofMillis(50)), t -> {});
        MapLoop loop = new MapLoop(c -> {}, new HostedMap("house", MapOptions.defaults()));
        Tick tick = new FixedTick(registration);
        for (int i = 0; i < TICKS; i++) {
            loop.tick(tick);
        }
        ThreadMXBean bean = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long id = Thread.currentThread().getId();
        long before = bean.getThreadAllocatedBytes(id);
        for (int i = 0; i < TICKS; i++) {
            loop.tick(tick);
        }
        long allocated = bean.getThreadAllocatedBytes(id) - before;
        // Asking for the figure may itself allocate a little.
        assertThat(allocated).isLessThan(TICKS / 10);
    }

    /** The same tick again and again. */
    private record FixedTick(TickRegistration registration) implements Tick {
        @Override
        public long number() {
            return 1;
        }

        @Override
        public long deadlineNanos() {
            return 0;
        }

        @Override
        public long startNanos() {
            return 0;
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
