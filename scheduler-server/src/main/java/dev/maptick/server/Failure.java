package dev.maptick.server;

import dev.maptick.core.RefusedException;
import dev.maptick.server.demo.CannotRunException;
import dev.maptick.server.tiled.FloorPlanException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/** Turns what a command throws into one line for the user and an exit code; only the unforeseen is logged with its stack. */
final class Failure implements IExecutionExceptionHandler {
    private static final Logger LOG = LoggerFactory.getLogger(Failure.class);

    @Override
    public int handleExecutionException(Exception failure, CommandLine command, ParseResult parsed) {
        if (failure instanceof RefusedException || failure instanceof FloorPlanException) {
            return tell(command, failure, ExitCode.USAGE);
        }
        if (failure instanceof CannotRunException) {
            return tell(command, failure, ExitCode.FAILED);
        }
        LOG.error("{} failed", command.getCommandSpec().qualifiedName(), failure);
        return tell(command, failure, ExitCode.FAILED);
    }

    private static int tell(CommandLine command, Exception failure, int code) {
        command.getErr().println(command.getCommandSpec().qualifiedName() + ": " + failure.getMessage());
        return code;
    }
}
