package dev.maptick.server;

import dev.maptick.server.demo.DemoCommand;
import dev.maptick.server.demo.StopSignal;
import java.io.PrintStream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command without a sub-command: help and version. */
@Command(
        name = "maptick",
        description = "Ticks thousands of game maps on one JVM, each at its own rate.",
        mixinStandardHelpOptions = true,
        versionProvider = MaptickCommand.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        footer = {"", "The benchmark is a program of its own: ./maptick bench --help."},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:did what was asked and stopped clean, after a signal too",
            "1:could not run or did not stop clean",
            "2:unknown option, bad setting or a file that cannot be used"
        })
final class MaptickCommand implements Runnable {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    private MaptickCommand() {}

    static CommandLine commandLine(PrintStream out, StopSignal signal) {
        return new CommandLine(new MaptickCommand())
                .addSubcommand(new DemoCommand(out, signal))
                // Options from a file would get past the bounds that files are read with.
                .setExpandAtFiles(false)
                .setExecutionExceptionHandler(new Failure());
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "which command? There is: demo");
    }

    /** The version in the jar's manifest, which is not there when classes are run from a directory. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = MaptickCommand.class.getPackage().getImplementationVersion();
            return new String[] {"maptick " + (version == null ? "(not packaged)" : version)};
        }
    }
}
