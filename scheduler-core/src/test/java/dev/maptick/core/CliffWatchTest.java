package dev.maptick.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.core.CliffWatch.Change;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CliffWatchTest {
    private final CliffWatch watch = new CliffWatch();

    @ParameterizedTest
    @CsvSource({
        // ticks of so many ms on 50, so many skipped
        "51, 1, true",
        "80, 1, true",
        "81, 1, false",
        "99, 1, false",
        "101, 2, true",
        "390, 7, false",
        // late, not long
        "46, 1, false",
        "50, 0, false",
    })
    void isOver(long durationMs, long skipped, boolean over) {
        assertThat(CliffWatch.isOver(durationMs * 1_000_000, 50_000_000, skipped))
                .isEqualTo(over);
    }

    @Test
    @DisplayName("five in a row begin it, as many good ones as it is deep end it, and it is told once")
    void begins() {
        for (int i = 1; i < 100; i++) {
            assertThat(watch.ticked(true)).isEqualTo(i == 5 ? Change.BEGAN : Change.NONE);
        }
        for (int i = 1; i <= 20; i++) {
            assertThat(watch.isWatching()).isTrue();
            assertThat(watch.ticked(false)).isEqualTo(i == 20 ? Change.ENDED : Change.NONE);
        }
        assertThat(watch.isWatching()).isFalse();
    }

    @Test
    @DisplayName("every other tick is enough, one in three is not")
    void someOfThem() {
        CliffWatch third = new CliffWatch();
        Change[] seen = {Change.NONE};
        for (int i = 0; i < 300; i++) {
            assertThat(third.ticked(i % 3 == 0)).isEqualTo(Change.NONE);
            Change change = watch.ticked(i % 2 == 0);
            seen[0] = change == Change.NONE ? seen[0] : change;
        }
        assertThat(seen[0]).isEqualTo(Change.BEGAN);
    }
}
