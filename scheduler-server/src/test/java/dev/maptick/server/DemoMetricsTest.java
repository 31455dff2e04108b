package dev.maptick.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.server.tiled.ShippedWorlds;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** A demo that runs shows, where Prometheus asks, what goes through its maps. */
class DemoMetricsTest {
    private static final Pattern ADDRESS = Pattern.compile("http://[0-9.]+:[0-9]+");

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @Test
    void scrapesTheMetersOfWorkByType() throws Exception {
        CompletableFuture<Integer> run = CompletableFuture.supplyAsync(this::demo);
        String scrape = Awaitility.await("a scrape with the demo's types")
                .atMost(Duration.ofSeconds(60))
                .until(
                        () -> run.isDone() ? "the demo ended first" : scrape(),
                        body -> run.isDone() || (body.contains("type=\"house\"") && body.contains("type=\"dungeon\"")));

        assertThat(run.get(60, TimeUnit.SECONDS)).isEqualTo(ExitCode.OK);
        assertThat(scrape)
                .contains("# TYPE maptick_posts_total counter")
                .contains("maptick_posts_total{outcome=\"executed\",type=\"house\"}")
                .contains("maptick_posts_capacity{lane=\"normal\",type=\"house\"}")
                .contains("maptick_timers_pending{type=\"house\"}")
                .contains("maptick_tasks_total{outcome=\"accepted\",type=\"dungeon\"}")
                .contains("maptick_maps_open{state=\"awake\",type=\"house\"}")
                .contains("maptick_thinks_total{type=\"house\"}")
                .contains("maptick_tasks_workers");
    }

    private int demo() {
        PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
        String worlds = ShippedWorlds.path("dungeon").getParent().toString();
        String[] args = {"demo", "--worlds", worlds, "--for", "4s", "--houses", "5", "--dungeons", "1", "--port", "0"};
        return Main.run(args, stream, stream);
    }

    /** Empty until the demo has told its address. */
    private String scrape() throws Exception {
        Matcher found = ADDRESS.matcher(out.toString(StandardCharsets.UTF_8));
        if (!found.find()) {
            return "";
        }
        HttpRequest request = HttpRequest.newBuilder(URI.create(found.group() + "/metrics"))
                .timeout(Duration.ofSeconds(10))
                .build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
    }
}
