package dev.maptick.it.cases;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * A real process whose ticks are made late for a known reason tells that reason for at least 95 of 100 of them, whatever else the
 * machine does meanwhile.
 */
final class LatenessCausesIT {
    private static final long FREEZE_NS = 3_000_000_000L;
    private static final int HOST = 0;
    private static final int QUEUEING = 1;
    private static final int OWN = 2;

    @Test
    @DisplayName("stopped for 3 s by signal: the host's doing, in the event log too")
    void frozen() throws Exception {
        ChildProcess.assumeSignals();
        Process process = ChildProcess.startWith(CausesProcess.class, "freeze");
        List<String> lines = new ArrayList<>();
        try (BufferedReader out = process.inputReader()) {
            assertThat(out.readLine()).isEqualTo("TICKING");
            ChildProcess.freeze(process, FREEZE_NS);
            lines.addAll(rest(out));
            assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        mostly(lines, "LATE ", HOST, 100);
        mostly(lines, "SKIPPED ", HOST, 200 * 55);
        assertThat(lines).anySatisfy(line -> assertThat(line).startsWith("EVENT the process stood still for"));
    }

    @Test
    @DisplayName("more work than one thread can do: queueing")
    void saturated() throws Exception {
        mostly(run("saturated"), "LATE ", QUEUEING, 1_000);
    }

    @Test
    @DisplayName("a map slower than its period under RUN_LATE: its own doing, late ticks and skipped deadlines alike")
    void slow() throws Exception {
        List<String> lines = run("slow");
        mostly(lines, "LATE ", OWN, 40);
        mostly(lines, "SKIPPED ", OWN, 15);
    }

    private static List<String> run(String reason) throws Exception {
        Process process = ChildProcess.startWith(CausesProcess.class, reason);
        try (BufferedReader out = process.inputReader()) {
            List<String> lines = rest(out);
            assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
            return lines;
        } finally {
            process.destroyForcibly();
        }
    }

    private static List<String> rest(BufferedReader out) throws Exception {
        List<String> lines = new ArrayList<>();
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            lines.add(line);
        }
        System.out.println("lateness by cause (host, queueing, own): " + lines);
        assertThat(lines).last().isEqualTo("DONE");
        return lines;
    }

    private static void mostly(List<String> lines, String what, int cause, long atLeast) {
        String found =
                lines.stream().filter(l -> l.startsWith(what)).findFirst().orElseThrow();
        long[] counts = Stream.of(found.substring(what.length()).split(" "))
                .mapToLong(Long::parseLong)
                .toArray();
        long all = counts[HOST] + counts[QUEUEING] + counts[OWN];
        assertThat(all).as(found).isGreaterThanOrEqualTo(atLeast);
        assertThat(100 * counts[cause]).as("%s of %s", cause, found).isGreaterThanOrEqualTo(95 * all);
    }
}
