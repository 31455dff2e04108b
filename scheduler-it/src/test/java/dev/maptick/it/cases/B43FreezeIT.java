package dev.maptick.it.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/**
 * B43, its fault family: a watchdog that cries wolf after the whole process slept. A real process with a map inside a tick is
 * stopped by signal for longer than the watchdog's limit and a half more, and continued: nothing is reported, and what is stuck later is.
 */
final class B43FreezeIT {
    private static final long FREEZE_NS = 3_500_000_000L;

    @Test
    void afterAFreezeNoTickIsCalledStuck() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/bin/kill")), "needs /bin/kill");
        Process process = ChildProcess.start(FrozenWatchdogProcess.class);
        try (BufferedReader out = process.inputReader()) {
            assertThat(awaitLine(out, "INSIDE")).isEqualTo("INSIDE");
            signal(process, "-STOP");
            long stoppedNs = System.nanoTime();
            while (System.nanoTime() - stoppedNs < FREEZE_NS) {
                // The freeze is the scenario, not a hope for something to happen meanwhile.
                LockSupport.parkNanos(FREEZE_NS - (System.nanoTime() - stoppedNs));
            }
            signal(process, "-CONT");
            process.outputWriter().append("CONTINUED\n").flush();
            assertThat(awaitLine(out, "STUCK")).isEqualTo("STUCK 0 REPLACED 0 told true");
            assertThat(awaitLine(out, "DONE")).isEqualTo("DONE");
            assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
    }

    /** The log may go to the same output. */
    private static String awaitLine(BufferedReader out, String begin) throws Exception {
        String line = out.readLine();
        while (line != null && !line.startsWith(begin)) {
            line = out.readLine();
        }
        return line;
    }

    private static void signal(Process process, String signal) throws Exception {
        Process kill = new ProcessBuilder("/bin/kill", signal, Long.toString(process.pid()))
                .inheritIO()
                .start();
        assertThat(kill.waitFor()).isZero();
    }
}
