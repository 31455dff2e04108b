package dev.maptick.bench;

import dev.maptick.bench.plan.EndSignal;
import dev.maptick.bench.plan.OutDir;
import dev.maptick.bench.report.SimReportWriter;
import dev.maptick.bench.sim.SimColumn;
import dev.maptick.bench.sim.SimPlan;
import dev.maptick.bench.sim.SimResult;
import dev.maptick.bench.sim.SimSeries;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code maptick bench simulate}. */
@Command(
        name = "simulate",
        description = {
            "Runs the real scheduler with more workers than there are processors, in virtual time, beside an ideal that"
                    + " always runs the earliest deadline and wakes for nothing. Same seed, same figures, on any machine.",
            "Takes one to two minutes. Figures go to simulation.html, simulation.md and pictures in the --out directory.",
            ""
        },
        mixinStandardHelpOptions = true,
        versionProvider = BenchCommand.Version.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:ran to its end, or to Ctrl-C or SIGTERM, and reported",
            "1:promise 2 was broken where a wake-up costs nothing, a simulation broke down, or nothing could be written",
            "2:unknown option or bad setting"
        })
final class SimulateCommand implements Callable<Integer> {
    private static final int AT_ONCE = 2;
    private static final double NS_PER_SECOND = 1e9;

    private final PrintStream out;
    private final EndSignal signal;
    private final String command;

    @Option(
            names = "--workers",
            paramLabel = "LIST",
            description = "Numbers of workers, " + SimSettings.WORKERS_ALLOWED
                    + ", each once, with commas between. Default: 2,4,8,16,32,64.")
    private @Nullable String workers;

    @Option(names = "--seed", paramLabel = "N", description = "Of what is random in the worlds. Default: 1.")
    private @Nullable String seed;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Where the report goes, over an earlier one. Default: target/bench-simulation beside the"
                    + " launcher.")
    private String dir = Path.of(System.getProperty("maptick.home", ""), "target", "bench-simulation")
            .toString();

    @Option(
            names = "--docs",
            paramLabel = "DIR",
            description = "Renews pictures and table in this directory of documentation too.")
    private @Nullable String docs;

    SimulateCommand(PrintStream out, EndSignal signal, String command) {
        this.out = out;
        this.signal = signal;
        this.command = command;
    }

    @Override
    public Integer call() throws InterruptedException {
        SimSettings settings = SimSettings.read(workers, seed, dir, docs);
        OutDir.make("--out", settings.dir());
        List<SimPlan> plans = SimPlan.all(settings.workers(), settings.seed());
        long startNs = System.nanoTime();
        Lines lines = new Lines(plans.size());
        List<SimResult> results;
        try {
            int atOnce = Math.min(AT_ONCE, Runtime.getRuntime().availableProcessors());
            results = SimSeries.run(plans, atOnce, lines::finished, signal::isAsked);
        } catch (IllegalStateException e) {
            throw new CannotRunException("a simulation broke down: " + e.getMessage(), e);
        }
        out.println();
        String table = SimTable.of(results);
        out.print(table);
        try {
            write(settings, results, table);
        } catch (IOException e) {
            throw new CannotRunException("the report could not be written: " + e, e);
        }
        out.printf(
                "took %.0f s; %d of %d simulations%n",
                (System.nanoTime() - startNs) / NS_PER_SECOND, results.size(), plans.size());
        return judge(results) ? ExitCode.OK : ExitCode.FAILED;
    }

    private void write(SimSettings settings, List<SimResult> results, String table) throws IOException {
        Files.writeString(settings.dir().resolve("simulation.md"), table);
        SimReportWriter.writePictures(results, settings.dir());
        out.println("page: " + SimReportWriter.writePage(results, command, settings.dir()));
        Path pages = settings.docs();
        if (pages != null && !signal.isAsked()) {
            SimDocs.renew(pages, results);
            out.println("renewed: " + pages);
        }
    }

    /** Whether promise 2 held where it is given. */
    private boolean judge(List<SimResult> results) {
        boolean held = true;
        for (SimResult result : results) {
            if (result.plan().wakeNs() == 0 && result.violations() > 0) {
                held = false;
                out.println("promise 2 broken " + result.violations() + " times: " + result.plan());
            }
        }
        if (held) {
            out.println("promise 2 held in all simulations in which a wake-up costs nothing");
        }
        return held;
    }

    /** A line for each simulation that ended. */
    private final class Lines {
        private final int plans;
        private int finished;

        Lines(int plans) {
            this.plans = plans;
        }

        void finished(SimResult result) {
            SimPlan plan = result.plan();
            finished++;
            out.println("[" + finished + " of " + plans + "] " + plan.scenario().label() + ", " + plan.workers()
                    + " workers, wake-up " + SimColumn.WAKE.of(result) + ": delay p99 " + SimColumn.P99.of(result)
                    + ", wake-ups a tick " + SimColumn.WAKE_UPS.of(result));
            out.flush();
        }
    }
}
