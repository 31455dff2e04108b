package dev.maptick.maps.save;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackoffTest {
    @ParameterizedTest
    @CsvSource({
        "100, 1000, 1, 100",
        "100, 1000, 2, 200",
        "100, 1000, 4, 800",
        "100, 1000, 5, 1000",
        "100, 1000, 100, 1000",
        "1, 9223372036854775807, 63, 4611686018427387904",
        "1, 9223372036854775807, 64, 9223372036854775807",
        "3, 9223372036854775807, 63, 9223372036854775807",
    })
    void doublesUpToTheLimit(long first, long max, int failed, long expected) {
        assertThat(new Backoff(first, max).afterNs(failed)).isEqualTo(expected);
    }
}
