package dev.maptick.server.world;

import dev.maptick.maps.tasks.MapTasks;
import dev.maptick.maps.tasks.TaskOutcome;

/**
 * The prices a house knows of. To ask blocks, so it is a background task: the answer comes with a later tick, and puts the
 * price where residents look it up. One question at a time. Used inside the map's tick.
 */
final class Prices {
    /** Wood, bread, wine and cloth. */
    static final int GOODS = 4;

    static final int HIGHEST = 1_000_000;

    private final Market market;
    private final ChangeLog changes;
    private final int[] pence = new int[GOODS];
    private boolean asking;

    Prices(Market market, ChangeLog changes) {
        this.market = market;
        this.changes = changes;
    }

    /** Asks, unless a question is under way. When it is refused nobody waits for an answer; someone asks again later. */
    void ask(MapTasks tasks, int good) {
        if (!asking) {
            asking = tasks.submit(task -> market.price(task, good), outcome -> answered(good, outcome))
                    .isAccepted();
        }
    }

    private void answered(int good, TaskOutcome<Integer> outcome) {
        asking = false;
        if (outcome.isSuccess()) {
            set(good, outcome.value());
            changes.price(good, pence[good]);
        }
    }

    int of(int good) {
        return pence[good];
    }

    void set(int good, int price) {
        pence[good] = Math.max(0, Math.min(HIGHEST, price));
    }
}
