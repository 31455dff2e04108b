package dev.maptick.server.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import dev.maptick.server.tiled.ShippedWorlds;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class HouseMapAllocationTest {
    private static final int GROWING = 60_000;
    private static final int MEASURED = 20_000;

    @Test
    void allocatesNothingPerTickOnceItsPathsHaveGrown() {
        assumeTrue(ManagementFactory.getThreadMXBean() instanceof ThreadMXBean);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        HouseMap house = new HouseMap(
                new Places(ShippedWorlds.load("house-small")),
                Duration.ofMillis(50),
                5,
                new VisitorDirectory(3),
                new ReplicationCounts());
        StillContext context = new StillContext();
        tick(house, context, GROWING);

        long before = threads.getCurrentThreadAllocatedBytes();
        tick(house, context, MEASURED);
        long bytes = threads.getCurrentThreadAllocatedBytes() - before;

        // A late growth of one path is a few hundred bytes; one object a tick would be 16 bytes each.
        assertThat(bytes).isLessThan(MEASURED);
    }

    private static void tick(HouseMap house, StillContext context, int ticks) {
        for (int i = 0; i < ticks; i++) {
            house.onTick(context);
            if (i % 2 == 0) {
                house.onReplicate(context);
            }
        }
    }
}
