package dev.maptick.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Plans are even, crowd no millisecond, move few, and are at rest once made. */
class PhasePlanTest {
    private static final long US = 1_000;
    private static final long MS = 1_000_000;
    private static final SlotGrid GRID = SlotGrid.of(50 * MS, MS / 4, true);

    /** Registrations of a period with their slots, and what came of a plan. */
    private static final class Case {
        private final SlotGrid grid;
        private final boolean[] fixed;
        private final PhasePlan plan;
        private final int[] from;
        private final int[] to;

        Case(SlotGrid grid, long[] costs, int[] from, boolean[] fixed) {
            this.grid = grid;
            this.from = from.clone();
            this.fixed = fixed;
            plan = new PhasePlan(grid, costs, fixed);
            to = plan.slots(from);
            check();
        }

        /** What holds for every plan. */
        private void check() {
            assertThat(plan.slots(to)).as("planned once more").isEqualTo(to);
            assertThat(plan.loads(to).meanNs()).isEqualTo(plan.loads(from).meanNs());
            int[] inMs = new int[(int) ((grid.periodNs() + MS - 1) / MS)];
            int[] fixedInMs = inMs.clone();
            for (int i = 0; i < to.length; i++) {
                int ms = (int) (grid.slotPhaseNs(to[i]) / MS);
                inMs[ms]++;
                fixedInMs[ms] += fixed[i] ? 1 : 0;
                if (fixed[i]) {
                    assertThat(to[i]).as("fixed").isEqualTo(from[i]);
                }
            }
            double most = 1.5 * to.length * MS / grid.periodNs() + 2;
            for (int ms = 0; ms < inMs.length; ms++) {
                assertThat(inMs[ms]).as("in ms %d", ms).isLessThanOrEqualTo((int) Math.max(most, fixedInMs[ms]));
            }
        }

        int moves() {
            int moves = 0;
            for (int i = 0; i < to.length; i++) {
                moves += from[i] == to[i] ? 0 : 1;
            }
            return moves;
        }

        double fullest() {
            return (double) plan.loads(to).maxNs() / plan.loads(to).meanNs();
        }

        double fullestBefore() {
            return (double) plan.loads(from).maxNs() / plan.loads(from).meanNs();
        }
    }

    private static long[] sorted(long[] costs) {
        Arrays.sort(costs);
        for (int i = 0; i < costs.length / 2; i++) {
            long swapped = costs[i];
            costs[i] = costs[costs.length - 1 - i];
            costs[costs.length - 1 - i] = swapped;
        }
        return costs;
    }

    /** One in twenty heavy, each in a random slot; the stagger fills by counts, which says nothing of who is heavy. */
    private static Case houses(SlotGrid grid, int maps, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        long[] costs = new long[maps];
        Arrays.setAll(costs, i -> i < maps / 20 ? 400 * US : 20 * US);
        Integer[] shuffled = new Integer[maps];
        Arrays.setAll(shuffled, i -> i);
        for (int i = maps - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            Integer swapped = shuffled[i];
            shuffled[i] = shuffled[other];
            shuffled[other] = swapped;
        }
        int[] from = new int[maps];
        Arrays.setAll(from, i -> shuffled[i] % grid.slots());
        return new Case(grid, costs, from, new boolean[maps]);
    }

    @ParameterizedTest
    @ValueSource(ints = {2_000, 4_000, 10_000, 50_000})
    @DisplayName("heavy maps that lie together come apart, and most others stay where they are")
    void houses(int maps) {
        for (long seed = 0; seed < 5; seed++) {
            Case houses = houses(GRID, maps, seed);
            assertThat(houses.fullest()).as("before %f", houses.fullestBefore()).isLessThan(1.15);
            assertThat(houses.moves()).as("moves of %d maps", maps).isLessThan(maps * 2 / 5);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1, 250, 300",
        "25, 250, 3000",
        "50, 500, 30",
        "50, 250, 190",
        "50, 1000, 2000",
        "50, 1, 3000",
        "250, 125, 700",
        "1000, 250, 9000",
        "3600000, 250, 5000",
    })
    @DisplayName("on any grid, with any costs, from any slots: even, uncrowded, and at rest once made")
    void anything(long periodMs, long slotUs, int maps) {
        SplittableRandom random = new SplittableRandom(periodMs * maps);
        for (int round = 0; round < 12; round++) {
            SlotGrid grid = SlotGrid.of(periodMs * MS, slotUs * US, true);
            long[] costs = new long[maps];
            boolean[] fixed = new boolean[maps];
            int[] from = new int[maps];
            for (int i = 0; i < maps; i++) {
                costs[i] = switch (round % 4) {
                    case 0 -> 0;
                    case 1 -> random.nextLong(MS);
                    case 2 -> (long) (10 * US / (1.0001 - random.nextDouble()));
                    default -> random.nextInt(50) == 0 ? 5 * MS : 250;
                };
                fixed[i] = round % 3 == 0 && random.nextInt(10) == 0;
                from[i] = round % 2 == 0 ? random.nextInt(grid.slots()) : random.nextInt(grid.slots()) / 4;
            }
            new Case(grid, sorted(costs), from, fixed);
        }
    }

    @Test
    @DisplayName("what is even already, or uneven by less than a new grid is worth, stays")
    void balancedStays() {
        SplittableRandom random = new SplittableRandom(4);
        long[] costs = new long[10_000];
        Arrays.setAll(costs, i -> 100 + random.nextLong(100));
        int[] from = new int[costs.length];
        Arrays.setAll(from, i -> i % GRID.slots());
        assertThat(new Case(GRID, sorted(costs), from, new boolean[costs.length]).moves())
                .isZero();
    }

    @Test
    @DisplayName("light maps that share few slots stay together, and only heavy ones among them move")
    void sharedSlotsStay() {
        long[] costs = new long[400];
        int[] from = new int[costs.length];
        Arrays.setAll(costs, i -> i < 20 ? 400 * US : 100 + i);
        // One slot in four, eight to a slot; the heavy ones two and two.
        Arrays.setAll(from, i -> 4 * (i < 20 ? i / 2 : (i - 20) % 50));
        Case all = new Case(GRID, costs, from, new boolean[costs.length]);
        assertThat(all.moves()).isBetween(10, 20);
        assertThat(all.plan.loads(all.to).maxNs()).isLessThan(410 * US);
        Arrays.setAll(costs, i -> 600 - i);
        assertThat(new Case(GRID, costs, from, new boolean[costs.length]).moves())
                .isZero();
    }

    @Test
    @DisplayName("one giant does not hide that others lie together")
    void giant() {
        long[] costs = new long[401];
        int[] from = new int[costs.length];
        Arrays.setAll(costs, i -> i == 0 ? 30 * MS : 400 * US);
        Arrays.setAll(from, i -> i == 0 ? 199 : i % 40);
        Case all = new Case(GRID, costs, from, new boolean[costs.length]);
        long[] after = all.plan.loads(all.to).descendingNs();
        assertThat(after[0]).isEqualTo(30 * MS);
        assertThat(after[1]).isEqualTo(3 * 400 * US);
        assertThat(all.to[0]).as("the giant's slot").isEqualTo(199);
    }

    @Test
    @DisplayName("others make room for those that can't move, as far as they can")
    void fixedOnesStay() {
        long[] costs = new long[1_000];
        boolean[] fixed = new boolean[1_000];
        int[] from = new int[1_000];
        Arrays.fill(costs, 50 * US);
        for (int i = 0; i < 300; i++) {
            fixed[i] = true;
            from[i] = i % 3 == 0 ? 17 : 90;
        }
        Arrays.setAll(from, i -> i < 300 ? from[i] : i % 2 == 0 ? 17 : 18);
        Case all = new Case(GRID, costs, from, fixed);
        assertThat(all.plan.loads(all.to).workNs(17)).isEqualTo(100 * 50 * US);
        assertThat(all.plan.loads(all.to).workNs(90)).isEqualTo(200 * 50 * US);
    }
}
