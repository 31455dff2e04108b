package dev.maptick.maps;

import dev.maptick.maps.save.MapSaving;
import dev.maptick.maps.save.SaveOutcome;
import dev.maptick.maps.save.SaveSource;
import dev.maptick.maps.save.Snapshot;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The saving of one map as its loop sees it. {@link #isWanted} and the ends are for any thread, all else is for the map's
 * tick.
 */
final class LoopSaving {
    private final MapSaving saving;
    private final Runnable leaving;
    private final boolean tracked;

    /** What the capture under way, or the latest one, threw. */
    private @Nullable Throwable captureFailure;

    /**
     * @param register takes the source in, at the coordinator
     * @param leaving told when the final capture begins, or the map is given up
     */
    LoopSaving(SaveSource source, Function<SaveSource, MapSaving> register, Runnable leaving) {
        this.leaving = leaving;
        tracked = source.tracksChanges();
        saving = register.apply(new Watched(source));
    }

    void tick() {
        saving.tick();
    }

    void markChanged() {
        saving.markChanged();
    }

    boolean isWanted() {
        return saving.isWanted();
    }

    /**
     * Makes the final capture, in the last task.
     *
     * @return what it threw; failures to write come later, see {@link #ended}
     */
    @Nullable
    Throwable close() {
        captureFailure = null;
        leaving.run();
        if (!tracked) {
            // The last task is a change like any tick: what it drained and what onClose did is to be kept.
            saving.markChanged();
        }
        var unused = saving.close();
        return captureFailure;
    }

    /** The map leaves without a final capture. Any thread; does nothing after {@link #close}. */
    void abandon() {
        leaving.run();
        var unused = saving.abandon();
    }

    /** Done once nothing of the map is left to write; only after {@link #close} or {@link #abandon}. */
    CompletableFuture<SaveOutcome> ended() {
        return saving.abandon();
    }

    /** The game's source; keeps what a capture threw. */
    private final class Watched implements SaveSource {
        private final SaveSource source;

        Watched(SaveSource source) {
            this.source = source;
        }

        @Override
        public void prepare() throws Exception {
            source.prepare();
        }

        @Override
        public Snapshot capture() throws Exception {
            try {
                return source.capture();
            } catch (Throwable t) {
                captureFailure = t;
                throw t;
            }
        }

        @Override
        public boolean tracksChanges() {
            return tracked;
        }
    }
}
