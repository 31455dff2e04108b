package dev.maptick.maps;

import dev.maptick.maps.tasks.TaskStats;

/**
 * What has gone through one map besides its ticks. Each part is a snapshot of its own; the four are taken one after the
 * other.
 *
 * @param mailbox posts
 * @param timers timers
 * @param tasks background tasks
 * @param budgetHits ticks that left completions or posts for the next one because of the budget
 */
public record MapWorkStats(MailboxStats mailbox, TimerStats timers, TaskStats tasks, long budgetHits) {}
