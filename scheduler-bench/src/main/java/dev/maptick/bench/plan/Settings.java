package dev.maptick.bench.plan;

import dev.maptick.bench.contender.Contenders;
import dev.maptick.bench.scenario.Scenario;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What to run. Immutable.
 *
 * @param scenarios the scenarios, in their order
 * @param contenders the contenders, in their order
 * @param rounds how often each contender goes through each scenario
 * @param seconds length of a window
 * @param tries how often a run is tried that the rest of the machine disturbs
 * @param dir where results and report go
 */
public record Settings(
        List<Scenario> scenarios, List<Contenders> contenders, int rounds, double seconds, int tries, Path dir) {
    /** What a name may be, for help texts. */
    public static final String NAMES_ALLOWED =
            "names or their beginnings up to a dash, each once, with commas between, or all";

    /** Rounds allowed, for help texts. */
    public static final String ROUNDS_ALLOWED = "1 to 100";

    /** Seconds allowed, for help texts. */
    public static final String SECONDS_ALLOWED = "0.1 to 600";

    private static final int MAX_ROUNDS = 100;
    private static final double MIN_SECONDS = 0.1;
    private static final double MAX_SECONDS = 600;

    private static final List<Scenario> SHORT_SCENARIOS =
            List.of(Scenario.IDLE_10K, Scenario.HOUSE_MIX, Scenario.PRECISION, Scenario.SATURATION_1);
    private static final List<Contenders> SHORT_CONTENDERS =
            List.of(Contenders.MAPTICK, Contenders.STPE_SKIP, Contenders.NETTY_1MS, Contenders.FLOOR_PARK);
    private static final int SHORT_ROUNDS = 2;
    private static final double SHORT_SECONDS = 1.5;
    private static final int FULL_ROUNDS = 5;
    private static final double FULL_SECONDS = 4;
    private static final int TRIES = 3;

    /**
     * Copies the lists.
     *
     * @param scenarios the scenarios, in their order
     * @param contenders the contenders, in their order
     * @param rounds how often each contender goes through each scenario
     * @param seconds length of a window
     * @param tries how often a run is tried that the rest of the machine disturbs
     * @param dir where results and report go
     */
    public Settings {
        scenarios = List.copyOf(scenarios);
        contenders = List.copyOf(contenders);
    }

    /**
     * Reads settings as they were typed; what was not given has the short or the full form's value.
     *
     * @param full whether the full form was asked for
     * @param scenarios names with commas between, or null
     * @param contenders the same
     * @param rounds a number, or null
     * @param seconds a number, or null
     * @param retry whether a disturbed run is taken again
     * @param out a directory, which need not be there
     * @return the settings
     * @throws BadSettingsException naming each bad one with what is allowed
     */
    public static Settings read(
            boolean full,
            @Nullable String scenarios,
            @Nullable String contenders,
            @Nullable String rounds,
            @Nullable String seconds,
            boolean retry,
            String out) {
        Typed options = new Typed();
        List<Scenario> chosenScenarios = scenarios == null
                ? full ? List.of(Scenario.values()) : SHORT_SCENARIOS
                : all(options.names("--scenarios", scenarios, Scenario.labels()), Scenario::named);
        List<Contenders> chosenContenders = contenders == null
                ? full ? List.of(Contenders.values()) : SHORT_CONTENDERS
                : all(options.names("--contenders", contenders, Contenders.labels()), Contenders::named);
        long chosenRounds = options.whole(
                "--rounds",
                rounds,
                full ? FULL_ROUNDS : SHORT_ROUNDS,
                1,
                MAX_ROUNDS,
                "a whole number, " + ROUNDS_ALLOWED);
        double chosenSeconds = options.decimal(
                "--seconds",
                seconds,
                full ? FULL_SECONDS : SHORT_SECONDS,
                MIN_SECONDS,
                MAX_SECONDS,
                "a number, " + SECONDS_ALLOWED);
        Path dir = OutDir.read("--out", out, BenchRun.FILES, options);
        options.conclude();
        Settings settings = new Settings(
                chosenScenarios, chosenContenders, (int) chosenRounds, chosenSeconds, retry ? TRIES : 1, dir);
        if (settings.pairs() == 0) {
            throw new BadSettingsException(List.of("nothing to run: of the contenders "
                    + chosenContenders.stream().map(Contenders::label).toList() + " none has a part in "
                    + chosenScenarios.stream().map(Scenario::label).toList()));
        }
        return settings;
    }

    private long pairs() {
        return scenarios.stream()
                .mapToLong(
                        scenario -> contenders.stream().filter(scenario::isFor).count())
                .sum();
    }

    private static <T> List<T> all(List<String> names, Function<String, @Nullable T> named) {
        return names.stream()
                .map(name -> Objects.requireNonNull(named.apply(name), name))
                .toList();
    }
}
