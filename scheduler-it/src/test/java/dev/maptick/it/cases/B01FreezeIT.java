package dev.maptick.it.cases;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * B01 (akka-core#26910): after the whole process was frozen, a burst made up for it. Here a real process is stopped by
 * signal and continued; each map must skip what passed, run at most one late tick and be back on its grid, never early
 * and without a burst. Timings are printed, never asserted.
 */
final class B01FreezeIT {
    private static final long FREEZE_NS = 2_000_000_000L;

    @Test
    void afterAFreezeEachMapSkipsAndIsBackOnItsGrid() throws Exception {
        ChildProcess.assumeSignals();
        Process process = ChildProcess.start(FrozenProcess.class);
        try (BufferedReader out = process.inputReader()) {
            assertThat(out.readLine()).isEqualTo("TICKING");
            ChildProcess.freeze(process, FREEZE_NS);
            process.outputWriter().append("CONTINUED\n").flush();
            List<String> lines = new ArrayList<>();
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                // The log goes to the same output, and tells of the freeze.
                if (line.startsWith("MAP ") || line.equals("DONE")) {
                    lines.add(line);
                }
            }
            System.out.println("B01: period, skipped by a freeze of 2 s, most ticks in a second: " + lines);
            assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
            assertThat(lines).hasSize(5).last().isEqualTo("DONE");
            lines.subList(0, 4).forEach(B01FreezeIT::check);
        } finally {
            process.destroyForcibly();
        }
    }

    private static void check(String line) {
        Scanner words = new Scanner(line);
        assertThat(words.next()).isEqualTo("MAP");
        long periodMs = words.nextLong();
        long gap = words.nextLong();
        long most = words.nextLong();
        assertThat(gap).as("skipped: %s", line).isGreaterThanOrEqualTo(2_000 / periodMs - 2);
        assertThat(most).as("burst: %s", line).isLessThanOrEqualTo(1_000 / periodMs + 2);
        assertThat(words.nextBoolean()).as("early: %s", line).isFalse();
        assertThat(words.nextBoolean()).as("off the grid: %s", line).isFalse();
        assertThat(words.nextBoolean()).as("grid equation: %s", line).isTrue();
    }
}
