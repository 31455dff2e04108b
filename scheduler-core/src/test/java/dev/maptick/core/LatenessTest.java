package dev.maptick.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LatenessTest {
    private static final long MS = 1_000_000;

    private final Lateness lateness = new Lateness();

    @ParameterizedTest(
            name = "due {0}, start {1}, before until {2}, stall {3} to {4}: {5} host, {6} queue, {7} own: {8}")
    @CsvSource({
        // nothing known
        "100, 130, 60, 0, 0, 0, 30, 0, QUEUEING",
        // the map's own tick before, as RUN_LATE has it
        "100, 130, 130, 0, 0, 0, 0, 30, OWN_OVERRUN",
        "100, 130, 110, 0, 0, 0, 20, 10, QUEUEING",
        // a stall over all of it, over its first part, and with what it takes to catch up
        "100, 130, 60, 90, 130, 30, 0, 0, HOST_STALL",
        "100, 400, 60, 0, 110, 120, 180, 0, QUEUEING",
        "100, 150, 60, 50, 100, 50, 0, 0, HOST_STALL",
        // a stall inside the map's own tick
        "100, 130, 130, 90, 120, 20, 0, 10, HOST_STALL",
        "100, 130, 130, 125, 129, 4, 0, 26, OWN_OVERRUN",
        // equal parts: own before host before queueing
        "100, 120, 110, 0, 0, 0, 10, 10, OWN_OVERRUN",
        "100, 120, 60, 100, 105, 10, 10, 0, HOST_STALL",
        // the tick before ended after the start: readings of two threads' clocks may differ a little
        "100, 130, 140, 0, 0, 0, 0, 30, OWN_OVERRUN",
    })
    void ofAStart(
            long due,
            long start,
            long before,
            long stallFrom,
            long stallTo,
            long host,
            long queueing,
            long own,
            LatenessCause cause) {
        for (long origin : new long[] {0, Long.MAX_VALUE - 110 * MS}) {
            Stalls stalls = stallTo == 0 ? Stalls.NONE : Stalls.NONE.with(at(origin, stallFrom), at(origin, stallTo));
            lateness.start(at(origin, due), at(origin, start), at(origin, before), stalls);
            assertThat(lateness.hostNs()).isEqualTo(host * MS);
            assertThat(lateness.queueingNs()).isEqualTo(queueing * MS);
            assertThat(lateness.ownNs()).isEqualTo(own * MS);
            assertThat(lateness.cause()).isEqualTo(cause);
        }
    }

    private static long at(long origin, long ms) {
        return origin + ms * MS;
    }

    @Test
    @DisplayName("what a tick passed over: its own length, unless a stall lies in it or it was late for another reason")
    void ofAnEnd() {
        lateness.onTime();
        lateness.end(100 * MS, 180 * MS, Stalls.NONE);
        assertThat(lateness.cause()).isEqualTo(LatenessCause.OWN_OVERRUN);

        lateness.onTime();
        lateness.end(100 * MS, 180 * MS, Stalls.NONE.with(110 * MS, 175 * MS));
        assertThat(lateness.cause()).isEqualTo(LatenessCause.HOST_STALL);
        assertThat(lateness.ownNs()).isEqualTo(15 * MS);

        lateness.start(100 * MS, 400 * MS, 60 * MS, Stalls.NONE);
        lateness.end(400 * MS, 460 * MS, Stalls.NONE);
        assertThat(lateness.cause()).isEqualTo(LatenessCause.QUEUEING);
    }
}
