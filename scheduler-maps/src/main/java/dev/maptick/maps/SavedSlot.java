package dev.maptick.maps;

import dev.maptick.maps.save.SaveEpoch;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One name's stay in a {@link HostSaving}.
 *
 * <pre>
 *   opening ──► claimed ──► saving ──► leaving ──► ended
 *      └──────────┴── the opening failed ────────────┘
 * </pre>
 */
final class SavedSlot {
    private final CompletableFuture<@Nullable Void> ended = new CompletableFuture<>();
    private volatile @Nullable SaveEpoch epoch;
    private volatile @Nullable LoopSaving saving;
    private volatile boolean leaving;

    void claimed(SaveEpoch claim) {
        epoch = claim;
    }

    SaveEpoch epoch() {
        return Objects.requireNonNull(epoch, "not claimed");
    }

    void saving(LoopSaving made) {
        saving = made;
    }

    boolean hasSaving() {
        return saving != null;
    }

    /** Before the map's name is free. */
    void leaving() {
        leaving = true;
    }

    boolean isLeaving() {
        return leaving;
    }

    void end() {
        ended.complete(null);
    }

    /** Done when the name may be claimed again. */
    CompletableFuture<@Nullable Void> ended() {
        return ended;
    }
}
