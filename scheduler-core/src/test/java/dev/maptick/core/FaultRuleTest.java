package dev.maptick.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a fault policy decides, as numbers: no scheduler, no clock. */
class FaultRuleTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final FaultPolicy POLICY = FaultPolicy.count()
            .backOff(3)
            .backOffWithin(4, SECOND)
            .quarantine(6)
            .quarantineWithin(8, Duration.ofSeconds(10));

    /** Faults at equal distances up to now, beginning shortly before the clock wraps. */
    private static FaultTimes times(int faults, long gapMs) {
        FaultTimes times = new FaultTimes(POLICY.memory());
        for (int i = 0; i < faults; i++) {
            times.add(Long.MAX_VALUE - 1_000_000 + i * gapMs * 1_000_000);
        }
        return times;
    }

    @ParameterizedTest
    @CsvSource({
        // stage of the tick, faults in a row, faults in all, ms between them, stage afterwards
        "FREE, 1, 1, 0, FREE",
        "FREE, 2, 2, 0, FREE",
        "FREE, 3, 3, 5000, BACK_OFF",
        "FREE, 1, 3, 1, FREE",
        "FREE, 1, 4, 333, BACK_OFF",
        "FREE, 1, 4, 334, FREE",
        "FREE, 1, 7, 334, FREE",
        "FREE, 1, 8, 1428, QUARANTINE",
        "FREE, 1, 8, 1429, FREE",
        "FREE, 1, 100, 1, QUARANTINE",
        "FREE, 6, 6, 5000, QUARANTINE",
        "BACK_OFF, 1, 1, 0, BACK_OFF",
        "BACK_OFF, 5, 5, 5000, BACK_OFF",
        "BACK_OFF, 6, 6, 5000, QUARANTINE",
        "BACK_OFF, 7, 7, 5000, QUARANTINE",
        "QUARANTINE, 1, 1, 0, QUARANTINE",
    })
    void stageAfterAFault(FaultStage stage, long inARow, int faults, long gapMs, FaultStage expected) {
        assertThat(FaultRule.after(POLICY, stage, inARow, times(faults, gapMs))).isEqualTo(expected);
    }

    @Test
    void countingAloneNeverActs() {
        FaultTimes none = new FaultTimes(FaultPolicy.count().memory());
        none.add(1);

        assertThat(FaultRule.after(FaultPolicy.count(), FaultStage.FREE, Long.MAX_VALUE, none))
                .isEqualTo(FaultStage.FREE);
    }

    @ParameterizedTest
    @CsvSource({
        "64, 0, 1, 1",
        "64, 1, 1, 2",
        "64, 2, 2, 4",
        "64, 5, 16, 32",
        "64, 6, 32, 64",
        "64, 7, 32, 64",
        "64, 2147483647, 32, 64",
        "65536, 31, 32768, 65536",
        "100, 40, 50, 100",
        "1, 9, 1, 1",
    })
    void leavesOutTwiceAsManyEachTimeLessUpToHalf(int cap, int level, long least, long most) {
        long[] drawn = LongStream.range(0, 2_000)
                .map(draw -> FaultRule.pointsLeftOut(cap, level, draw))
                .toArray();

        assertThat(LongStream.of(drawn).min().getAsLong()).isBetween(least, least + most / 50);
        assertThat(LongStream.of(drawn).max().getAsLong()).isBetween(most - most / 50, most);
        assertThat(LongStream.of(drawn).average().getAsDouble()).isBetween(0.7 * most, 1.0 * most);
        assertThat(FaultRule.pointsLeftOut(cap, level, 7)).isEqualTo(drawn[7]);
    }

    @ParameterizedTest
    @CsvSource({
        "100, 1000, 0, 100",
        "100, 1000, 1, 200",
        "100, 1000, 3, 800",
        "100, 1000, 4, 1000",
        "100, 1000, 2147483647, 1000",
        "100, 100, 1, 100",
        "86400000000000, 86400000000000, 30, 86400000000000",
    })
    void eachFailedTrialDoublesTheWaitUpToTheCap(long firstNs, long capNs, int failed, long expected) {
        assertThat(FaultRule.trialNs(firstNs, capNs, failed)).isEqualTo(expected);
    }

    @Test
    void everyBadValueIsNamedAtOnce() {
        FaultPolicy bad = FaultPolicy.count()
                .backOff(0)
                .backOffWithin(1_025, Duration.ZERO)
                .backOffCap(0)
                .quarantine(-1)
                .quarantineWithin(0, Duration.ofHours(25))
                .trial(SECOND, Duration.ofMillis(999));
        SettingsCheck check = new SettingsCheck();

        bad.check(check, "faultPolicy.");

        assertThatExceptionOfType(SettingsException.class)
                .isThrownBy(check::throwIfAny)
                .withMessageContaining("faultPolicy.backOff = 0")
                .withMessageContaining("faultPolicy.backOffWithin.faults = 1025")
                .withMessageContaining("faultPolicy.backOffWithin.window = PT0S")
                .withMessageContaining("faultPolicy.backOffCap = 0")
                .withMessageContaining("faultPolicy.quarantine = -1")
                .withMessageContaining("faultPolicy.quarantineWithin.faults = 0")
                .withMessageContaining("faultPolicy.quarantineWithin.window = PT25H")
                .withMessageContaining("faultPolicy.trial.cap = PT0.999S");
    }

    @Test
    void equalPoliciesAreEqual() {
        assertThat(FaultPolicy.count().backOff(3).trial(SECOND, SECOND))
                .isEqualTo(FaultPolicy.count().trial(SECOND, SECOND).backOff(3))
                .hasSameHashCodeAs(FaultPolicy.count().trial(SECOND, SECOND).backOff(3))
                .isNotEqualTo(FaultPolicy.count().backOff(3));
        assertThat(POLICY)
                .hasToString("FaultPolicy[backOff=3 in a row or 4 within 1000 ms, backOffCap=64,"
                        + " quarantine=6 in a row or 8 within 10000 ms, trial=by hand]");
    }

    @Test
    void aFaultThatThrowsWhenAskedIsStillNamed() {
        Throwable hostile = new Throwable() {
            private static final long serialVersionUID = 1L;

            @Override
            public String getMessage() {
                throw new IllegalStateException("no");
            }
        };

        assertThat(FaultStages.words(hostile)).endsWith("(its message can't be read)");
        assertThat(FaultStages.words(new IllegalStateException("a\nb".repeat(200))))
                .startsWith("java.lang.IllegalStateException: a")
                .doesNotContain("\n")
                .hasSizeLessThan(1_000);
    }
}
