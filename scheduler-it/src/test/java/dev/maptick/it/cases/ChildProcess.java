package dev.maptick.it.cases;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts a class of these tests in a JVM of its own, with the class path of this one. */
final class ChildProcess {
    private ChildProcess() {}

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
