package dev.maptick.maps.save;

import org.jspecify.annotations.Nullable;

/** What the book wants done outside the lock. */
interface SaveWork {
    /** Have the source prepare, then report to the book. */
    void prepare(MapSaving map, After after);

    /** Have the job written, then report to the book. */
    void write(SaveJob job, After after);

    /** Tell the map that its next tick is to capture. */
    void wake(MapSaving map);

    /** End the map's saving: release its claim, then complete its future. */
    void ended(MapSaving map, SaveOutcome outcome, @Nullable Throwable failure);
}
