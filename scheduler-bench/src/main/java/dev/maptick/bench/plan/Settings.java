package dev.maptick.bench.plan;

import dev.maptick.bench.contender.Contenders;
import dev.maptick.bench.scenario.Scenario;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
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
 */
public record Settings(List<Scenario> scenarios, List<Contenders> contenders, int rounds, double seconds, int tries) {
    /** What a name may be, for help texts. */
    public static final String NAMES_ALLOWED = "names or their beginnings up to a dash, with commas between, or all";

    /** Rounds allowed, for help texts. */
    public static final String ROUNDS_ALLOWED = "1 to 100";

    /** Seconds allowed, for help texts. */
    public static final String SECONDS_ALLOWED = "0.1 to 600";

    private static final String ALL = "all";
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
     * @return the settings
     * @throws BadSettingsException naming each bad one with what is allowed
     */
    public static Settings read(
            boolean full,
            @Nullable String scenarios,
            @Nullable String contenders,
            @Nullable String rounds,
            @Nullable String seconds,
            boolean retry) {
        List<String> problems = new ArrayList<>();
        List<Scenario> chosenScenarios = scenarios == null
                ? full ? List.of(Scenario.values()) : SHORT_SCENARIOS
                : choose("--scenarios", scenarios, Scenario.labels(), Scenario::named, problems);
        List<Contenders> chosenContenders = contenders == null
                ? full ? List.of(Contenders.values()) : SHORT_CONTENDERS
                : choose("--contenders", contenders, Contenders.labels(), Contenders::named, problems);
        double chosenRounds = number(
                "--rounds",
                rounds,
                full ? FULL_ROUNDS : SHORT_ROUNDS,
                1,
                MAX_ROUNDS,
                "a whole number, " + ROUNDS_ALLOWED,
                problems);
        if (chosenRounds != Math.rint(chosenRounds)) {
            problems.add("--rounds " + rounds + " is not allowed: a whole number, " + ROUNDS_ALLOWED);
        }
        double chosenSeconds = number(
                "--seconds",
                seconds,
                full ? FULL_SECONDS : SHORT_SECONDS,
                MIN_SECONDS,
                MAX_SECONDS,
                "a number, " + SECONDS_ALLOWED,
                problems);
        if (!problems.isEmpty()) {
            throw new BadSettingsException(problems);
        }
        Settings settings =
                new Settings(chosenScenarios, chosenContenders, (int) chosenRounds, chosenSeconds, retry ? TRIES : 1);
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

    private static <T> List<T> choose(
            String option,
            String typed,
            List<String> allowed,
            Function<String, @Nullable T> named,
            List<String> problems) {
        Set<String> chosen = new LinkedHashSet<>();
        for (String part : typed.split(",", -1)) {
            String name = part.strip().toLowerCase(Locale.ROOT);
            List<String> meant = meant(name, allowed);
            if (meant.isEmpty()) {
                problems.add(option + " '" + part.strip() + "' is unknown: there are " + String.join(", ", allowed)
                        + ", and " + ALL);
            }
            chosen.addAll(meant);
        }
        return allowed.stream()
                .filter(chosen::contains)
                .map(name -> Objects.requireNonNull(named.apply(name), name))
                .toList();
    }

    private static List<String> meant(String name, List<String> allowed) {
        if (name.equals(ALL)) {
            return allowed;
        }
        if (allowed.contains(name)) {
            return List.of(name);
        }
        return allowed.stream()
                .filter(a -> !name.isEmpty() && a.startsWith(name + "-"))
                .toList();
    }

    private static double number(
            String option,
            @Nullable String typed,
            double otherwise,
            double least,
            double most,
            String allowed,
            List<String> problems) {
        if (typed == null) {
            return otherwise;
        }
        try {
            double value = Double.parseDouble(typed.strip());
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Told below, as a number out of its range is.
        }
        problems.add(option + " " + typed + " is not allowed: " + allowed);
        return otherwise;
    }
}
