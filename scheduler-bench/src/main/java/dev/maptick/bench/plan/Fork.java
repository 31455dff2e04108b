package dev.maptick.bench.plan;

import dev.maptick.bench.fork.ForkMain;
import dev.maptick.bench.result.BookJson;
import dev.maptick.bench.result.Outcome;
import dev.maptick.bench.result.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A run in a JVM of its own, with the same flags for everybody. */
final class Fork {
    /** The JVM's flags. */
    static final List<String> FLAGS = List.of("-Xms1g", "-Xmx4g");

    /** What the runs print beside their result. */
    static final String LOG = "forks.log";

    /** What the run at hand prints. */
    static final String OUTPUT = "fork.out";

    private static final double PATIENCE = 4;
    private static final double PATIENCE_SECONDS = 60;
    private static final long LOOK_MILLIS = 200;

    private final Path dir;
    private final EndSignal signal;

    Fork(Path dir, EndSignal signal) {
        this.dir = dir;
        this.signal = signal;
    }

    /** Called a few times a second while a run goes on. */
    interface Watcher {
        /** Time has passed. */
        void look();
    }

    /** Runs it to its end; null if the end of all was asked for meanwhile. */
    @Nullable
    RunResult run(PlannedRun run, Watcher watcher) throws IOException, InterruptedException {
        Path output = dir.resolve(OUTPUT);
        Process process = new ProcessBuilder(command(run))
                .redirectOutput(output.toFile())
                .redirectError(ProcessBuilder.Redirect.appendTo(dir.resolve(LOG).toFile()))
                .start();
        double patience = PATIENCE * run.estimateSeconds() + PATIENCE_SECONDS;
        long untilNs = System.nanoTime() + Math.round(patience * 1e9);
        try {
            while (!process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                watcher.look();
                if (signal.isAsked()) {
                    return null;
                }
                if (System.nanoTime() - untilNs > 0) {
                    return failed(run, "no result within " + Math.round(patience) + " s");
                }
            }
            return result(run, process.exitValue(), Files.readString(output));
        } finally {
            process.destroyForcibly().waitFor();
            Files.deleteIfExists(output);
        }
    }

    /** A signal from the keyboard reaches the fork too, perhaps before it reaches this process. */
    private @Nullable RunResult result(PlannedRun run, int exit, String text) throws IOException, InterruptedException {
        int line = text.lastIndexOf("{\"contender\"");
        if (exit == 0 && line >= 0) {
            return parsed(run, text.substring(line).strip());
        }
        if (signal.awaitAsked(LOOK_MILLIS)) {
            return null;
        }
        return failed(run, "its JVM ended with " + exit + " and without a result, see " + LOG);
    }

    /** One that cannot be read is the failure of its run, not of the hours before it. */
    private static RunResult parsed(PlannedRun run, String line) {
        try {
            return BookJson.parseLine(line);
        } catch (IOException e) {
            return failed(run, "a result that cannot be read: " + e.getMessage());
        }
    }

    private static RunResult failed(PlannedRun run, String note) {
        return new RunResult(
                run.contender().label(),
                run.scenario().label(),
                run.round(),
                run.parameters(),
                Outcome.FAILED,
                note,
                null);
    }

    private static List<String> command(PlannedRun run) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(FLAGS);
        command.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                ForkMain.class.getName(),
                run.contender().label(),
                run.scenario().label(),
                Integer.toString(run.round()),
                BookJson.line(run.parameters())));
        return command;
    }
}
