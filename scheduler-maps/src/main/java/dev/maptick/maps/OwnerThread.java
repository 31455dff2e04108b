package dev.maptick.maps;

import dev.maptick.core.Names;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Who is inside a map's tick. Written by the thread that ticks the map, read by any.
 *
 * <p>Opaque access is enough: a thread reads itself here only between its own {@link #bind()} and {@link #unbind()},
 * which it sees in its own order, and for every other reader the value is a name for a message.
 */
final class OwnerThread {
    private final String mapName;

    private final AtomicReference<@Nullable Thread> owner = new AtomicReference<>();

    OwnerThread(String mapName) {
        this.mapName = mapName;
    }

    /** The calling thread enters the map's tick. */
    void bind() {
        owner.setOpaque(Thread.currentThread());
    }

    /** The calling thread leaves the map's tick. */
    void unbind() {
        owner.setOpaque(null);
    }

    boolean isCurrent() {
        return owner.getOpaque() == Thread.currentThread();
    }

    /** Throws unless the calling thread is inside the map's tick. */
    void check(String act) {
        Thread found = owner.getOpaque();
        if (found != Thread.currentThread()) {
            throw new NotOwnerException(
                    act + " from thread " + name(Thread.currentThread()) + ": map " + Names.quote(mapName)
                            + (found == null ? " is not ticking at this moment" : " is ticking on " + name(found)));
        }
    }

    private static String name(Thread thread) {
        return Names.quote(thread.getName());
    }
}
