package dev.maptick.server.demo;

import dev.maptick.maps.tasks.TaskContext;
import dev.maptick.server.world.Market;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The demo's market: it answers after a few milliseconds, as one behind a network would. There is no network; the worker
 * sleeps, which is what waiting for an answer comes to. Many threads.
 */
final class DistantMarket implements Market {
    private static final int LEAST_MILLIS = 2;
    private static final int MOST_MILLIS = 6;
    private static final int BASE_PENCE = 40;
    private static final int SPREAD_PENCE = 20;

    @Override
    public int price(TaskContext task, int good) throws Exception {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        int millis = random.nextInt(LEAST_MILLIS, MOST_MILLIS + 1);
        return task.interruptibly(() -> {
            Thread.sleep(millis);
            return (good + 1) * BASE_PENCE + random.nextInt(SPREAD_PENCE);
        });
    }
}
