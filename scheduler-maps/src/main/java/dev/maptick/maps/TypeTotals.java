package dev.maptick.maps;

import dev.maptick.maps.activation.ActivationStats;
import dev.maptick.maps.save.SaveStats;

/**
 * The sums over all maps of one type. Counts include maps that have left and never go down; what is queued, pending, active
 * or bounded is that of the maps that are open. A sum that would not fit stays at the highest number of its kind.
 *
 * <p>Read map by map while all go on, so at a busy moment two numbers need not be of the same instant.
 *
 * @param type the type, or {@code "other"} for those beyond the most that are told apart
 * @param open maps that are open
 * @param asleep those of {@code open} that have suspended themselves because nobody is inside
 * @param occupied those of {@code open} that know of somebody inside
 * @param occupants how many are inside, where that is known
 * @param work posts, timers, tasks and budget hits. {@code highWaterDepth} is the most of any one map, {@code leftOverNs} the
 *     longest of any open one, and the mailbox's limits are those of open maps added up
 * @param activation what maps have {@linkplain MapContext#reports reported}
 * @param saves how they are saved; {@link SaveStats#NONE} in a host without a store
 * @param bounds the bounds of open maps added up
 */
public record TypeTotals(
        String type,
        int open,
        int asleep,
        int occupied,
        long occupants,
        MapWorkStats work,
        ActivationStats activation,
        SaveStats saves,
        WorkBounds bounds) {}
