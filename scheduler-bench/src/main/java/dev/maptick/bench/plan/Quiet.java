package dev.maptick.bench.plan;

import dev.maptick.bench.result.Measures;
import dev.maptick.bench.result.RunResult;
import java.io.IOException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Takes a run again when the rest of the machine was busy meanwhile: what another process took is missing here, and looks
 * like lateness of whoever was measured. After the last try the quietest one counts, and its note says so.
 */
final class Quiet {
    /** Cores that the rest of the machine may take. */
    private static final double MOST_OTHERS = 0.15;

    private Quiet() {}

    /** One try. */
    interface Try {
        /**
         * Measures.
         *
         * @return null if the end was asked for
         * @throws IOException if no JVM can be started
         * @throws InterruptedException if this thread is to end
         */
        @Nullable
        RunResult measure() throws IOException, InterruptedException;
    }

    static @Nullable RunResult measure(int tries, Try run) throws IOException, InterruptedException {
        RunResult quietest = null;
        for (int i = 0; i < tries; i++) {
            RunResult result = run.measure();
            if (result == null || others(result) <= MOST_OTHERS) {
                return result;
            }
            if (quietest == null || others(result) < others(quietest)) {
                quietest = result;
            }
        }
        return quietest == null ? null : withMore(quietest, disturbed(others(quietest), tries));
    }

    private static RunResult withMore(RunResult result, String note) {
        return result.withNote(result.note().isEmpty() ? note : result.note() + "; " + note);
    }

    private static String disturbed(double cores, int tries) {
        String text = String.format(Locale.ROOT, "disturbed, the rest of the machine took %.2f cores", cores);
        return tries == 1 ? text : text + " in the quietest of " + tries + " tries";
    }

    private static double others(RunResult result) {
        Measures measures = result.measures();
        Double cores = measures == null ? null : measures.cpu().othersCores();
        return cores == null ? 0 : cores;
    }
}
