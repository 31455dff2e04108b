package dev.maptick.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.server.store.FileMapStore;
import dev.maptick.server.tiled.ShippedWorlds;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainTest {
    private static final String WORLDS =
            ShippedWorlds.path("dungeon").getParent().toString();
    private static final Pattern ADDRESS = Pattern.compile("http://[0-9.]+:[0-9]+");

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @AfterEach
    void leavesNoThreadBehind() {
        // They have only to return, but may get no processor for a while.
        Awaitility.await()
                .pollDelay(Duration.ZERO)
                .atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                        .extracting(Thread::getName)
                        .noneMatch(name -> name.startsWith("maptick-")));
    }

    @Test
    void runsADemoForAWhileAndReports() {
        assertThat(demo("--for", "2s", "--houses", "50", "--port", "0")).isEqualTo(ExitCode.OK);

        assertThat(out())
                .contains(
                        "threads   processors ",
                        "address   http://127.0.0.1:",
                        "opened 52 of 52 maps",
                        "52 maps",
                        "maptick demo: report",
                        "ended          after the time given by --for",
                        "faults         0",
                        "0 still inside",
                        "shutdown       clean: 52 maps stopped",
                        "grid equation  52 of 52 maps",
                        "verdict        good")
                .containsPattern("dungeon +dedicated +2 ")
                .containsPattern("house +pool +50 ")
                .containsPattern("visitors +([0-9,]+) in, \\1 out");
    }

    @Test
    void keepsStateInADirectoryAndLoadsItTheNextTime(@TempDir Path temp) {
        String data = temp.resolve("my data").toString();
        String[] options = {"--for", "1s", "--houses", "20", "--port", "0", "--data", data, "--save-every", "200ms"};
        assertThat(demo(options)).as(this::err).isEqualTo(ExitCode.OK);
        assertThat(out())
                .contains("loaded 0 of 22 maps from " + data + ", the others are new", "loaded         0 of 22 maps")
                .containsPattern("saves +[1-9][0-9,]* written, 0 failed; maps stood still for p50 ");
        out.reset();

        assertThat(demo(options)).as(this::err).isEqualTo(ExitCode.OK);
        // A house that never changed was never saved.
        assertThat(out())
                .containsPattern("loaded +([1-9]|1[0-9]|2[0-2]) of 22 maps")
                .contains("verdict        good");
    }

    @Test
    void refusesADataDirectoryItCannotHave(@TempDir Path temp) throws Exception {
        Path file = Files.writeString(temp.resolve("a file"), "x");

        assertThat(demo("--data", file.toString())).isEqualTo(ExitCode.USAGE);
        assertThat(demo("--data", "", "--save-every", "1ms")).isEqualTo(ExitCode.USAGE);
        assertThat(demo("--data", temp.toString())).isEqualTo(ExitCode.USAGE);

        assertThat(temp).isDirectoryContaining(file::equals).isDirectoryNotContaining(found -> !found.equals(file));
        assertThat(err())
                .hasLineCount(3)
                .contains("--data = " + temp + ", allowed: a data directory, an empty directory or a new one")
                .contains("--data = " + file + ", allowed: a directory; this is a file", "--save-every = 1ms");
        assertThat(out()).isEmpty();
    }

    @Test
    void saysWhichSavedMapItCannotUse(@TempDir Path temp) throws Exception {
        try (FileMapStore store = FileMapStore.open(temp)) {
            store.save(store.claim("house-2"), 1, new byte[100]);
        }

        assertThat(demo("--houses", "3", "--dungeons", "0", "--port", "0", "--data", temp.toString()))
                .isEqualTo(ExitCode.FAILED);

        assertThat(err()).contains("map house-2 cannot be opened from --data: saved state with magic number 0");
    }

    @Test
    void runsWithoutAnyMap() {
        assertThat(demo("--for", "250ms", "--houses", "0", "--dungeons", "0", "--port", "0"))
                .isEqualTo(ExitCode.OK);

        assertThat(out()).contains("opened 0 of 0 maps", "grid equation  0 of 0 maps", "verdict        good");
    }

    @Test
    void runsDungeonsInThePoolWhenThereIsNoDedicatedThread() {
        assertThat(demo("--for", "1s", "--houses", "1", "--dungeons", "2", "--dedicated", "1", "--port", "0"))
                .isEqualTo(ExitCode.OK);

        assertThat(out()).containsPattern("dungeon +dedicated +1 ").containsPattern("dungeon +pool +1 ");
    }

    @Test
    void isReadyWhileItRuns() throws Exception {
        // It runs until it is interrupted: however long the first answer takes, the port is open.
        CompletableFuture<Integer> run = new CompletableFuture<>();
        Thread running = new Thread(() -> run.complete(demo("--houses", "20", "--port", "0")));
        running.start();
        String address = awaitAddress();
        HttpClient client = HttpClient.newHttpClient();
        List<Integer> ready = new ArrayList<>();
        while (!run.isDone() && !ready.contains(200)) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(address + "/health/ready"))
                    .timeout(Duration.ofSeconds(20))
                    .build();
            ready.add(client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode());
        }
        running.interrupt();

        assertThat(run.get(60, TimeUnit.SECONDS)).isEqualTo(ExitCode.OK);
        assertThat(ready).endsWith(200);
        assertThat(ready.subList(0, ready.size() - 1)).allMatch(status -> status == 503);
    }

    @Test
    void takesAPlanOfTheUsersOwn(@TempDir Path directory) throws Exception {
        Path own = Files.copy(ShippedWorlds.path("house-small"), directory.resolve("my house.tmj"));

        assertThat(demo("--for", "300ms", "--houses", "3", "--map", own.toString(), "--port", "0"))
                .isEqualTo(ExitCode.OK);
    }

    @Test
    void refusesAPlanItCannotUseWithFileElementAndReason(@TempDir Path directory) throws Exception {
        Path own = directory.resolve("broken.tmj");
        Files.writeString(
                own,
                Files.readString(ShippedWorlds.path("house-small"))
                        .replaceFirst("\"orientation\" *: *\"orthogonal\"", "\"orientation\":\"isometric\""));

        assertThat(demo("--map", own.toString())).isEqualTo(ExitCode.USAGE);

        assertThat(err()).contains("broken.tmj", "map.orientation", "isometric").doesNotContain("\tat ");
        assertThat(out()).isEmpty();
    }

    @Test
    void refusesAPlanThatIsNotThere() {
        assertThat(demo("--map", "/no/such/file.tmj")).isEqualTo(ExitCode.USAGE);

        assertThat(err()).contains("/no/such/file.tmj").hasLineCount(1);
    }

    @Test
    void refusesADirectoryWithoutPlans(@TempDir Path directory) {
        assertThat(run("demo", "--worlds", directory.toString())).isEqualTo(ExitCode.USAGE);

        assertThat(err())
                .contains("--worlds", directory.toString(), "house*.tmj")
                .hasLineCount(1);
    }

    @Test
    void namesEveryBadSettingInOneMessage() {
        assertThat(demo("--houses", "many", "--pool", "0", "--for", "soon", "--port", "70000"))
                .isEqualTo(ExitCode.USAGE);

        assertThat(err())
                .hasLineCount(1)
                .contains(
                        "maptick demo: bad settings: ",
                        "--houses = many",
                        "--pool = 0",
                        "--for = soon",
                        "--port = 70000");
    }

    @Test
    void namesTheTakenPortAndTheOptionToChangeIt() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(demo("--port", Integer.toString(taken.getLocalPort()))).isEqualTo(ExitCode.FAILED);

            assertThat(err())
                    .contains("maptick demo: port " + taken.getLocalPort(), "--port")
                    .hasLineCount(1);
        }
    }

    @Test
    void helpsAndTellsItsVersion() {
        assertThat(run("--help")).isEqualTo(ExitCode.OK);
        assertThat(run("demo", "--help")).isEqualTo(ExitCode.OK);
        assertThat(run("--version")).isEqualTo(ExitCode.OK);

        assertThat(out())
                .contains(
                        "Usage: maptick", "demo", "--houses=N", "--for=TIME", "0..200000", "Exit codes:", "maptick (");
        assertThat(err()).isEmpty();
    }

    @Test
    void refusesWhatItDoesNotKnow() {
        assertThat(run()).isEqualTo(ExitCode.USAGE);
        assertThat(run("dance")).isEqualTo(ExitCode.USAGE);
        assertThat(demo("--hauses", "5")).isEqualTo(ExitCode.USAGE);
        assertThat(demo("--houses")).isEqualTo(ExitCode.USAGE);

        assertThat(err()).contains("which command?", "dance", "--hauses", "--houses");
    }

    private int demo(String... options) {
        List<String> args = new ArrayList<>(List.of("demo", "--worlds", WORLDS));
        args.addAll(List.of(options));
        return run(args.toArray(String[]::new));
    }

    private int run(String... args) {
        return Main.run(
                args,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    private String awaitAddress() throws InterruptedException {
        long giveUpAt = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (System.nanoTime() < giveUpAt) {
            Matcher found = ADDRESS.matcher(out());
            if (found.find()) {
                return found.group();
            }
            Thread.sleep(20);
        }
        throw new AssertionError("no address in 60 s: " + out() + err());
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
