package dev.maptick.bench.fork;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;

class MeasuredMapTest {
    private static final long HOUR_NS = 3_600_000_000_000L;

    private final Window window = new Window();
    private final Tallies tallies = new Tallies();
    private final LongAdder workNs = new LongAdder();
    private final long now = System.nanoTime();

    private MeasuredMap map(long periodNs) {
        return new MeasuredMap(window, tallies, workNs, 3, true, periodNs, now);
    }

    @Test
    void countsNothingOutsideTheWindow() {
        MeasuredMap map = map(HOUR_NS);
        map.tick(now);

        assertThat(map.executed()).isZero();
        assertThat(tallies.sum().count()).isZero();
        assertThat(workNs.sum()).isZero();
    }

    @Test
    void theTimeInWorkCountsAndWithoutWorkThereIsNone() {
        window.set(now - HOUR_NS, 2 * HOUR_NS);
        new MeasuredMap(window, tallies, workNs, 0, true, 10, now).tick(now);
        assertThat(workNs.sum()).isZero();

        new MeasuredMap(window, tallies, workNs, 100_000, true, 10, now).tick(now);
        assertThat(workNs.sum()).isPositive();
    }

    @Test
    void countsGridPointsPassedOver() {
        window.set(now - HOUR_NS, 2 * HOUR_NS);
        MeasuredMap map = map(10);
        map.tick(now - 100);
        map.tick(now - 90);
        map.tick(now - 50);

        assertThat(map.executed()).isEqualTo(3);
        assertThat(map.skipped()).isEqualTo(3);
        assertThat(map.offGrid()).isZero();
        assertThat(tallies.sum().count()).isEqualTo(3);
    }

    @Test
    void seesTicksOffTheGridEarlyOnesAndBursts() {
        window.set(now - HOUR_NS, 3 * HOUR_NS);
        MeasuredMap map = map(HOUR_NS);
        map.tick(now + HOUR_NS);
        map.tick(now + HOUR_NS + 1);

        assertThat(map.early()).isEqualTo(2);
        assertThat(map.offGrid()).isEqualTo(1);
        assertThat(map.bursts()).isEqualTo(1);
    }

    @Test
    void countsDuePointsOnTheGridThatTheTicksShow() {
        window.set(1_000, 100);

        assertThat(window.pointsOf(1_000, 10)).isEqualTo(10);
        assertThat(window.pointsOf(1_001, 10)).isEqualTo(10);
        assertThat(window.pointsOf(-3, 30)).isEqualTo(3);
        assertThat(window.pointsOf(1_099, 100)).isEqualTo(1);
        assertThat(window.pointsOf(5, 1_000)).isEqualTo(1);
        assertThat(window.pointsOf(205, 1_000)).isZero();
    }

    @Test
    void theWindowIsClosedAtItsEnd() {
        window.set(Long.MAX_VALUE - 5, 10);

        assertThat(window.contains(Long.MAX_VALUE - 6)).isFalse();
        assertThat(window.contains(Long.MAX_VALUE - 5)).isTrue();
        assertThat(window.contains(Long.MIN_VALUE + 3)).isTrue();
        assertThat(window.contains(Long.MIN_VALUE + 4)).isFalse();
    }

    @Test
    void sharesAreOfWhatIsWatchedAndDue() {
        window.set(now - HOUR_NS, 2 * HOUR_NS);
        MeasuredMap ran = map(HOUR_NS);
        ran.tick(now - HOUR_NS);
        ran.tick(now);
        MeasuredMap stood = map(HOUR_NS);
        MeasuredMap unwatched = new MeasuredMap(window, tallies, workNs, 3, false, HOUR_NS, now);

        assertThat(Sums.fairness(List.of(ran, stood, unwatched)).jain()).isEqualTo(0.5);
        assertThat(Sums.fairness(List.of()).jain()).isEqualTo(1);
        assertThat(Sums.fairness(List.of()).worstGapNs()).isZero();
    }
}
