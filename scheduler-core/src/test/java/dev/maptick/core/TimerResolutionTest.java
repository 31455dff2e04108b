package dev.maptick.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What can be seen of {@link TimerResolution} anywhere: the one sleeping thread comes and goes, on Windows alone. */
final class TimerResolutionTest {
    @Test
    void onWindowsOneDaemonThreadSleepsUntilTheEnd() {
        TimerResolution resolution = new TimerResolution("Windows 11");
        resolution.begin();
        resolution.begin();
        assertThat(sleepers()).isEqualTo(1);
        resolution.end();
        resolution.end();
        // It is waited for a second at most, and may find no processor for longer.
        CoreFixture.eventually("none sleeps", () -> sleepers() == 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Linux", "Mac OS X", ""})
    void elsewhereThereIsNone(String osName) {
        TimerResolution resolution = new TimerResolution(osName);
        resolution.begin();
        assertThat(sleepers()).isZero();
        resolution.end();
    }

    private static long sleepers() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(t -> t.getName().equals("maptick-timer-resolution"))
                .filter(Thread::isDaemon)
                .count();
    }
}
