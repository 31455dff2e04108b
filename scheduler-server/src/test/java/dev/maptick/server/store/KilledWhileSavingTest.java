package dev.maptick.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.maps.save.SavedMap;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process that saves four maps without a pause is killed at random moments. After each kill every map loads whole, at the
 * last save the process told of or a later one, and the directory can be opened at once.
 */
class KilledWhileSavingTest {
    @TempDir
    Path data;

    @Test
    void everyRestartLoadsTheLastCompletedSaveOrALaterOne() throws Exception {
        kill(6, 4_712);
    }

    @Test
    @Tag("soak")
    void everyOfManyRestartsLoadsTheLastCompletedSaveOrALaterOne() throws Exception {
        kill(20, System.nanoTime());
    }

    private void kill(int times, long seed) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        Map<String, long[]> told = new HashMap<>();
        for (int i = 0; i < times; i++) {
            String when = "kill " + i + ", seed " + seed;
            saveUntilKilled(told, 1 + random.nextInt(300), random.nextInt(2_000_000));
            try (FileMapStore store = FileMapStore.open(data)) {
                try (Stream<Path> files = Files.list(data)) {
                    assertThat(files).as(when).noneMatch(f -> f.toString().endsWith(".tmp"));
                }
                for (Map.Entry<String, long[]> last : told.entrySet()) {
                    check(when, store.load(last.getKey()), last.getValue());
                }
            }
        }
        assertThat(told).hasSize(StoreChild.MAPS);
    }

    private static void check(String when, Optional<SavedMap> loaded, long[] last) {
        SavedMap map = loaded.orElseThrow();
        assertThat(map.bytes()).as("%s: %s", when, map).isEqualTo(StoreChild.body(map.epoch(), map.sequence()));
        boolean notOlder = map.epoch() > last[0] || (map.epoch() == last[0] && map.sequence() >= last[1]);
        assertThat(notOlder)
                .as("%s: %s, told %s/%s", when, map, last[0], last[1])
                .isTrue();
    }

    /** Reads so many reports of completed saves, spins a moment so that a write is under way, kills, reads what is left. */
    private void saveUntilKilled(Map<String, long[]> told, int reports, long spinNs) throws Exception {
        Process child = StoreChild.start("save", data);
        try (BufferedReader output = StoreChild.output(child)) {
            for (int i = 0; i < reports; i++) {
                note(told, output.readLine());
            }
            long startNs = System.nanoTime();
            while (System.nanoTime() - startNs < spinNs) {
                Thread.onSpinWait();
            }
            child.destroyForcibly();
            for (String line = readLeft(output); line != null; line = readLeft(output)) {
                note(told, line);
            }
        } finally {
            child.destroyForcibly();
            assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    private static String readLeft(BufferedReader output) {
        try {
            return output.readLine();
        } catch (IOException e) {
            // The killed process's pipe is closed by the platform's reaper.
            return null;
        }
    }

    private static void note(Map<String, long[]> told, String line) {
        String[] words = line == null ? new String[0] : line.split(" ", -1);
        // The last line may be cut off, and then it tells nothing.
        if (words.length == 3 && words[0].startsWith("house-") && isNumber(words[1])) {
            long[] now = {Long.parseLong(words[1]), 0};
            now[1] = isNumber(words[2]) ? Long.parseLong(words[2]) : 0;
            told.put(words[0], now);
        } else {
            assertThat(line).as("what the child said").startsWith("h");
        }
    }

    private static boolean isNumber(String word) {
        return word.matches("[0-9]+");
    }
}
