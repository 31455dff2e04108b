package dev.maptick.it.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Starts a class of these tests in a JVM of its own, with the class path of this one, and stops and continues it. */
final class ChildProcess {
    private static final String KILL = "/bin/kill";

    private ChildProcess() {}

    /** A test that freezes a process is skipped where that can't be done. */
    static void assumeSignals() {
        assumeTrue(Files.isExecutable(Path.of(KILL)), "needs " + KILL);
    }

    /** Stops a whole process by signal for so long, and continues it. */
    static void freeze(Process process, long ns) throws IOException, InterruptedException {
        signal(process, "-STOP");
        long stoppedNs = System.nanoTime();
        while (System.nanoTime() - stoppedNs < ns) {
            // The freeze is the scenario, not a hope for something to happen meanwhile.
            LockSupport.parkNanos(ns - (System.nanoTime() - stoppedNs));
        }
        signal(process, "-CONT");
    }

    private static void signal(Process process, String signal) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder(KILL, signal, Long.toString(process.pid()))
                .inheritIO()
                .start();
        assertThat(kill.waitFor()).isZero();
    }

    /** Starts it; its error output joins ours. */
    static Process start(Class<?> main, String... jvmArguments) throws IOException {
        return start(main, List.of(), jvmArguments);
    }

    /** The same with arguments for its main method. */
    static Process startWith(Class<?> main, String... arguments) throws IOException {
        return start(main, List.of(arguments));
    }

    private static Process start(Class<?> main, List<String> arguments, String... jvmArguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(jvmArguments));
        String logging = System.getProperty("logback.configurationFile");
        if (logging != null) {
            command.add("-Dlogback.configurationFile=" + logging);
        }
        command.add("-cp");
        // Surefire and Failsafe start from a jar that only names the class path, and keep the real one here.
        command.add(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
        command.add(main.getName());
        command.addAll(arguments);
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }
}
