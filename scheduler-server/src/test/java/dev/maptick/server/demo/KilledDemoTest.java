package dev.maptick.server.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.maps.save.SavedMap;
import dev.maptick.server.store.FileMapStore;
import dev.maptick.server.tiled.ShippedWorlds;
import dev.maptick.server.world.SavedChanges;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A demo that saves its 50 houses and a dungeon every 100 ms is killed at random moments, while it loads and while it saves.
 * Each save carries the number of the map's changes and a checksum. After each kill every map that was ever saved is there
 * whole, at the last save that the process told of or a later one; and the next process loads exactly that.
 */
class KilledDemoTest {
    private static final int HOUSES = 50;
    private static final Pattern LINE = Pattern.compile(".*?(loaded|saved) ((?:house|dungeon)-\\d+) (\\d+) \\.");
    private static final Path WORLDS = ShippedWorlds.path("dungeon").getParent();

    @TempDir
    Path data;

    /** What each map has at least; after a kill, what it has. */
    private final Map<String, Long> kept = new HashMap<>();

    @Test
    void everyRestartLoadsEveryHouseAtItsLastCompletedSaveOrALaterOne() throws Exception {
        kill(3, 20_477);
    }

    @Test
    @Tag("soak")
    void everyOfManyRestartsLoadsEveryHouseAtItsLastCompletedSaveOrALaterOne() throws Exception {
        kill(20, System.nanoTime());
    }

    private void kill(int times, long seed) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        int saved = 0;
        for (int i = 0; i < times; i++) {
            String when = "kill " + i + ", seed " + seed;
            saved += runUntilKilled(when, seed + i, random.nextInt(300), random.nextInt(2_000_000));
            look(when);
        }
        assertThat(saved).as("saves told of, seed " + seed).isPositive();
        assertThat(kept).as("maps saved, seed " + seed).hasSizeGreaterThan(1);
    }

    /**
     * Reads so many lines about loads and saves, spins a moment so that something is under way, kills, reads what is left.
     *
     * @return how many saves it told of
     */
    private int runUntilKilled(String when, long worldSeed, int lines, long spinNanos) throws Exception {
        Map<String, Long> before = Map.copyOf(kept);
        Process child = DemoChild.start(data, WORLDS, HOUSES, worldSeed);
        StringBuilder said = new StringBuilder();
        int told = 0;
        int saved = 0;
        try (BufferedReader output =
                new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
            boolean killed = false;
            for (String line = readLine(output); line != null; line = readLine(output)) {
                said.append(line).append('\n');
                Matcher about = LINE.matcher(line);
                if (about.matches()) {
                    told++;
                    long changes = Long.parseLong(about.group(3));
                    if (about.group(1).equals("loaded")) {
                        assertThat(changes).as(when + ": " + line).isEqualTo(before.get(about.group(2)));
                    } else {
                        saved++;
                        kept.merge(about.group(2), changes, Math::max);
                    }
                }
                if (!killed && told >= lines) {
                    spin(spinNanos);
                    child.destroyForcibly();
                    killed = true;
                }
            }
            assertThat(killed).as("%s: ended by itself:%n%s", when, said).isTrue();
        } finally {
            child.destroyForcibly();
            assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
        }
        return saved;
    }

    private static void spin(long nanos) {
        long startNanos = System.nanoTime();
        while (System.nanoTime() - startNanos < nanos) {
            Thread.onSpinWait();
        }
    }

    private static String readLine(BufferedReader output) {
        try {
            return output.readLine();
        } catch (IOException e) {
            // The killed process's pipe is closed by the platform's reaper.
            return null;
        }
    }

    /** Reads the directory as the next process will. */
    private void look(String when) throws IOException {
        try (FileMapStore store = FileMapStore.open(data)) {
            assertThat(store.list()).as(when).containsAll(kept.keySet());
            for (String map : store.list()) {
                SavedMap saved = store.load(map).orElseThrow();
                long changes = SavedChanges.of(saved.bytes());
                assertThat(changes).as(when + ": " + map).isGreaterThanOrEqualTo(kept.getOrDefault(map, 0L));
                kept.put(map, changes);
            }
        }
    }
}
