package dev.maptick.bench.result;

/**
 * The work of the ticks beside what as many threads do that do nothing but this work. Immutable.
 *
 * @param boundTicksPerSecond ticks a second of such threads, light and heavy ones in the proportion in which they were due
 * @param share work of the executed ticks ÷ work of such threads in a window as long; so it does not help to leave out heavy ticks
 * @param inWork of the tick threads' time in the window the part that they spent inside the work, by clock readings around each
 *     body; nothing is compared with another time of this machine, but only of a contender without other threads does it say
 *     what {@code share} says: a body that is put off its processor counts with the time it lay
 */
public record PureWork(double boundTicksPerSecond, double share, double inWork) {}
