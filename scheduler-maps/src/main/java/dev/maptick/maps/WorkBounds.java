package dev.maptick.maps;

/**
 * The bounds of open maps added up: how much of each thing they could hold all together.
 *
 * @param posts normal posts that may be queued
 * @param highPosts high-priority posts that may be queued
 * @param waiters posts that may wait for space
 * @param timers timers that may be pending
 * @param tasks tasks that may be queued or running; the pool's own bound holds besides
 * @param completions tasks queued, running or with a completion that waits
 */
public record WorkBounds(long posts, long highPosts, long waiters, long timers, long tasks, long completions) {}
