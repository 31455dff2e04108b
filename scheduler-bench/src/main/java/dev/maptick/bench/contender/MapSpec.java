package dev.maptick.bench.contender;

/**
 * A map to be ticked. Immutable.
 *
 * @param name unique in its run
 * @param periodNs its period
 * @param firstDeadlineNs where its grid begins, for contenders that do not spread maps by themselves
 * @param dedicated wants a thread of its own, where the contender has such
 * @param body its ticks
 */
public record MapSpec(String name, long periodNs, long firstDeadlineNs, boolean dedicated, TickBody body) {}
