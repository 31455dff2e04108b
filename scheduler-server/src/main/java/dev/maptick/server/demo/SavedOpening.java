package dev.maptick.server.demo;

import dev.maptick.maps.MapHandle;
import dev.maptick.maps.MapHost;
import dev.maptick.server.world.Plot;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Predicate;

/** Opens maps from the host's store, a few ahead of the one it waits for. One thread. */
final class SavedOpening {
    private static final int AHEAD = 64;

    private final MapHost host;
    private final List<Plot> plots;
    private final Queue<Opening> openings = new ArrayDeque<>();

    SavedOpening(MapHost host, List<Plot> plots) {
        this.host = host;
        this.plots = plots;
    }

    private record Opening(Plot plot, CompletableFuture<MapHandle> future) {}

    /**
     * Opens them in their order.
     *
     * @param opened told of each map; false ends the opening, but for those begun ahead
     * @throws CannotRunException when one cannot be opened; those opened so far stay open
     */
    void run(Predicate<MapHandle> opened) {
        boolean goOn = true;
        for (Plot plot : plots) {
            openings.add(new Opening(plot, plot.openSaved(host)));
            if (openings.size() > AHEAD) {
                goOn = opened.test(awaitFirst());
            }
            if (!goOn) {
                break;
            }
        }
        while (!openings.isEmpty()) {
            var unused = opened.test(awaitFirst());
        }
    }

    private MapHandle awaitFirst() {
        Opening first = openings.remove();
        try {
            return first.future().get();
        } catch (ExecutionException e) {
            throw cannot(first, e.getCause() == null ? e : e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw cannot(first, e);
        }
    }

    private static CannotRunException cannot(Opening opening, Throwable why) {
        return new CannotRunException(
                "map " + opening.plot().name() + " cannot be opened from --data: " + reason(why)
                        + " (another --data directory begins anew)",
                why);
    }

    private static String reason(Throwable why) {
        String message = why.getMessage();
        return message == null ? why.toString() : message;
    }
}
