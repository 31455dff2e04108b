package dev.maptick.server.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.maptick.core.SettingProblem;
import dev.maptick.core.SettingsCheck;
import dev.maptick.core.SettingsException;
import dev.maptick.core.WaitMode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DemoSettingsTest {
    @Test
    void namesEveryBadSettingInOneMessage() {
        SettingsException refused = catchThrowableOfType(
                SettingsException.class,
                () -> DemoSettings.read("-1", "1001", "0", "x", "Precise", "0s", "65536", "1.5", "soon", "", "50ms"));

        assertThat(refused.problems())
                .extracting(SettingProblem::setting)
                .containsExactly(
                        "--houses",
                        "--dungeons",
                        "--pool",
                        "--dedicated",
                        "--wait",
                        "--for",
                        "--port",
                        "--seed",
                        "--limit",
                        "--data",
                        "--save-every");
        assertThat(refused.problems())
                .extracting(SettingProblem::found)
                .containsExactly("-1", "1001", "0", "x", "Precise", "0s", "65536", "1.5", "soon", "", "50ms");
        assertThat(refused.getMessage())
                .contains("--houses = -1, allowed: 0..200000", "--pool = 0, allowed: 1..1024", "0 = any free one")
                .contains("--wait = Precise, allowed: efficient, balanced or precise");
    }

    @Test
    void takesTheBoundsThemselves() {
        DemoSettings least = DemoSettings.read(
                "0", "0", "1", "0", "efficient", "1ms", "0", "-9223372036854775808", "0s", "d", "100ms");
        DemoSettings most = DemoSettings.read(
                "200000",
                "1000",
                "1024",
                "1024",
                "precise",
                "8760h",
                "65535",
                "9223372036854775807",
                "10s",
                null,
                "24h");

        assertThat(least)
                .isEqualTo(new DemoSettings(
                        0,
                        0,
                        1,
                        0,
                        WaitMode.EFFICIENT,
                        Duration.ofMillis(1),
                        0,
                        Long.MIN_VALUE,
                        Duration.ZERO,
                        Path.of("d"),
                        Duration.ofMillis(100)));
        assertThat(most.waitMode()).isEqualTo(WaitMode.PRECISE);
        assertThat(most.houses()).isEqualTo(200_000);
        assertThat(most.runFor()).isEqualTo(Duration.ofDays(365));
    }

    @Test
    void leavesOutWhatIsNotGiven() {
        DemoSettings settings = DemoSettings.read("1", "1", null, "1", "balanced", null, "1", "1", "1s", null, "10s");

        assertThat(settings.pool()).isNull();
        assertThat(settings.runFor()).isNull();
        assertThat(settings.data()).isNull();
    }

    @Test
    void refusesAPathThatIsNone() {
        SettingsException refused = catchThrowableOfType(
                SettingsException.class,
                () -> DemoSettings.read("1", "1", null, "1", "balanced", null, "1", "1", "1s", "a\u0000b", "25h"));

        assertThat(refused.problems()).extracting(SettingProblem::setting).containsExactly("--data", "--save-every");
        assertThat(refused.getMessage()).contains("from 100ms to 24h");
    }

    @ParameterizedTest
    @CsvSource({"250ms, 250", "30s, 30000", "5m, 300000", "2h, 7200000", "007s, 7000"})
    void readsATimeWithItsUnit(String text, long millis) {
        SettingsCheck check = new SettingsCheck();

        assertThat(new SettingText(check).duration("--for", text, Duration.ofMillis(1)))
                .isEqualTo(Duration.ofMillis(millis));
        check.throwIfAny();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "30",
                "s",
                "30 s",
                "-1s",
                "+1s",
                "1.5s",
                "30S",
                "1d",
                "0ms",
                "0s",
                "9999999999s",
                "8761h",
                "1h30m",
                "\u0663s"
            })
    void refusesATimeThatIsNone(String text) {
        SettingsCheck check = new SettingsCheck();
        new SettingText(check).duration("--for", text, Duration.ofMillis(1));

        assertThatThrownBy(check::throwIfAny).hasMessageContaining("--for = ").hasMessageContaining("250ms, 30s");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " 5", "5 ", "2,000", "0x10", "99999999999", "five", "\u001b[2J"})
    void refusesTextInPlaceOfANumber(String text) {
        SettingsCheck check = new SettingsCheck();
        new SettingText(check).whole("--houses", text, 0, 10, "0..10");

        SettingsException refused = catchThrowableOfType(SettingsException.class, check::throwIfAny);
        assertThat(refused.problems())
                .isEqualTo(List.of(new SettingProblem("--houses", text.replace("\u001b", "\\u001b"), "0..10")));
    }
}
