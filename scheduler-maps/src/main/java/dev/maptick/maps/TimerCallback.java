package dev.maptick.maps;

/** What a timer does when it is due. Called inside the map's own tick, one call at a time. */
@FunctionalInterface
public interface TimerCallback {
    /**
     * The timer is due.
     *
     * @param firing the facts of this firing; valid only inside this call, since the object is used again for the next one
     * @throws Exception costs this firing and nothing else: it is counted and told, and a repeating timer goes on
     */
    void onTimer(TimerFiring firing) throws Exception;
}
