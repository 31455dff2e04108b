package dev.maptick.server;

import dev.maptick.server.demo.StopSignal;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import picocli.CommandLine;

/** Where the process starts. */
public final class Main {
    private Main() {}

    /**
     * Runs a command and ends the process with its {@linkplain ExitCode exit code}.
     *
     * @param args as on the command line
     */
    public static void main(String[] args) {
        System.exit(run(args, System.out, System.err));
    }

    /**
     * Runs a command to its end inside this process.
     *
     * @param args as on the command line
     * @param out where reports and help go
     * @param err where errors go
     * @return the {@linkplain ExitCode exit code}
     */
    public static int run(String[] args, PrintStream out, PrintStream err) {
        try (StopSignal signal = new StopSignal()) {
            CommandLine commandLine = MaptickCommand.commandLine(out, signal);
            commandLine.setOut(new PrintWriter(out, true, Charset.defaultCharset()));
            commandLine.setErr(new PrintWriter(err, true, Charset.defaultCharset()));
            int code = commandLine.execute(args);
            out.flush();
            err.flush();
            signal.done(code);
            return code;
        }
    }
}
