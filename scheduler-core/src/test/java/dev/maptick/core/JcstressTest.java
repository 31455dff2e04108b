package dev.maptick.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the jcstress tests of this package in JVMs of their own: encounters of two real threads, whose results are counted. A
 * forbidden one fails it. How often each of the allowed ones comes is not judged.
 */
class JcstressTest {
    /** All that passed, and nothing else. */
    private static final Pattern CLEAN = Pattern.compile("; [1-9][0-9]* passed, 0 failed, 0 soft errs, 0 hard errs");

    /** Some ten thousand encounters each, every time in the same kind of JVM. */
    @Test
    @Timeout(value = 3, unit = TimeUnit.MINUTES)
    void noForbiddenOutcomeInThousandsOfEncounters(@TempDir Path dir) throws Exception {
        run(
                dir,
                120,
                List.of("-m", "sanity", "-time", "100", "-strideSize", "100", "-strideCount", "20"),
                List.of("-sc", "false", "-fsm", "0", "-jvmArgs", "-Xmx256m -XX:+UseSerialGC"));
    }

    /** Millions, in all the ways in which the compilers can be set against each other. */
    @Test
    @Tag("soak")
    @Timeout(value = 60, unit = TimeUnit.MINUTES)
    void noForbiddenOutcomeInMillionsOfEncounters(@TempDir Path dir) throws Exception {
        run(dir, 3_500, List.of("-m", "quick"), List.of());
    }

    private static void run(Path dir, int seconds, List<String> mode, List<String> jvms) throws Exception {
        Path output = dir.resolve("output.txt");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                "org.openjdk.jcstress.Main",
                "-t",
                "Jcstress",
                "-r",
                dir.toString()));
        command.addAll(mode);
        command.addAll(jvms);
        Process jcstress = new ProcessBuilder(command)
                .directory(dir.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean ended = jcstress.waitFor(seconds, TimeUnit.SECONDS);
        if (!ended) {
            jcstress.descendants().forEach(ProcessHandle::destroyForcibly);
            jcstress.destroyForcibly().waitFor();
        }
        String printed = Files.readString(output);
        assertThat(ended).as("ended by itself: %s", printed).isTrue();
        assertThat(jcstress.exitValue()).as(printed).isZero();
        assertThat(printed).containsPattern(CLEAN);
    }
}
