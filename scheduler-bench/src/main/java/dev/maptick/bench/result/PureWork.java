package dev.maptick.bench.result;

/**
 * The work of the ticks beside what as many threads do that do nothing but this work. Immutable.
 *
 * @param boundTicksPerSecond ticks a second of such threads, light and heavy ones in the proportion in which they were due
 * @param share work of the executed ticks ÷ work of such threads in a window as long; so it does not help to leave out heavy ticks
 */
public record PureWork(double boundTicksPerSecond, double share) {}
