package dev.maptick.server.world;

import dev.maptick.maps.tasks.TaskContext;

/** Where houses ask for prices. May block: it is asked on background workers only, by many at once. */
@FunctionalInterface
public interface Market {
    /**
     * Looks a price up.
     *
     * @param task tells when nobody waits for the answer any more
     * @param good which good, from 0
     * @return the price in pence, 0 or more
     * @throws Exception any failure; the price stays as it was
     */
    int price(TaskContext task, int good) throws Exception;
}
