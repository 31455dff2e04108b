package dev.maptick.bench.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.maptick.bench.contender.Contenders;
import dev.maptick.bench.scenario.Scenario;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {
    private static final String OUT = "target/bench-of-a-test";

    private static Settings read(String scenarios, String contenders, String rounds, String seconds) {
        return Settings.read(false, scenarios, contenders, rounds, seconds, true, OUT);
    }

    @Test
    void theShortFormHasTheReferenceAndAFloor() {
        Settings settings = read(null, null, null, null);

        assertThat(settings.contenders()).contains(Contenders.MAPTICK, Contenders.STPE_SKIP, Contenders.FLOOR_PARK);
        assertThat(settings.scenarios()).hasSize(4);
        assertThat(settings.rounds()).isEqualTo(2);
    }

    @Test
    void theFullFormHasEverything() {
        Settings settings = Settings.read(true, null, null, null, null, true, OUT);

        assertThat(settings.contenders()).containsExactly(Contenders.values());
        assertThat(settings.scenarios()).containsExactly(Scenario.values());
        assertThat(settings.rounds()).isEqualTo(5);
    }

    @Test
    void namesBeginningsAndAllAreUnderstood() {
        assertThat(read("precision, IDLE", null, null, null).scenarios())
                .containsExactly(
                        Scenario.IDLE_1K, Scenario.IDLE_10K, Scenario.IDLE_50K, Scenario.IDLE_100K, Scenario.PRECISION);
        assertThat(read(null, "maptick,netty-wheel,floor", null, null).contenders())
                .containsExactly(
                        Contenders.MAPTICK,
                        Contenders.NETTY_1MS,
                        Contenders.NETTY_5MS,
                        Contenders.FLOOR_PARK,
                        Contenders.FLOOR_SPIN);
        assertThat(read("all", "all", "1", "1.5").scenarios()).containsExactly(Scenario.values());
    }

    @Test
    void everyBadOneIsNamedWithWhatIsAllowed() {
        assertThatThrownBy(() -> read("idle-7k,precision", "nobody", "0", "soon"))
                .isInstanceOf(BadSettingsException.class)
                .hasMessageContaining("--scenarios 'idle-7k' is unknown: there are idle-1k")
                .hasMessageContaining("--contenders 'nobody' is unknown: there are maptick")
                .hasMessageContaining("--rounds 0 is not allowed: a whole number, 1 to 100")
                .hasMessageContaining("--seconds soon is not allowed: a number, 0.1 to 600");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "101", "-1", "1.5", "", "NaN", "many", "99999999999999999999", "1e1", "2d"})
    void roundsAreAWholeNumber(String rounds) {
        assertThatThrownBy(() -> read(null, null, rounds, null))
                .isInstanceOf(BadSettingsException.class)
                .hasMessage(
                        "--rounds " + (rounds.isEmpty() ? "''" : rounds) + " is not allowed: a whole number, 1 to 100");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "0.09", "601", "NaN", "Infinity", "1e400", "1e1", "2s", "2d", "0x1p1", ""})
    void secondsAreInTheirRange(String seconds) {
        assertThatThrownBy(() -> read(null, null, null, seconds))
                .isInstanceOf(BadSettingsException.class)
                .hasMessage(
                        "--seconds " + (seconds.isEmpty() ? "''" : seconds) + " is not allowed: a number, 0.1 to 600");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ",", "idle,,precision"})
    void anEmptyNameIsUnknown(String scenarios) {
        assertThatThrownBy(() -> read(scenarios, null, null, null)).hasMessageContaining("--scenarios '' is unknown");
    }

    @ParameterizedTest
    @ValueSource(strings = {"precision,precision", "idle, precision,IDLE", "all,all"})
    void aNameIsThereOnce(String scenarios) {
        assertThatThrownBy(() -> read(scenarios, null, null, null))
                .isInstanceOf(BadSettingsException.class)
                .hasMessageContaining("--scenarios " + scenarios + " is not allowed: '")
                .hasMessageEndingWith("' is there twice, each only once");
    }

    @Test
    void nothingToRunIsRefused() {
        assertThatThrownBy(() -> read("dedicated", "stpe-skip", null, null))
                .isInstanceOf(BadSettingsException.class)
                .hasMessageContaining("nothing to run")
                .hasMessageContaining("[stpe-skip]")
                .hasMessageContaining("[dedicated]");
    }

    @Test
    void roundsAreOutermostAndBeginWithAnotherContender() {
        Settings settings = read("idle-1k,precision", "maptick,stpe-skip,naive-pq", "2", "1");

        List<PlannedRun> runs = Plan.of(settings, 700);

        assertThat(runs).extracting(PlannedRun::round).containsExactly(1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2);
        assertThat(runs.subList(0, 3))
                .extracting(PlannedRun::contender)
                .containsExactly(Contenders.MAPTICK, Contenders.STPE_SKIP, Contenders.NAIVE_PQ);
        assertThat(runs.subList(6, 9))
                .extracting(PlannedRun::contender)
                .containsExactly(Contenders.STPE_SKIP, Contenders.NAIVE_PQ, Contenders.MAPTICK);
        assertThat(runs)
                .allSatisfy(run ->
                        assertThat(run.parameters()).isEqualTo(run.scenario().parameters(700, 1)));
    }

    @Test
    void whatIsRefusedTakesNoTime() {
        List<PlannedRun> runs = Plan.of(read("idle-10k", "thread-per-map,stpe-skip", "1", "1"), 700);

        assertThat(runs)
                .filteredOn(run -> run.contender() == Contenders.THREAD_PER_MAP)
                .singleElement()
                .satisfies(run -> assertThat(run.estimateSeconds()).isZero());
        assertThat(Progress.estimate(runs)).isBetween(3.0, 5.0);
    }

    @Test
    void theDrillAndTheBoundAreInTheEstimate() {
        List<PlannedRun> runs = Plan.of(read("overload,precision", "stpe-skip", "1", "2"), 700);

        assertThat(runs).extracting(PlannedRun::estimateSeconds).containsExactly(7.5, 9.25);
    }

    @Test
    void whoHasNoPartIsNotPlanned() {
        List<PlannedRun> runs = Plan.of(read("process-0,dedicated,idle-1k", "all", "1", "1"), 700);

        assertThat(runs)
                .filteredOn(run -> run.contender() == Contenders.NONE)
                .extracting(PlannedRun::scenario)
                .containsExactly(Scenario.PROCESS_0);
        assertThat(runs)
                .filteredOn(run -> run.scenario() == Scenario.DEDICATED)
                .allSatisfy(run -> assertThat(run.contender().isMaptick()).isTrue());
    }
}
