package dev.maptick.maps;

import dev.maptick.core.spi.NanoClock;
import dev.maptick.maps.mailbox.Mailbox;
import dev.maptick.maps.tasks.TaskQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The first phase of a tick: completions of background tasks and posts, one of each in turn, within one shared budget. What
 * came after the phase began waits for the next tick, and so does what the budget leaves, in order. Inside the map's tick,
 * but for the count.
 */
final class Inbox {
    private final Mailbox mailbox;
    private final TaskQueue tasks;
    private final NanoClock clock;
    private final int callbacks;
    private final long timeNs;
    private final WorkFaults faults;

    /** Written by the owner, read by any. */
    private final AtomicLong budgetHits = new AtomicLong();

    /** Whose turn it is, kept from tick to tick, so that the smallest budget serves both. */
    private boolean postsTurn;

    private int ran;
    private long beganNs;

    Inbox(Mailbox mailbox, TaskQueue tasks, WorkBudget budget, NanoClock clock, WorkFaults faults) {
        this.mailbox = mailbox;
        this.tasks = tasks;
        this.clock = clock;
        this.faults = faults;
        callbacks = budget.callbacks();
        timeNs = budget.time().toNanos();
    }

    /**
     * Runs what is there.
     *
     * @param nowNs a reading of the clock
     * @return how many callbacks ran
     * @throws Exception the fault after which the map is to stop, if its policy is that
     */
    int run(long nowNs) throws Exception {
        ran = 0;
        boolean moreTasks = tasks.beginDrain() > 0;
        boolean morePosts = mailbox.beginDrain(nowNs) > 0;
        if (!moreTasks && !morePosts) {
            return 0;
        }
        beganNs = clock.nanoTime();
        while ((moreTasks || morePosts) && isWithinBudget()) {
            boolean post = morePosts && (postsTurn || !moreTasks);
            postsTurn = !post;
            if (post) {
                morePosts = counted(mailbox.runOne());
            } else {
                moreTasks = counted(tasks.runOne());
            }
        }
        return ran;
    }

    private boolean counted(boolean one) throws Exception {
        if (!one) {
            return false;
        }
        ran++;
        Throwable stop = faults.stopCause();
        if (stop != null) {
            throw Sneaky.rethrow(stop);
        }
        return true;
    }

    private boolean isWithinBudget() {
        if (ran > 0 && (ran >= callbacks || clock.nanoTime() - beganNs >= timeNs)) {
            if (mailbox.pending() + tasks.pending() > 0) {
                budgetHits.setOpaque(budgetHits.getPlain() + 1);
            }
            return false;
        }
        return true;
    }

    /** Whether anything waits for the next tick. Volatile reads, see {@link Sleep}. */
    boolean isWaiting() {
        return mailbox.pending() > 0 || tasks.pending() > 0;
    }

    /** How many ticks left work for the next one because of the budget. Any thread. */
    long budgetHits() {
        return budgetHits.getOpaque();
    }
}
