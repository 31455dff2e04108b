package dev.maptick.maps.activation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.maptick.core.SettingsException;
import dev.maptick.maps.activation.IdleDecision.Kind;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** When an empty house slows down, suspends and wakes, in virtual time. */
class IdlePolicyTest {
    /**
     * Each row is a story: a time in seconds, what the tick saw ({@code v} a visitor, {@code w} work, {@code -} nothing) and
     * what is decided. Times: slow after 10 s, suspended after 30 s, after work alone 1 s.
     */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nobody ever | 1- KEEP, 9.9- KEEP, 10- SLOW, 10.2- KEEP, 29.9- KEEP, 30- SUSPEND",
                "visitor leaves | 100v KEEP, 105- KEEP, 110- SLOW, 129- KEEP, 130- SUSPEND",
                "visitor comes back in time | 10- SLOW, 20v WAKE, 29- KEEP, 30- SLOW, 50- SUSPEND",
                "visitor stays | 10v KEEP, 100v KEEP, 1000v KEEP, 1009- KEEP",
                "work holds it awake | 9w KEEP, 18w KEEP, 28- SLOW, 30w WAKE, 40- SLOW, 60- SUSPEND",
                "a visitor wakes it for the whole time | 30- SUSPEND, 90v WAKE, 100- SLOW, 119- KEEP, 120- SUSPEND",
                "a timer wakes it for a moment | 30- SUSPEND, 90w WAKE, 90.9- KEEP, 91- SUSPEND, 150w WAKE, 151- SUSPEND",
                "work after work goes on for a moment each | 30- SUSPEND, 90w WAKE, 90.9w KEEP, 91.8w KEEP, 92.8- SUSPEND",
                "a visitor after work | 30- SUSPEND, 90w WAKE, 90.5v KEEP, 92- KEEP, 100.5- SLOW, 120.5- SUSPEND",
                "woken for nothing | 30- SUSPEND, 60- SUSPEND, 61- SUSPEND, 62v WAKE, 63v KEEP",
                "a long pause of the process | 500- SUSPEND",
                "a slow map's long pause | 10- SLOW, 500- SUSPEND",
            })
    void decides(String story, String steps) {
        for (long startNs : new long[] {0, -20_000_000_000L, Long.MAX_VALUE - 25_000_000_000L}) {
            IdlePolicy policy = new IdlePolicy(IdleOptions.defaults(), startNs);
            for (String step : steps.split(", ", -1)) {
                String[] parts = step.strip().split(" ", -1);
                char saw = parts[0].charAt(parts[0].length() - 1);
                double seconds = Double.parseDouble(parts[0].substring(0, parts[0].length() - 1));
                long nowNs = startNs + Math.round(seconds * 1e9);
                IdleDecision decision = policy.decide(nowNs, saw == 'v' ? 1 : 0, saw == 'w');
                assertThat(decision.kind()).as("%s: %s", story, step).isEqualTo(Kind.valueOf(parts[1]));
                assertThat(decision.period()).isEqualTo(decision.kind() == Kind.SLOW ? Duration.ofMillis(250) : null);
            }
        }
    }

    @Test
    void aPolicyThatIsOffOnlyKeeps() {
        IdlePolicy policy = new IdlePolicy(IdleOptions.off(), 0);
        for (long hours = 0; hours < 100_000; hours += 1_000) {
            assertThat(policy.decide(hours * 3_600_000_000_000L, 0, false).kind())
                    .isEqualTo(Kind.KEEP);
        }
    }

    @Test
    void zeroSuspendsAtTheFirstEmptyTick() {
        IdleOptions atOnce =
                new IdleOptions(Duration.ofSeconds(1), Duration.ofMillis(250), Duration.ZERO, Duration.ofSeconds(9));
        IdlePolicy policy = new IdlePolicy(atOnce, 5);
        assertThat(policy.decide(5, 1, false).kind()).isEqualTo(Kind.KEEP);
        assertThat(policy.decide(6, 0, true).kind()).isEqualTo(Kind.KEEP);
        assertThat(policy.decide(7, 0, false).kind()).isEqualTo(Kind.SUSPEND);
        assertThat(policy.state()).isEqualTo(IdlePolicy.State.SUSPENDED);
        assertThat(policy.decide(8, 0, true).kind()).isEqualTo(Kind.WAKE);
        assertThat(policy.decide(9, 0, false).kind()).isEqualTo(Kind.SUSPEND);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void neitherPartNeedsTheOther(boolean slowOnly) {
        IdleOptions one = new IdleOptions(
                slowOnly ? Duration.ofSeconds(1) : null,
                Duration.ofMillis(125),
                slowOnly ? null : Duration.ofSeconds(1),
                Duration.ZERO);
        IdlePolicy policy = new IdlePolicy(one, 0);
        assertThat(policy.decide(2_000_000_000, 0, false).kind()).isEqualTo(slowOnly ? Kind.SLOW : Kind.SUSPEND);
        assertThat(policy.decide(900_000_000_000L, 0, false).kind()).isEqualTo(slowOnly ? Kind.KEEP : Kind.SUSPEND);
    }

    @Test
    void refusesBadTimesAllAtOnce() {
        Duration bad = Duration.ofSeconds(-1);
        assertThatThrownBy(() -> new IdlePolicy(new IdleOptions(bad, bad, bad, bad), 0))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("idle.slowAfter")
                .hasMessageContaining("idle.slowPeriod")
                .hasMessageContaining("idle.suspendAfter ")
                .hasMessageContaining("idle.suspendAfterWork");
    }
}
