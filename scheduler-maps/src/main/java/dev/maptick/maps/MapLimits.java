package dev.maptick.maps;

import dev.maptick.core.SettingsCheck;
import dev.maptick.maps.tasks.TaskLimits;
import java.util.Objects;

/**
 * Every bound of one map: what waits outside of it, and what one tick may spend. Immutable; each {@code with} method
 * returns a changed copy. Not checked when made: {@link #check} names everything that is bad.
 *
 * @param mailbox how many posts may wait
 * @param work what a tick may spend on completions and posts
 * @param timers how many timers there may be, and what a tick may spend on them
 * @param tasks how many background tasks may be under way
 */
public record MapLimits(MailboxLimits mailbox, WorkBudget work, TimerLimits timers, TaskLimits tasks) {
    private static final MapLimits DEFAULTS =
            new MapLimits(MailboxLimits.defaults(), WorkBudget.defaults(), TimerLimits.defaults(), TaskLimits.DEFAULT);

    /**
     * Makes one.
     *
     * @param mailbox how many posts may wait
     * @param work what a tick may spend on completions and posts
     * @param timers how many timers there may be, and what a tick may spend on them
     * @param tasks how many background tasks may be under way
     */
    public MapLimits {
        Objects.requireNonNull(mailbox, "mailbox");
        Objects.requireNonNull(work, "work");
        Objects.requireNonNull(timers, "timers");
        Objects.requireNonNull(tasks, "tasks");
    }

    /**
     * Every bound at its default.
     *
     * @return the one such object
     */
    public static MapLimits defaults() {
        return DEFAULTS;
    }

    /**
     * Sets the bounds of the mailbox.
     *
     * @param value the bounds
     * @return a changed copy
     */
    public MapLimits withMailbox(MailboxLimits value) {
        return new MapLimits(value, work, timers, tasks);
    }

    /**
     * Sets what a tick may spend on completions and posts.
     *
     * @param value the budget
     * @return a changed copy
     */
    public MapLimits withWork(WorkBudget value) {
        return new MapLimits(mailbox, value, timers, tasks);
    }

    /**
     * Sets the bounds of the timers.
     *
     * @param value the bounds
     * @return a changed copy
     */
    public MapLimits withTimers(TimerLimits value) {
        return new MapLimits(mailbox, work, value, tasks);
    }

    /**
     * Sets the map's share of the background workers.
     *
     * @param value the bounds
     * @return a changed copy
     */
    public MapLimits withTasks(TaskLimits value) {
        return new MapLimits(mailbox, work, timers, value);
    }

    /**
     * Notes every bound that is bad.
     *
     * @param check where problems are noted
     * @param prefix put before each bound's name, as in {@code "limits."}; may be empty
     */
    public void check(SettingsCheck check, String prefix) {
        mailbox.check(check, prefix + "mailbox.");
        work.check(check, prefix + "work.");
        timers.check(check, prefix + "timers.");
        tasks.check(check, prefix + "tasks.");
    }
}
