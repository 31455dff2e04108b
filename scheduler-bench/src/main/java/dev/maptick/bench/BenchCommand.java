package dev.maptick.bench;

import dev.maptick.bench.contender.Contenders;
import dev.maptick.bench.plan.BenchRun;
import dev.maptick.bench.plan.EndSignal;
import dev.maptick.bench.plan.OutDir;
import dev.maptick.bench.plan.Settings;
import dev.maptick.bench.scenario.Scenario;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;

/** {@code maptick bench}. Options are taken as text, so that every bad one is told in one message. */
@Command(
        name = "maptick bench",
        description = {
            "Puts maptick beside what one would use instead, scenario by scenario, each contender alone in a JVM of its own,"
                    + " and tells what a tick costs, how late it is and what is skipped.",
            "The short form takes 4 to 5 minutes. Figures go to results.json and report.html in the --out directory.",
            "Nothing else should run meanwhile: the figures of a busy machine are the machine's.",
            ""
        },
        mixinStandardHelpOptions = true,
        versionProvider = BenchCommand.Version.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:ran to its end, or to Ctrl-C or SIGTERM, and reported",
            "1:a run failed, or nothing could be written or started",
            "2:unknown option or bad setting"
        })
final class BenchCommand implements Callable<Integer> {
    private final PrintStream out;
    private final EndSignal signal;
    private final List<String> typed;

    @Option(names = "--full", description = "Every scenario and contender, 5 rounds, windows of 4 s: about 3 hours.")
    private boolean full;

    @Option(
            names = "--scenarios",
            paramLabel = "LIST",
            description = "Which scenarios: " + Settings.NAMES_ALLOWED + ", as in idle,precision. See --list.")
    private @Nullable String scenarios;

    @Option(
            names = "--contenders",
            paramLabel = "LIST",
            description = "Which contenders: the same. Keep stpe-skip for the ratios. See --list.")
    private @Nullable String contenders;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "How often each contender goes through each scenario, " + Settings.ROUNDS_ALLOWED
                    + ". Default: 2; 5 with --full.")
    private @Nullable String rounds;

    @Option(
            names = "--seconds",
            paramLabel = "S",
            description = "Length of a window, " + Settings.SECONDS_ALLOWED + ". Default: 1.5; 4 with --full.")
    private @Nullable String seconds;

    @Option(
            names = "--no-retry",
            description = "Take a run as it is if the rest of the machine was busy meanwhile. Default: up to 3 tries.")
    private boolean noRetry;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Where results.json and report.html go, over those of an earlier run. Default: target/bench"
                    + " beside the launcher.")
    private String dir =
            Path.of(System.getProperty("maptick.home", ""), "target", "bench").toString();

    @Option(names = "--list", description = "Lists scenarios and contenders, and runs nothing.")
    private boolean list;

    BenchCommand(PrintStream out, EndSignal signal, List<String> typed) {
        this.out = out;
        this.signal = signal;
        this.typed = List.copyOf(typed);
    }

    @Override
    public Integer call() throws InterruptedException {
        if (list) {
            list();
            return ExitCode.OK;
        }
        Settings settings = Settings.read(full, scenarios, contenders, rounds, seconds, !noRetry, dir);
        OutDir.make("--out", settings.dir());
        boolean terminal = Boolean.getBoolean("maptick.terminal");
        try {
            return new BenchRun(settings, typed(), out, terminal, signal).run() ? ExitCode.OK : ExitCode.FAILED;
        } catch (IOException e) {
            throw new CannotRunException("stopped: " + e, e);
        }
    }

    /** The whole command line, as a user would type it. */
    String typed() {
        return String.join(" ", "./maptick bench", String.join(" ", typed)).strip();
    }

    private void list() {
        out.println("Scenarios:");
        for (Scenario scenario : Scenario.values()) {
            out.printf("  %-18s %s%n", scenario.label(), scenario.description());
        }
        out.println("Contenders:");
        for (Contenders contender : Contenders.values()) {
            out.printf(
                    "  %-18s %s%s%n",
                    contender.label(),
                    contender.description(),
                    contender
                            .unavailable()
                            .map(why -> " (not available: " + why + ")")
                            .orElse(""));
        }
    }

    /** The version in the jar's manifest, which is not there when classes are run from a directory. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = BenchCommand.class.getPackage().getImplementationVersion();
            return new String[] {"maptick bench " + (version == null ? "(not packaged)" : version)};
        }
    }
}
