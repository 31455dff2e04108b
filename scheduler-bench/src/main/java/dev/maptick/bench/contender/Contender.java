package dev.maptick.bench.contender;

/** Something that ticks maps. Used once: open, any number of maps in and out, close. {@link #add} may be called by any thread. */
public interface Contender {
    /**
     * Starts its threads.
     *
     * @param threads threads that run ticks
     * @param dedicatedThreads threads beside them, each for one dedicated map
     */
    void open(int threads, int dedicatedThreads);

    /**
     * Takes a map in.
     *
     * @param map the map
     * @return the way to take it out
     */
    Registered add(MapSpec map);

    /**
     * Ends all ticking and its threads.
     *
     * @throws InterruptedException if the wait for its threads is interrupted
     */
    void close() throws InterruptedException;
}
