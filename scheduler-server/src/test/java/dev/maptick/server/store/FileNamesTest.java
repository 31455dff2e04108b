package dev.maptick.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.core.Names;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FileNamesTest {
    @ParameterizedTest
    @CsvSource({
        "house-17, m-house-17",
        "House, m-%48ouse",
        "../etc, m-%2E%2E%2Fetc",
        "con, m-con",
        "a%41, m-a%2541",
        "ü, m-%C3%BC",
    })
    void keepsOnlyWhatIsSafe(String name, String file) {
        assertThat(FileNames.of(name)).isEqualTo(file);
        assertThat(FileNames.mapName(file)).isEqualTo(name);
    }

    @Test
    void cutsLongNamesAndTellsThemApart() {
        String first = FileNames.of("😀".repeat(127) + "a");
        String second = FileNames.of("😀".repeat(127) + "b");

        assertThat(first).hasSize(133).contains("~").isNotEqualTo(second);
        assertThat(FileNames.mapName(first)).isNull();
        assertThat(FileNames.isMade(first)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"m-%zz", "m-%4", "m-House", "m-%41%", "m-%61", "m-%ff", "m-~00", "m-a.b", "m-%FF"})
    void findsNoNameInWhatItNeverWrote(String file) {
        assertThat(FileNames.mapName(file)).isNull();
        assertThat(FileNames.isMade(file)).isFalse();
    }

    @Test
    void randomNamesNeverMeetEvenWhereCapitalsAreFolded() {
        long seed = 815;
        SplittableRandom random = new SplittableRandom(seed);
        Map<String, String> names = new HashMap<>();
        for (int i = 0; i < 20_000; i++) {
            String name = randomName(random);
            String file = FileNames.of(name);
            assertThat(file).as("seed %s", seed).matches("m-[a-z0-9_%A-F~-]+").hasSizeLessThanOrEqualTo(150);
            String before = names.put(file.toLowerCase(Locale.ROOT), name);
            assertThat(before == null || before.equals(name))
                    .as("%s and %s, seed %s", before, name, seed)
                    .isTrue();
            assertThat(FileNames.isMade(file)).as(file).isTrue();
            String back = FileNames.mapName(file);
            assertThat(back == null ? file.contains("~") : back.equals(name))
                    .as(name)
                    .isTrue();
        }
    }

    private static String randomName(SplittableRandom random) {
        StringBuilder out = new StringBuilder();
        do {
            out.setLength(0);
            int length = 1 + random.nextInt(random.nextInt(10) == 0 ? 128 : 3);
            for (int i = 0; i < length; i++) {
                out.appendCodePoint(
                        random.nextInt(4) == 0 ? 33 + random.nextInt(0x2000) : "aA%/.~b2-".charAt(random.nextInt(9)));
            }
        } while (!Names.isValid(out.toString()));
        return out.toString();
    }
}
