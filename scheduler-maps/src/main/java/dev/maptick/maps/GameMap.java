package dev.maptick.maps;

/**
 * One game map, written by the game. The host calls every method on the map's own tick, by one thread at a time; what one
 * call wrote the next one sees, so a map needs no locks. Never open one object twice.
 *
 * <p>Order of calls: {@link #onOpen} once, at the start of the first tick; then in each tick completions of background
 * tasks and posts, due timers, {@link #onTick}, and {@link #onReplicate} where replication is due; at last
 * {@link #onClose}, once, in a last task of its own, after the posts that still waited.
 *
 * <p>What {@code onTick} or {@code onReplicate} throws is a fault of that tick: counted, logged, and the map ticks again
 * at its next deadline.
 */
public interface GameMap {
    /** What {@link #occupants} answers if the game does not tell. */
    int OCCUPANTS_UNKNOWN = -1;

    /**
     * Prepares the map, at the start of its first tick and on its own thread. If it throws, the map is closed with that
     * cause: this tick ends, {@link #onClose} follows, and the close future fails with what was thrown here.
     *
     * @param context the map's view of its host
     * @throws Exception any failure; the map is then closed
     */
    default void onOpen(MapContext context) throws Exception {}

    /**
     * Advances the map by one tick. {@code context.tick().periodsElapsed()} tells how many periods have gone by since the
     * last one, so that a simulation can scale its step after skipped deadlines.
     *
     * @param context the map's view of its host
     * @throws Exception any failure; it costs this tick, its replication is due again in the next one
     */
    void onTick(MapContext context) throws Exception;

    /**
     * Sends what has changed since the last replication, after {@link #onTick} of the same tick. It is due once at least
     * {@link MapContext#replicationEveryTicks()} grid periods have gone by since the last one began, skipped and
     * suspended periods included, so that clients wait no longer on the wall clock when ticks are skipped. A tick whose
     * {@code onTick} threw does not replicate; the next one does. A replication that throws is not repeated before its
     * next turn, since part of it may have been sent.
     *
     * @param context the map's view of its host
     * @throws Exception any failure; a fault of this tick
     */
    default void onReplicate(MapContext context) throws Exception {}

    /**
     * How many are inside, asked at the end of each tick. A map with nobody inside slows down and then suspends itself, see
     * {@link MapOptions#idle}; a post, its next timer or the completion of a background task wakes it. A visitor arrives by
     * a post, as a rule.
     *
     * @param context the map's view of its host
     * @return 0 or more; {@link #OCCUPANTS_UNKNOWN}, as unless overridden, for a map that always ticks
     * @throws Exception any failure; a fault of this tick, and the count of the tick before stands
     */
    default int occupants(MapContext context) throws Exception {
        return OCCUPANTS_UNKNOWN;
    }

    /**
     * Hands back what the map holds, as its last call ever and while the scheduler still ticks. Called exactly once
     * however the map leaves: closed, closed before its first tick ({@link MapContext#isOpened()} is then false), failed
     * in {@link #onOpen}, or scheduler shut down. Only a shutdown whose limit passes first leaves it out, and says so.
     *
     * @param context the map's view of its host
     * @throws Exception any failure; the close future fails with it
     */
    default void onClose(MapContext context) throws Exception {}
}
