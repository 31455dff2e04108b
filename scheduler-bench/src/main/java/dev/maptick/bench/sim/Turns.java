package dev.maptick.bench.sim;

/**
 * How the ticks of a world went, in its window. Immutable.
 *
 * @param ticks ticks that ran
 * @param skipped deadlines passed over
 * @param delay queueing delay: start less deadline
 * @param active workers that ran a tick at all
 * @param busy workers that were inside ticks, on average
 * @param jain Jain's index of the ticks of each map within a class of one period; the least even class
 * @param skipGap most skipped less fewest skipped within such a class, the largest
 * @param leftBehindNsMax longest time that a waiting map had been due at a moment at which a worker was parked
 * @param leftBehind ticks before which that was more than 1 ms
 * @param overtakenNsMax most by which a map started before another that was due earlier and waited
 * @param secondTurns times a map took a second turn while one due more than 1 ms earlier waited
 */
public record Turns(
        long ticks,
        long skipped,
        Delay delay,
        int active,
        double busy,
        double jain,
        long skipGap,
        long leftBehindNsMax,
        long leftBehind,
        long overtakenNsMax,
        long secondTurns) {}
