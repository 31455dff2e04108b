package dev.maptick.it.cases;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * B43, its fault family: a watchdog that cries wolf after the whole process slept. A real process with a map inside a tick is
 * stopped by signal for longer than the watchdog's limit and a half more, and continued: nothing is reported, and what is stuck later is.
 */
final class B43FreezeIT {
    private static final long FREEZE_NS = 3_500_000_000L;

    @Test
    void afterAFreezeNoTickIsCalledStuck() throws Exception {
        ChildProcess.assumeSignals();
        Process process = ChildProcess.start(FrozenWatchdogProcess.class);
        try (BufferedReader out = process.inputReader()) {
            assertThat(awaitLine(out, "INSIDE")).isEqualTo("INSIDE");
            ChildProcess.freeze(process, FREEZE_NS);
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
}
