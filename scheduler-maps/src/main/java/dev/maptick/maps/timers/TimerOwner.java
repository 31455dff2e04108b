package dev.maptick.maps.timers;

/** Who may touch a map's timers: whichever thread is inside that map's tick. Any thread may ask. */
public interface TimerOwner {
    /**
     * The map's name, for messages.
     *
     * @return never null
     */
    String name();

    /**
     * Whether the calling thread is inside the map's tick.
     *
     * @return true only there
     */
    boolean isCurrent();

    /**
     * Throws unless the calling thread is inside the map's tick.
     *
     * @param act what the caller is about to do, put first in the message
     */
    void check(String act);

    /**
     * A count that threads other than the map's raise has gone up, by an atomic write that precedes this call. On whichever
     * thread raised it, under no lock, and after the map has left too. Must not throw.
     */
    default void counted() {}
}
