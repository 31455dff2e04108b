package dev.maptick.maps.tasks;

import org.jspecify.annotations.Nullable;

/**
 * What can be in a {@link LinkList}, one at a time. The fields belong to that list.
 *
 * @param <N> the kind itself
 */
abstract class Linked<N extends Linked<N>> {
    @Nullable
    LinkList<N> list;

    @Nullable
    N previous;

    @Nullable
    N next;
}
