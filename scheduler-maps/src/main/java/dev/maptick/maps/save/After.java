package dev.maptick.maps.save;

import java.util.ArrayList;
import java.util.List;

/**
 * What is to be done once the coordinator's lock is let go: everything that runs code of others. An action may add more,
 * which run in the same loop, so that a long row of refusals does not nest. One thread.
 */
final class After {
    private final List<Action> actions = new ArrayList<>(4);

    /** One thing to do without the lock. */
    @FunctionalInterface
    interface Action {
        void run(After after);
    }

    void add(Action action) {
        actions.add(action);
    }

    /** Never called with the lock held. */
    void run() {
        for (int i = 0; i < actions.size(); i++) {
            actions.get(i).run(this);
        }
    }
}
