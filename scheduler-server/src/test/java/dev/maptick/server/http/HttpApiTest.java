package dev.maptick.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.maptick.core.Placement;
import dev.maptick.core.TickScheduler;
import dev.maptick.maps.MapHost;
import dev.maptick.maps.MapOptions;
import dev.maptick.metrics.MapWorkMeters;
import dev.maptick.metrics.MaptickMeters;
import dev.maptick.metrics.TickMetrics;
import dev.maptick.server.VirtualTime;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpApiTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final TickMetrics metrics = new TickMetrics();
    private final VirtualTime time = new VirtualTime(
            TickScheduler.builder().poolThreads(1).dedicatedThreads(1).listener(metrics));
    private final MapHost host = MapHost.builder(time.scheduler()).build();
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();

    private volatile Readiness readiness = Readiness.READY;
    private final HttpApi api = new HttpApi(host, registry, () -> readiness);

    @BeforeEach
    void start() {
        new MaptickMeters(time.scheduler(), metrics).bindTo(registry);
        new MapWorkMeters(host).bindTo(registry);
        api.start(0);
    }

    @AfterEach
    void stop() {
        api.stop();
        // They have only to return, but may get no processor for a while.
        Awaitility.await()
                .pollDelay(Duration.ZERO)
                .atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                        .extracting(Thread::getName)
                        .noneMatch(name -> name.contains("maptick-http")));
    }

    @Test
    void answersOnLoopbackOnly() {
        assertThat(api.address()).startsWith("http://127.0.0.1:");
    }

    @Test
    void isReadyOnlyWhileEveryMapIsOpen() throws Exception {
        for (Readiness now : Readiness.values()) {
            readiness = now;
            int expected = now == Readiness.READY ? 200 : 503;
            assertThat(get("/health/ready").statusCode()).as(now.name()).isEqualTo(expected);
            assertThat(send("HEAD", "/health/ready").statusCode())
                    .as("HEAD " + now)
                    .isEqualTo(expected);
            assertThat(json("/health/ready").get("status").asText()).isEqualToIgnoringCase(now.name());
            assertThat(get("/health/live").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void showsTheMetersAsPrometheusText() throws Exception {
        open("house-1", "house");
        time.run(Duration.ofSeconds(1));

        HttpResponse<String> response = get("/metrics");

        assertThat(response.headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("text/plain"));
        assertThat(response.body())
                .contains(
                        "maptick_ticks_total{placement=\"pool\",type=\"house\"} 20.0",
                        "maptick_ticks_skipped_total{placement=\"pool\",type=\"house\"} 0.0",
                        "maptick_tick_faults_total{placement=\"pool\",type=\"house\"} 0.0",
                        "maptick_tick_duration_seconds_count{placement=\"pool\",type=\"house\"} 20",
                        "maptick_tick_lateness_seconds_bucket",
                        "maptick_maps{placement=\"pool\",type=\"house\"} 1.0",
                        "maptick_threads{placement=\"pool\"}",
                        "maptick_pool_utilization",
                        "maptick_maps_open{state=\"awake\",type=\"house\"} 1.0",
                        "maptick_posts_total{outcome=\"accepted\",type=\"house\"} 0.0",
                        "maptick_timers_pending{type=\"house\"} 0.0",
                        "maptick_tasks_total{outcome=\"refused_full\",type=\"house\"} 0.0");
        HttpRequest openMetrics = request("/metrics")
                .header("Accept", "application/openmetrics-text")
                .build();
        assertThat(client.send(openMetrics, HttpResponse.BodyHandlers.ofString())
                        .body())
                .endsWith("# EOF\n");
    }

    @Test
    void showsOneMap() throws Exception {
        host.open(
                "dungeon-1",
                MapOptions.defaults()
                        .type("dungeon")
                        .tick(Duration.ofMillis(25))
                        .replicationEveryTicks(4)
                        .placement(Placement.DEDICATED),
                context -> time.spend(Duration.ofMillis(30)));
        time.run(Duration.ofSeconds(1));

        JsonNode map = json("/api/v1/maps/dungeon-1");

        assertThat(map.get("name").asText()).isEqualTo("dungeon-1");
        assertThat(map.get("type").asText()).isEqualTo("dungeon");
        assertThat(map.get("state").asText()).isEqualTo("waiting");
        assertThat(map.get("placement").asText()).isEqualTo("dedicated");
        assertThat(map.get("tickMillis").asInt()).isEqualTo(25);
        assertThat(map.get("updateIntervalMillis").asInt()).isEqualTo(100);
        assertThat(map.get("ticks").asInt()).isEqualTo(20);
        assertThat(map.get("skipped").asInt()).isEqualTo(20);
        assertThat(map.get("faults").asInt()).isZero();
        assertThat(map.get("effectivePeriodMillis").asDouble()).isEqualTo(50);
        assertThat(map.get("durationMicros").get("mean").asDouble()).isEqualTo(30_000);
        assertThat(map.get("durationMicros").get("max").asDouble()).isEqualTo(30_000);
        assertThat(map.get("occupants").isNull()).isTrue();
        assertThat(map.get("asleep").asBoolean()).isFalse();
        assertThat(map.get("posts").get("accepted").asInt()).isZero();
        assertThat(map.get("posts").get("refused").asInt()).isZero();
        assertThat(map.get("posts").get("waiting").asInt()).isZero();
        assertThat(map.get("latenessMicros").get("last").asDouble()).isZero();
    }

    @Test
    void listsEveryMapOnceOverItsPagesByName() throws Exception {
        for (int i = 0; i < 25; i++) {
            open(String.format("house-%02d", (i * 7) % 25), "house");
        }
        open("inn", "an inn & more");

        List<String> names = new ArrayList<>();
        String next = "/api/v1/maps?size=10";
        int pages = 0;
        while (next != null) {
            JsonNode page = json(next);
            pages++;
            assertThat(page.get("page").asInt()).isEqualTo(pages);
            assertThat(page.get("pages").asInt()).isEqualTo(3);
            assertThat(page.get("total").asInt()).isEqualTo(26);
            page.get("maps").forEach(map -> names.add(map.get("name").asText()));
            next = page.get("next").isNull() ? null : page.get("next").asText();
        }

        assertThat(names).hasSize(26).isSorted().doesNotHaveDuplicates();
        assertThat(json("/api/v1/maps?page=4&size=10").get("maps")).isEmpty();
        assertThat(json("/api/v1/maps").get("size").asInt()).isEqualTo(100);
        assertThat(json("/api/v1/maps?page=2147483647&size=1000").get("maps")).isEmpty();
    }

    @Test
    void filtersByTypeAndCarriesTheFilterToTheNextPage() throws Exception {
        String type = "an inn & more?#%";
        open("a", type);
        open("b", type);
        open("c", "house");

        JsonNode first = json("/api/v1/maps?size=1&type=" + encoded(type));
        JsonNode second = json(first.get("next").asText());

        assertThat(first.get("total").asInt()).isEqualTo(2);
        assertThat(second.get("maps").get(0).get("name").asText()).isEqualTo("b");
        assertThat(second.get("next").isNull()).isTrue();
        assertThat(json("/api/v1/maps?type=none").get("total").asInt()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a/b",
                "../../etc",
                "..",
                "<script>alert(1)</script>",
                "\"quoted\" & 'single'",
                "per%20cent%2F",
                "semi;colon=1",
                "question?mark#hash",
                "back\\slash",
                "Gast\u00adhaus zum \u00e4lteren B\u00e4ren \ud83d\udc3b",
                "\u202egnp.exe",
                "plus+sign"
            })
    void findsAMapWhateverItsNameAndSpellsItAsJson(String name) throws Exception {
        open(name, "house");

        HttpResponse<String> response = get("/api/v1/maps/" + encoded(name).replace("+", "%20"));

        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        assertThat(JSON.readTree(response.body()).get("name").asText()).isEqualTo(name);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/json");
        assertThat(response.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
    }

    @ParameterizedTest
    @ValueSource(strings = {"no-such", "a%2Fb", "%3Cb%3E", "%22%5C", "%E2%80%AE", "%0d%0aSet-Cookie:x", "%1b%5B2J"})
    void tellsOfAMapThatIsNotThereWithoutRepeatingWhatCouldHarm(String encoded) throws Exception {
        HttpResponse<String> response = get("/api/v1/maps/" + encoded);

        assertThat(response.statusCode()).isIn(400, 404);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(response.headers().map()).doesNotContainKey("set-cookie");
        assertThat(JSON.readTree(response.body()).get("status").asInt()).isEqualTo(response.statusCode());
        assertThat(response.body()).matches("[^\\p{Cntrl}\u202e]*");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "size=0",
                "size=1001",
                "size=-1",
                "size=ten",
                "size=",
                "size=1e3",
                "size=99999999999",
                "page=0",
                "page=-7",
                "page=%3Cb%3E"
            })
    void refusesABadParameterByItsName(String query) throws Exception {
        HttpResponse<String> response = get("/api/v1/maps?" + query);

        assertThat(response.statusCode()).isEqualTo(400);
        JsonNode problem = JSON.readTree(response.body());
        String parameter = query.substring(0, query.indexOf('='));
        assertThat(problem.get("parameter").asText()).isEqualTo(parameter);
        assertThat(problem.get("found").asText()).isEqualTo(query.equals("page=%3Cb%3E") ? "<b>" : query.substring(5));
        assertThat(problem.get("allowed").asText()).startsWith("1..");
        assertThat(problem.get("detail").asText()).contains(parameter, "1..");
    }

    /** No client of ours would send it, so it goes over a bare socket. */
    @Test
    void refusesATypeThatCannotBeDecodedAndDoesNotAnswerWithEveryMap() throws Exception {
        int port = URI.create(api.address()).getPort();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream()
                    .write("GET /api/v1/maps?type=%zz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(answer).startsWith("HTTP/1.1 400").contains("\"parameter\":\"type\"");
        }
    }

    @Test
    void refusesUnknownPathsMethodsAndLargeBodiesAsJson() throws Exception {
        assertProblem(get("/nope"), 404);
        assertProblem(get("/"), 404);
        assertProblem(get("/api/v1/maps/a/b"), 404);
        for (String method : List.of("POST", "PUT", "DELETE", "PATCH")) {
            HttpResponse<String> response = send(method, "/api/v1/maps");
            assertProblem(response, 405);
            assertThat(response.headers().firstValue("Allow")).hasValue("GET, HEAD");
        }
    }

    @Test
    void answersARequestThatIsNoHttpWithoutRepeatingIt() throws Exception {
        int port = URI.create(api.address()).getPort();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(10_000);
            OutputStream out = socket.getOutputStream();
            out.write("GET /%zz<script> HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
                    .getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            assertThat(answer).startsWith("HTTP/1.1 400").doesNotContain("script", "Jetty", "Exception");
        }
    }

    @Test
    void setsNoCookieAndForbidsFramesAndCaches() throws Exception {
        for (String path : List.of("/metrics", "/health/live", "/api/v1/maps", "/nope", "/api/v1/maps?size=0")) {
            var headers = get(path).headers();
            assertThat(headers.map()).as(path).doesNotContainKeys("set-cookie", "server");
            assertThat(headers.firstValue("Cache-Control")).as(path).hasValue("no-store");
            assertThat(headers.firstValue("X-Frame-Options")).as(path).hasValue("DENY");
        }
    }

    @Test
    void saysWhichPortIsTakenAndLeavesNothingRunning() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            HttpApi second = new HttpApi(host, registry, () -> readiness);
            int before = httpThreads();

            assertThatThrownBy(() -> second.start(taken.getLocalPort()))
                    .isInstanceOf(PortTakenException.class)
                    .hasMessageContaining("port " + taken.getLocalPort());

            assertThat(httpThreads()).isLessThanOrEqualTo(before);
            assertThatThrownBy(second::address).isInstanceOf(IllegalStateException.class);
            second.stop();
        }
    }

    @Test
    void closesItsPortWhenStopped() throws Exception {
        int port = URI.create(api.address()).getPort();
        api.stop();
        api.stop();

        try (ServerSocket again = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            assertThat(again.getLocalPort()).isEqualTo(port);
        }
    }

    @Test
    void stopsOnAnInterruptedThreadWhichStaysInterrupted() {
        Thread.currentThread().interrupt();
        api.stop();

        assertThat(Thread.interrupted()).isTrue();
    }

    private void open(String name, String type) {
        host.open(name, MapOptions.defaults().type(type), context -> {});
    }

    private static int httpThreads() {
        return (int) Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().contains("maptick-http"))
                .count();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private void assertProblem(HttpResponse<String> response, int status) throws IOException {
        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(JSON.readTree(response.body()).get("status").asInt()).isEqualTo(status);
    }

    private JsonNode json(String path) throws Exception {
        return JSON.readTree(get(path).body());
    }

    private HttpResponse<String> get(String path) throws Exception {
        return send("GET", path);
    }

    private HttpResponse<String> send(String method, String path) throws Exception {
        HttpRequest request = request(path)
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(api.address() + path)).timeout(Duration.ofSeconds(10));
    }
}
