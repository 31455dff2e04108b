package dev.maptick.core;

import org.jspecify.annotations.Nullable;

/**
 * Something that happened and that an operator may want to know of. Immutable.
 *
 * @param number running number of the event in its scheduler, from 0; no two have the same
 * @param timeNanos when, on the scheduler's clock
 * @param kind what
 * @param map name of the map it is about, null if it is about none
 * @param group that map's group, null if it is about none
 * @param text what happened and why, with numbers, in one line; names in it are escaped
 */
public record SchedulerEvent(
        long number,
        long timeNanos,
        EventKind kind,
        @Nullable String map,
        @Nullable String group,
        String text) {}
