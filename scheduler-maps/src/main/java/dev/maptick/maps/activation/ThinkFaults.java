package dev.maptick.maps.activation;

/** Is told of thinks that threw, on the map's tick; to log them, as a rule. */
@FunctionalInterface
public interface ThinkFaults {
    /**
     * A think threw. What this method throws is dropped and counted as one more fault.
     *
     * @param serial the entity's serial
     * @param fault what it threw
     */
    void threw(long serial, Throwable fault);
}
