package dev.maptick.maps;

import org.jspecify.annotations.Nullable;

/**
 * Hears of maps that come and go, as a directory outside the host does. What it throws is counted
 * ({@link MapHost#listenerFailures()}) and disturbs nothing. For one map {@code onOpened} always comes before
 * {@code onClosed}, and each comes once.
 */
public interface MapListener {
    /**
     * The first map of a type was opened, and {@link MapHost#workTotals()} has a row for it from now on. On the thread that
     * opened it, before that map's {@code onOpened}.
     *
     * @param type the type as in {@link TypeTotals#type()}
     */
    default void onFirstOfType(String type) {}

    /**
     * A map was opened and is about to tick, or ticks already. On the thread that opened it, before {@code open} returns.
     *
     * @param map the newcomer
     */
    default void onOpened(MapHandle map) {}

    /**
     * A map has left: none of its code runs any more and the host no longer finds it. On whichever thread took it out;
     * keep it short, a worker may wait for it.
     *
     * @param map the one that left
     * @param failure why it left or what went wrong in leaving, as in the failure of {@link MapHandle#close()}, or null
     */
    default void onClosed(MapHandle map, @Nullable Throwable failure) {}
}
