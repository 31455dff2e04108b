package dev.maptick.bench.jmh;

import java.io.IOException;
import java.io.PrintStream;
import org.openjdk.jmh.runner.NoBenchmarksException;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** Runs the JMH benchmarks; see the package. */
public final class JmhMain {
    private JmhMain() {}

    /**
     * Runs and ends the process.
     *
     * @param args regular expressions of benchmarks, none for all; and JMH's own options
     */
    public static void main(String[] args) {
        System.exit(run(args, System.err));
    }

    /**
     * Runs inside this process, the benchmarks in others.
     *
     * @param args regular expressions of benchmarks, none for all; and JMH's own options
     * @param err where errors go
     * @return 0 if all ran, 1 if one failed, 2 for an unknown option or a name that no benchmark has
     */
    public static int run(String[] args, PrintStream err) {
        try {
            CommandLineOptions typed = new CommandLineOptions(args);
            if (typed.shouldHelp()) {
                typed.showHelp();
                return 0;
            }
            Runner runner = new Runner(
                    new OptionsBuilder().parent(typed).shouldFailOnError(true).build());
            if (typed.shouldList()) {
                runner.list();
                return 0;
            }
            runner.run();
            return 0;
        } catch (CommandLineOptionException e) {
            err.println("bad option: " + e.getMessage());
            return 2;
        } catch (NoBenchmarksException e) {
            err.println("no benchmark is called " + String.join(" ", args) + ": -l lists them");
            return 2;
        } catch (RunnerException e) {
            err.println("a benchmark failed: " + e.getMessage());
            return 1;
        } catch (IOException e) {
            err.println("no help: " + e);
            return 1;
        }
    }
}
