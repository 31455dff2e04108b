package dev.maptick.maps;

import dev.maptick.core.Tick;
import dev.maptick.maps.activation.SectorActivation;
import dev.maptick.maps.pool.MapPool;
import dev.maptick.maps.tasks.MapTasks;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * What a map may ask of its host. One object for the whole life of a map; it may be kept. Methods may be called from any
 * thread, save {@link #tick()}, which belongs to the map's own tick.
 */
public interface MapContext {
    /**
     * The name the map was opened under.
     *
     * @return never null
     */
    String name();

    /**
     * The map's type, by which metrics are summed.
     *
     * @return never null
     */
    String type();

    /**
     * The facts of the tick under way. The object is reused from tick to tick: do not keep it.
     *
     * @return the present tick, or the last one inside {@link GameMap#onClose}
     * @throws NotOwnerException outside the map's own tick
     */
    Tick tick();

    /**
     * The time from one tick to the next, as of the latest tick.
     *
     * @return 25, 50, 125 or 250 ms
     */
    Duration tickPeriod();

    /**
     * How many periods lie between two replications.
     *
     * @return 1 or more
     */
    int replicationEveryTicks();

    /**
     * The time from one replication to the next, as of the latest tick: what a server tells its clients, so that they
     * know how long to wait for news.
     *
     * @return {@code tickPeriod() × replicationEveryTicks()}, 25 to 1,000 ms
     */
    Duration updateInterval();

    /**
     * The map's timers. Timers may be started from {@link GameMap#onOpen} on.
     *
     * @return always the same object
     */
    MapTimers timers();

    /**
     * A pause that holds up nobody; short for {@code timers().delay(delay)}.
     *
     * @param delay above zero
     * @return completes inside a tick of this map
     * @throws NotOwnerException outside the map's own tick
     * @see MapTimers#delay
     */
    CompletionStage<@Nullable Void> delay(Duration delay);

    /**
     * Where the map has blocking work done without waiting for it.
     *
     * @return always the same object
     */
    MapTasks tasks();

    /**
     * Lends lists and arrays, so that a tick need not make new ones.
     *
     * @return always the same object
     * @throws NotOwnerException outside the map's own tick
     */
    MapPool pool();

    /**
     * Tells that there is something new to save, for a map whose source
     * {@linkplain dev.maptick.maps.save.SaveSource#tracksChanges tracks changes}. Does nothing for a map that is not saved.
     *
     * @throws NotOwnerException outside the map's own tick
     */
    void markChanged();

    /**
     * Adds an activation's numbers to the totals of the map's type ({@link MapHost#workTotals()}), for as long as the host
     * lives. For each activation once, best in {@link GameMap#onOpen}; again for the same one does nothing.
     *
     * <p>A context that stands in for a host in a test need not do anything.
     *
     * @param activation what the map lets its entities think by
     * @throws NotOwnerException outside the map's own tick
     * @throws IllegalStateException if the map reports 16 of them already
     */
    default void reports(SectorActivation activation) {}

    /**
     * Whether {@link GameMap#onOpen} has run to its end.
     *
     * @return false inside {@code onOpen}, and inside {@code onClose} of a map that never opened
     */
    boolean isOpened();

    /**
     * Whether the calling thread is inside this map's tick or last task, and so may touch the map's state.
     *
     * @return true only there
     */
    boolean isOwnerThread();

    /**
     * Refuses a touch of the map's state from a foreign thread.
     *
     * @param act what the caller is about to do, as in {@code "moving a player"}; put first in the message
     * @throws NotOwnerException naming the act, the calling thread and the map's owner, unless the caller is inside this
     *     map's tick
     */
    void checkOwner(String act);

    /**
     * The map as its owner outside holds it: {@code handle().post(…)} inside a tick leaves work for the next one,
     * {@code handle().executor()} brings stages of a future back to the map, {@code handle().close()} closes the map after
     * this tick.
     *
     * @return the handle
     */
    MapHandle handle();
}
