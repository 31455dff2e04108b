package dev.maptick.bench.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The benchmarks do what they say; what it costs is not judged here. */
class BenchmarksTest {
    @Test
    void everyPostIsRun() {
        MailboxBenchmark benchmark = new MailboxBenchmark();
        benchmark.postAndRun();
        assertThat(benchmark.postAndRun()).isEqualTo(512);
    }

    @Test
    void everyTimerFiresOrIsCancelledAndAQuietTickFiresNone() {
        TimerBenchmark benchmark = new TimerBenchmark();
        benchmark.fill();
        assertThat(benchmark.startAndFireNear()).isEqualTo(60_000);
        assertThat(benchmark.startAndFireFar()).isEqualTo(60_000);
        assertThat(benchmark.startAndCancelNear()).isZero();
        assertThat(benchmark.quietTick()).isZero();
    }

    @Test
    void everyMapTicksOnceAPeriod() {
        DispatchBenchmark benchmark = new DispatchBenchmark();
        benchmark.maps = 10;
        benchmark.register();
        for (int i = 0; i < 10 * 20; i++) {
            benchmark.emptyTick();
        }
        // The first period may begin with any of them.
        assertThat(benchmark.nowNs() / 1e6).isBetween(19 * 50.0, 20 * 50.0);
    }

    @Test
    void aNameThatNoBenchmarkHasIsRefused() {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = JmhMain.run(new String[] {"NoSuchBenchmark"}, new PrintStream(err, true, StandardCharsets.UTF_8));
        assertThat(code).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("no benchmark is called NoSuchBenchmark");
    }

    @Test
    void anUnknownOptionIsRefused() {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = JmhMain.run(new String[] {"-nonsense", "1"}, new PrintStream(err, true, StandardCharsets.UTF_8));
        assertThat(code).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("bad option");
    }
}
