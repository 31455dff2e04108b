package dev.maptick.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A main class of the test tree in a JVM of its own. */
final class ChildJvm {
    private static final long LIMIT_S = 30;

    private final Process process;
    private final Path output;

    private ChildJvm(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    static ChildJvm start(Class<?> main) throws Exception {
        Path output = Files.createTempFile("child-jvm", ".txt");
        output.toFile().deleteOnExit();
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        Process process = new ProcessBuilder(
                        java, "-Xmx64m", "-XX:TieredStopAtLevel=1", "-cp", classPath, main.getName())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(new File(output.toString())))
                .start();
        return new ChildJvm(process, output);
    }

    /** Asks it to end, as a terminal or a service manager does. */
    void terminate() {
        process.destroy();
    }

    String output() throws Exception {
        return Files.readString(output, StandardCharsets.UTF_8);
    }

    /**
     * Waits for it to end by itself.
     *
     * @return its exit code
     */
    int awaitEnd() throws Exception {
        boolean ended = process.waitFor(LIMIT_S, TimeUnit.SECONDS);
        if (!ended) {
            process.destroyForcibly();
        }
        assertThat(ended).as("ended by itself; it printed: %s", output()).isTrue();
        return process.exitValue();
    }
}
