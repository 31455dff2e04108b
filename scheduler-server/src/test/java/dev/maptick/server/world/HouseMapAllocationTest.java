package dev.maptick.server.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import dev.maptick.server.tiled.ShippedWorlds;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

class HouseMapAllocationTest {
    private static final int GROWING = 60_000;
    private static final int MEASURED = 20_000;
    private static final int LEAST_BYTES_OF_AN_OBJECT = 16;

    private final VisitorDirectory directory = new VisitorDirectory(1);
    private final HouseMap house = house(directory);
    private final StillContext context = new StillContext();

    @Test
    void allocatesNothingPerTickOnceItsPathsHaveGrown() {
        assumeTrue(ManagementFactory.getThreadMXBean() instanceof ThreadMXBean);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        house.onOpen(context);
        tick(GROWING);

        long before = threads.getCurrentThreadAllocatedBytes();
        tick(MEASURED);
        long bytes = threads.getCurrentThreadAllocatedBytes() - before;

        // A visitor's arrival, a refused question for a price and the late growth of a path cost some hundred bytes
        // each.
        assertThat(bytes).isLessThan(MEASURED * LEAST_BYTES_OF_AN_OBJECT / 2);
        assertThat(directory.counts().entered()).isGreaterThan(100);
    }

    @Test
    void nobodyInsideNoTimersNoThoughts() {
        house.onOpen(context);
        assertThat(context.timers().pending()).isZero();

        comeIfNobodyIsInside();
        assertThat(house.occupants(context)).isOne();
        assertThat(context.timers().pending()).isGreaterThan(1);
        for (int i = 0; i < 10_000 && house.occupants(context) > 0; i++) {
            tick();
        }

        assertThat(house.occupants(context)).isZero();
        assertThat(context.timers().pending()).isZero();
        assertThat(directory.counts()).isEqualTo(new VisitorDirectory.Counts(1, 1, 0, 0, 0));
    }

    private void tick(int ticks) {
        for (int i = 0; i < ticks; i++) {
            comeIfNobodyIsInside();
            tick();
            if (i % 2 == 0) {
                house.onReplicate(context);
            }
        }
    }

    private void tick() {
        context.timers().advance(StillContext.PERIOD.toMillis());
        house.onTick(context);
    }

    private void comeIfNobodyIsInside() {
        Visitor visitor = directory.setOut();
        if (visitor != null) {
            house.arrive(visitor);
        }
    }

    private static HouseMap house(VisitorDirectory directory) {
        try {
            return new HouseMap(
                    new Places(ShippedWorlds.load("house-small")),
                    5,
                    new Surroundings(directory, new ReplicationCounts(), (task, good) -> 1, new WorldCounts()),
                    null);
        } catch (BadStateException e) {
            throw new AssertionError(e);
        }
    }
}
