package dev.maptick.core;

/** The body of a tick. Called by one worker thread at a time; what one call wrote the next one sees. */
@FunctionalInterface
public interface TickTask {
    /**
     * Runs one tick. Whatever it throws costs this one tick and nothing else.
     *
     * @param tick the facts of this tick, valid only inside the call
     * @throws Exception any failure; counted, logged and told to listeners as a fault
     */
    void tick(Tick tick) throws Exception;
}
