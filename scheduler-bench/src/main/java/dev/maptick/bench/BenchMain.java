package dev.maptick.bench;

import dev.maptick.bench.plan.BadSettingsException;
import dev.maptick.bench.plan.EndSignal;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

/** Where the benchmark starts. */
public final class BenchMain {
    private BenchMain() {}

    /**
     * Runs and ends the process with its exit code.
     *
     * @param args as on the command line
     */
    public static void main(String[] args) {
        System.exit(run(args, System.out, System.err));
    }

    /**
     * Runs to the end inside this process; the contenders run in others.
     *
     * @param args as on the command line
     * @param out where progress, tables and help go
     * @param err where errors go
     * @return the exit code
     */
    public static int run(String[] args, PrintStream out, PrintStream err) {
        try (EndSignal signal = new EndSignal()) {
            BenchCommand bench = new BenchCommand(out, signal, List.of(args));
            CommandLine command = new CommandLine(bench);
            command.addSubcommand(new SimulateCommand(out, signal, bench.typed()));
            command.setExpandAtFiles(false);
            command.setExecutionExceptionHandler(BenchMain::failure);
            command.setOut(new PrintWriter(out, true, Charset.defaultCharset()));
            command.setErr(new PrintWriter(err, true, Charset.defaultCharset()));
            int code = command.execute(args);
            out.flush();
            err.flush();
            signal.done(code);
            return code;
        }
    }

    private static int failure(Exception failure, CommandLine command, ParseResult parsed) throws Exception {
        if (failure instanceof BadSettingsException) {
            command.getErr().println(failure.getMessage());
            return ExitCode.USAGE;
        }
        if (failure instanceof CannotRunException) {
            command.getErr().println(failure.getMessage());
            return ExitCode.FAILED;
        }
        throw failure;
    }
}
