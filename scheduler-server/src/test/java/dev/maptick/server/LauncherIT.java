package dev.maptick.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The launcher as a user starts it: in a place with blanks in its path, from another directory. The place has the built jar
 * and no sources, so nothing is built here.
 */
@DisabledOnOs(OS.WINDOWS)
class LauncherIT {
    private static final List<String> TOOLS = List.of("bash", "env", "dirname", "readlink", "find", "mkdir");

    /** Whether env can give a process its default signals back; GNU's can. */
    private static final boolean RESETS_SIGNALS = succeeds("/usr/bin/env", "--default-signal=INT", "true");

    @TempDir
    private Path temp;

    private Path home;
    private Path elsewhere;
    private Process process;

    @BeforeEach
    void install() throws IOException {
        Path module = Path.of("").toAbsolutePath();
        Path root = module.getParent();
        home = Files.createDirectories(temp.resolve("my games/map  tick"));
        elsewhere = Files.createDirectories(temp.resolve("else where"));
        Files.copy(root.resolve("maptick"), home.resolve("maptick"));
        Files.createSymbolicLink(home.resolve("bin"), root.resolve("bin"));
        Files.createSymbolicLink(home.resolve("worlds"), root.resolve("worlds"));
        Path target = Files.createDirectories(home.resolve("scheduler-server/target"));
        Files.createSymbolicLink(target.resolve("lib"), module.resolve("target/lib"));
        try (DirectoryStream<Path> jars =
                Files.newDirectoryStream(module.resolve("target"), "scheduler-server-*.jar")) {
            for (Path jar : jars) {
                Files.createSymbolicLink(target.resolve(jar.getFileName()), jar);
            }
        }
    }

    @AfterEach
    void leavesNothingBehind() throws IOException {
        if (process != null) {
            process.destroyForcibly();
        }
        // Links lead out of the directory that is about to be deleted.
        try (Stream<Path> files = Files.walk(temp)) {
            for (Path link : files.filter(Files::isSymbolicLink).toList()) {
                Files.delete(link);
            }
        }
    }

    @Test
    void runsADemoToItsReport() throws Exception {
        start(List.of(), "demo", "--houses", "50", "--for", "1s", "--port", "0");

        assertThat(end()).as(err()).isEqualTo(ExitCode.OK);
        assertThat(out()).contains("opened 52 of 52 maps", "maptick demo: report", "verdict        good");
        // Not a terminal, so each line is one of its own.
        assertThat(out()).doesNotContain("\r", "\u001b");
    }

    @Test
    void aSignalStopsEveryMapThroughItsLastTickAndReports() throws Exception {
        for (String signal : RESETS_SIGNALS ? List.of("TERM", "INT") : List.of("TERM")) {
            start(List.of(), "demo", "--houses", "200", "--port", "0");
            awaitOutput("opened 202 of 202 maps");
            signal(signal);

            assertThat(end()).as(signal + err()).isEqualTo(ExitCode.OK);
            assertThat(out())
                    .contains("ended          by a signal", "0 still inside", "clean: 202 maps", "verdict        good");
        }
    }

    @Test
    void moreSignalsChangeNothing() throws Exception {
        start(List.of(), "demo", "--houses", "2000", "--port", "0");
        awaitOutput("world     2000 houses");
        signal("TERM");
        signal("TERM");
        signal("INT");

        assertThat(end()).as(err()).isEqualTo(ExitCode.OK);
        assertThat(out()).contains("ended          by a signal", "verdict        good");
    }

    @Test
    void handsArgumentsAndExitCodeOn() throws Exception {
        start(List.of(), "demo", "--houses", "two words", "--map", "no such.tmj");
        assertThat(end()).isEqualTo(ExitCode.USAGE);
        assertThat(err()).contains("--houses = two words");

        start(List.of(), "--version");
        assertThat(end()).isEqualTo(ExitCode.OK);
        assertThat(out()).matches("(?s)maptick [0-9].*");
    }

    @Test
    void saysThatMavenIsNeededWhenThereIsSomethingToBuild() throws Exception {
        Files.delete(home.resolve("scheduler-server/target/lib"));
        Path tools = Files.createDirectories(temp.resolve("tools"));
        for (String tool : TOOLS) {
            Files.createSymbolicLink(tools.resolve(tool), found(tool));
        }

        start(List.of("PATH=" + tools, "JAVA_HOME=" + System.getProperty("java.home")), "demo");

        assertThat(end()).isEqualTo(ExitCode.FAILED);
        assertThat(err()).contains("Maven");
    }

    private static boolean succeeds(String... command) {
        try {
            Process probe = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return probe.waitFor() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Path found(String tool) {
        for (String directory : System.getenv("PATH").split(":", -1)) {
            Path file = Path.of(directory, tool);
            if (Files.isExecutable(file)) {
                return file;
            }
        }
        throw new IllegalStateException("no " + tool + " on the path");
    }

    private void start(List<String> environment, String... args) throws IOException {
        List<String> command = new ArrayList<>(List.of("/usr/bin/env"));
        if (RESETS_SIGNALS) {
            // A build in the background ignores SIGINT, and so would every process it starts.
            command.add("--default-signal=INT");
        }
        command.addAll(environment);
        command.add(home.resolve("maptick").toString());
        command.addAll(List.of(args));
        process = new ProcessBuilder(command)
                .directory(elsewhere.toFile())
                .redirectOutput(elsewhere.resolve("out").toFile())
                .redirectError(elsewhere.resolve("err").toFile())
                .start();
    }

    private int end() throws InterruptedException {
        assertThat(process.waitFor(90, TimeUnit.SECONDS)).as("ended in 90 s").isTrue();
        return process.exitValue();
    }

    private void signal(String name) throws Exception {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor();
    }

    private void awaitOutput(String text) throws Exception {
        long giveUpAt = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!out().contains(text)) {
            assertThat(System.nanoTime()).as(text + " in 60 s").isLessThan(giveUpAt);
            assertThat(process.isAlive()).as(out() + err()).isTrue();
            Thread.sleep(20);
        }
    }

    private String out() throws IOException {
        return Files.readString(elsewhere.resolve("out"));
    }

    private String err() throws IOException {
        return Files.readString(elsewhere.resolve("err"));
    }
}
