package dev.maptick.maps;

import dev.maptick.core.SettingsCheck;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A map's tick period and update interval, and the rules they keep: each tick period divides 250 ms, so that an effect
 * timed on a multiple of 250 ms lands on a tick, and the update interval lies within 25 to 1,000 ms. Immutable.
 *
 * @param tickPeriod 25, 50, 125 or 250 ms once checked
 * @param replicationEveryTicks 1 or more once checked
 * @param tickNanos the tick period in nanoseconds
 * @param updateInterval their product
 */
record Pace(Duration tickPeriod, int replicationEveryTicks, long tickNanos, Duration updateInterval) {
    static final List<Duration> TICKS =
            List.of(Duration.ofMillis(25), Duration.ofMillis(50), Duration.ofMillis(125), Duration.ofMillis(250));
    static final Duration MIN_INTERVAL = Duration.ofMillis(25);
    static final Duration MAX_INTERVAL = Duration.ofSeconds(1);

    static final String TICKS_ALLOWED =
            TICKS.stream().map(Pace::words).collect(Collectors.joining(", ")).replaceFirst(", (?=[^,]*$)", " or ");

    /** A pace that has passed {@link #check}. */
    static Pace of(Duration tick, int everyTicks) {
        return new Pace(tick, everyTicks, tick.toNanos(), tick.multipliedBy(everyTicks));
    }

    /** The same replication at another tick period. */
    Pace withTickNanos(long nanos) {
        return of(Duration.ofNanos(nanos), replicationEveryTicks);
    }

    /** Notes everything wrong with a tick period and a number of ticks between replications. */
    static void check(SettingsCheck check, String prefix, Duration tick, int everyTicks) {
        boolean tickGood = TICKS.contains(tick);
        if (!tickGood) {
            check.bad(prefix + "tick", words(tick), TICKS_ALLOWED);
        }
        // With a bad tick the count is held against the shortest one, so that only what is bad for sure is named.
        Duration against = tickGood ? tick : MIN_INTERVAL;
        long most = MAX_INTERVAL.dividedBy(against);
        if (everyTicks < 1 || everyTicks > most) {
            check.bad(
                    prefix + "replicationEveryTicks",
                    Integer.toString(everyTicks),
                    "1.." + most + " at a tick of " + words(against) + " (update interval 25..1,000 ms)");
        }
    }

    /** Milliseconds where they are exact; any other duration in its own notation, which cannot overflow. */
    static String words(Duration d) {
        long seconds = d.toSeconds();
        boolean fits = seconds > -1_000_000 && seconds < 1_000_000;
        return fits && d.toNanosPart() % 1_000_000 == 0 ? d.toMillis() + " ms" : d.toString();
    }
}
