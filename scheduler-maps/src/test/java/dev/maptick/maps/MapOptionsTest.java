package dev.maptick.maps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.maptick.core.MissPolicy;
import dev.maptick.core.Placement;
import dev.maptick.core.Refusal;
import dev.maptick.core.SettingProblem;
import dev.maptick.core.SettingsCheck;
import dev.maptick.core.SettingsException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MapOptionsTest {
    private static List<SettingProblem> problems(MapOptions options) {
        SettingsCheck check = new SettingsCheck();
        options.check(check, "");
        SettingsException e = catchThrowableOfType(SettingsException.class, check::throwIfAny);
        return e == null ? List.of() : e.problems();
    }

    private static MapOptions options(Duration tick, int every) {
        return MapOptions.defaults().tick(tick).replicationEveryTicks(every);
    }

    @Test
    void defaultsAreFiftyMillisecondsEverySecondTick() {
        MapOptions d = MapOptions.defaults();
        assertThat(d.tick()).isEqualTo(Duration.ofMillis(50));
        assertThat(d.replicationEveryTicks()).isEqualTo(2);
        assertThat(d.updateInterval()).isEqualTo(Duration.ofMillis(100));
        assertThat(d.type()).isEqualTo("default");
        assertThat(d.placement()).isEqualTo(Placement.POOL);
        assertThat(d.missPolicy()).isEqualTo(MissPolicy.SKIP);
        assertThat(d.phase()).isNull();
        assertThat(problems(d)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"25,1,25", "25,40,1000", "50,20,1000", "125,8,1000", "250,1,250", "250,4,1000"})
    void acceptsUpdateIntervalsUpToBothEdges(long tick, int every, long interval) {
        MapOptions options = options(Duration.ofMillis(tick), every);
        assertThat(problems(options)).isEmpty();
        assertThat(options.updateInterval()).isEqualTo(Duration.ofMillis(interval));
    }

    @ParameterizedTest
    @CsvSource({"25,0,40", "25,-1,40", "25,41,40", "50,21,20", "125,9,8", "250,5,4", "250,2147483647,4"})
    void refusesUpdateIntervalsOutOfRange(long tick, int every, int most) {
        assertThat(problems(options(Duration.ofMillis(tick), every)))
                .containsExactly(new SettingProblem(
                        "replicationEveryTicks",
                        Integer.toString(every),
                        "1.." + most + " at a tick of " + tick + " ms (update interval 25..1,000 ms)"));
    }

    @ParameterizedTest
    @ValueSource(longs = {30, 1, 0, -50, 24, 26, 100, 500, 999_999_999})
    void refusesTicksThatDoNotDivideTwoHundredFifty(long millis) {
        assertThat(problems(options(Duration.ofMillis(millis), 1)))
                .containsExactly(new SettingProblem("tick", millis + " ms", "25 ms, 50 ms, 125 ms or 250 ms"));
    }

    @Test
    void refusesTicksWhoseNanosecondsOverflow() {
        Duration huge = Duration.ofSeconds(Long.MAX_VALUE);
        assertThat(problems(options(huge, 1)))
                .containsExactly(new SettingProblem("tick", huge.toString(), "25 ms, 50 ms, 125 ms or 250 ms"));
        assertThat(problems(options(Duration.ofNanos(50_000_001), 1))).hasSize(1);
        assertThat(options(huge, 1).toString()).contains(huge.toString());
    }

    @Test
    void namesEveryProblemInOneMessage() {
        MapOptions bad = options(Duration.ofMillis(30), 0)
                .type("no\nline")
                .phase(Duration.ofMillis(-1))
                .costHint(Duration.ofHours(2));
        assertThat(problems(bad))
                .extracting(SettingProblem::setting)
                .containsExactly("type", "tick", "replicationEveryTicks", "phase", "costHint");
        World world = new World(0);
        MapHost host = MapHost.builder(world.scheduler).build();
        assertThatThrownBy(() -> host.open("house", bad, new RecordingMap()))
                .isInstanceOfSatisfying(SettingsException.class, e -> {
                    assertThat(e.refusal()).isEqualTo(Refusal.BAD_SETTINGS);
                    assertThat(e.getMessage())
                            .contains("type = no\\u000aline", "tick = 30 ms", "replicationEveryTicks = 0")
                            .contains("phase = -1 ms", "costHint = PT2H");
                });
        assertThat(host.size()).isZero();
        assertThat(world.scheduler.registrations()).isEmpty();
    }

    @Test
    void phaseLiesBelowTheTick() {
        MapOptions options = MapOptions.defaults();
        assertThat(problems(options.phase(Duration.ZERO))).isEmpty();
        assertThat(problems(options.phase(Duration.ofNanos(49_999_999)))).isEmpty();
        assertThat(problems(options.phase(Duration.ofMillis(50)))).hasSize(1);
        assertThat(problems(options.phase(Duration.ofMillis(50)).phase(null))).isEmpty();
    }

    @Test
    void checksWithThePrefixOfTheCaller() {
        SettingsCheck check = new SettingsCheck();
        options(Duration.ZERO, 41).check(check, "types.house.");
        assertThatThrownBy(check::throwIfAny)
                .hasMessageContaining("types.house.tick = 0 ms")
                .hasMessageContaining("types.house.replicationEveryTicks = 41");
    }

    @Test
    void setsChangeCopiesOnly() {
        MapOptions before = MapOptions.defaults();
        String text = before.toString();
        before.type("x").tick(Duration.ZERO).replicationEveryTicks(9).placement(Placement.DEDICATED);
        before.missPolicy(MissPolicy.RUN_LATE).phase(Duration.ZERO).costHint(Duration.ofMillis(3));
        assertThat(before.toString()).isEqualTo(text);
    }

    @Test
    void updateIntervalOfBadOptionsIsRefused() {
        assertThatThrownBy(() -> options(Duration.ofMillis(30), 1).updateInterval())
                .isInstanceOf(SettingsException.class);
    }
}
