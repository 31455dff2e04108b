package dev.maptick.bench.fork;

import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.bench.result.Capacity;
import dev.maptick.bench.result.Counts;
import dev.maptick.bench.result.Cpu;
import dev.maptick.bench.result.Fairness;
import dev.maptick.bench.result.Lateness;
import dev.maptick.bench.result.Measures;
import dev.maptick.bench.result.Memory;
import dev.maptick.bench.result.Parameters;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CapacitySearchTest {
    /** What is refused is measured twice. */
    private static final int MOST_WINDOWS = 40;

    private static final long PERIOD_NS = 25_000_000;
    private static final int NO_LIMIT = Integer.MAX_VALUE;

    private static Parameters load(int maps) {
        return new Parameters(maps, PERIOD_NS, 1, 0, 0, 0, 0, 0, 0, 1, 1);
    }

    /** A contender that runs so many maps, and of more a share of that. */
    private static CapacitySearch.Step holding(int maps, double under) {
        return parameters -> {
            boolean holds = parameters.maps() <= maps;
            long due = 40L * parameters.maps();
            long executed = holds ? due : (long) (40 * maps * under);
            return new Measures(
                    1,
                    new Counts(executed, due, due - executed, 0, 0),
                    new Cpu(1, 1, null, null, 1),
                    new Lateness(executed, 1, 1, holds ? 1 : 2 * PERIOD_NS, 1, 1),
                    new Fairness(1, 0),
                    new Memory(null, null),
                    null,
                    null,
                    null);
        };
    }

    private static Capacity found(int start, int maps, double under) throws InterruptedException {
        return Objects.requireNonNull(
                Objects.requireNonNull(new CapacitySearch(load(start), NO_LIMIT, holding(maps, under)).run())
                        .capacity());
    }

    @Test
    void findsTheEdgeFromAboveAndFromBelow() throws InterruptedException {
        for (int maps : new int[] {40, 999, 25_000, 99_000, 150_000, 700_000}) {
            for (double under : new double[] {0.3, 0.8, 1}) {
                Capacity capacity = found(100_000, maps, under);

                assertThat(capacity.ticksPerSecond())
                        .as("%s maps held, %s under load", maps, under)
                        .isBetween(40.0 * maps / 1.08, 40.0 * maps);
                assertThat(capacity.refusedTicksPerSecond()).isGreaterThan(40.0 * maps);
                assertThat(capacity.steps()).isLessThan(MOST_WINDOWS);
            }
        }
    }

    @Test
    void endsHoweverFewAreHeld() throws InterruptedException {
        for (int maps = 23; maps <= 60; maps++) {
            Capacity capacity = found(61, maps, 1);

            assertThat(capacity.ticksPerSecond()).as("%s maps held", maps).isBetween(40.0 * maps / 1.08, 40.0 * maps);
            assertThat(capacity.steps()).isLessThan(MOST_WINDOWS);
        }
    }

    @Test
    void oneStallRefusesNothing() throws InterruptedException {
        Set<Integer> tried = new HashSet<>();
        CapacitySearch.Step stalled = holding(1, 1);
        CapacitySearch.Step quiet = holding(25_000, 1);
        Measures best = new CapacitySearch(
                        load(10_000),
                        NO_LIMIT,
                        parameters -> (tried.add(parameters.maps()) ? stalled : quiet).measure(parameters))
                .run();

        Capacity capacity = Objects.requireNonNull(Objects.requireNonNull(best).capacity());
        assertThat(capacity.ticksPerSecond()).isBetween(40.0 * 25_000 / 1.08, 40.0 * 25_000);
    }

    @Test
    void whoHoldsEverythingIsStoppedAtTheLimit() throws InterruptedException {
        Measures best = new CapacitySearch(load(1_000), 5_000, holding(NO_LIMIT, 1)).run();

        Capacity capacity = Objects.requireNonNull(Objects.requireNonNull(best).capacity());
        assertThat(capacity.ticksPerSecond()).isEqualTo(5_000 * 40.0);
        assertThat(capacity.refusedTicksPerSecond()).isNull();
    }

    @Test
    void whoHoldsNothingHasNoCapacity() throws InterruptedException {
        assertThat(new CapacitySearch(load(1_000), NO_LIMIT, holding(1, 1)).run())
                .isNull();
    }
}
