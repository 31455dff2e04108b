package dev.maptick.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class SettingsCheckTest {
    @Test
    void goodValuesPassWithTheirBounds() {
        SettingsCheck check = new SettingsCheck();

        assertThat(check.range("threads", 1, 1, 4)).isEqualTo(1);
        assertThat(check.range("threads", 4, 1, 4)).isEqualTo(4);
        assertThat(check.range("period", Duration.ofMillis(1), Duration.ofMillis(1), Duration.ofHours(1)))
                .isEqualTo(1_000_000);
        assertThat(check.range("period", Duration.ofHours(1), Duration.ofMillis(1), Duration.ofHours(1)))
                .isEqualTo(3_600_000_000_000L);
        assertThatCode(check::throwIfAny).doesNotThrowAnyException();
    }

    @Test
    void oneRefusalNamesEveryProblemTheValueFoundAndWhatIsAllowed() {
        SettingsCheck check = new SettingsCheck();
        check.range("poolThreads", 0, 1, 1_024);
        check.range("period", Duration.ofDays(200_000), Duration.ofMillis(1), Duration.ofHours(1));
        check.range("limit", null, Duration.ZERO, Duration.ofNanos(7));
        check.bad("group", "a\nb", "one line");

        assertThatExceptionOfType(SettingsException.class)
                .isThrownBy(check::throwIfAny)
                .satisfies(e -> {
                    assertThat(e.refusal()).isEqualTo(Refusal.BAD_SETTINGS);
                    assertThat(e.problems())
                            .containsExactly(
                                    new SettingProblem("poolThreads", "0", "1..1024"),
                                    new SettingProblem("period", "PT4800000H", "1 ms..1 h"),
                                    new SettingProblem("limit", "null", "0..7 ns"),
                                    new SettingProblem("group", "a\\u000ab", "one line"));
                    assertThat(e)
                            .hasMessage("bad settings: poolThreads = 0, allowed: 1..1024; "
                                    + "period = PT4800000H, allowed: 1 ms..1 h; limit = null, allowed: 0..7 ns; "
                                    + "group = a\\u000ab, allowed: one line");
                });
    }

    @Test
    void aBadValueStillGivesAUsableNumber() {
        SettingsCheck check = new SettingsCheck();

        assertThat(check.range("threads", -3, 1, 4)).isEqualTo(1);
        assertThat(check.range("period", Duration.ofSeconds(Long.MAX_VALUE), Duration.ofMillis(2), Duration.ofHours(1)))
                .isEqualTo(2_000_000);
    }
}
