package dev.maptick.maps;

import org.jspecify.annotations.Nullable;

/** What went wrong while a map left: the first in time, with the later ones suppressed in it. One thread. */
final class Failures {
    private @Nullable Throwable first;

    void add(@Nullable Throwable failure) {
        if (failure == null || failure == first) {
            return;
        }
        if (first == null) {
            first = failure;
        } else {
            first.addSuppressed(failure);
        }
    }

    boolean isEmpty() {
        return first == null;
    }

    @Nullable
    Throwable first() {
        return first;
    }
}
