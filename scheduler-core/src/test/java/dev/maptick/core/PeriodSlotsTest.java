package dev.maptick.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Few maps take few slots, none of them late for it, and no millisecond is crowded whoever comes and goes. */
class PeriodSlotsTest {
    private static final long US = 1_000;
    private static final long MS = 1_000_000;
    private static final long SLOT = MS / 4;

    /** Registrations of one period as the stagger sees them, and what it made of them. */
    private static final class World {
        private final long periodNs;
        private final SlotGrid grid;
        private final SlotStagger stagger;
        private final List<long[]> maps = new ArrayList<>();
        private final Map<Long, Integer> inMs = new HashMap<>();

        World(long periodNs, long slotNs, long seed) {
            this.periodNs = periodNs;
            stagger = new SlotStagger(slotNs, true, seed);
            grid = stagger.grid(periodNs);
        }

        long open(long hintNs) {
            long phaseNs = stagger.phaseNanos(periodNs, hintNs);
            assertThat(phaseNs).isBetween(0L, periodNs - 1);
            entered(phaseNs, hintNs);
            return phaseNs;
        }

        void openFixed(long phaseNs, long hintNs) {
            stagger.taken(periodNs, phaseNs, hintNs);
            entered(phaseNs, hintNs);
        }

        private void entered(long phaseNs, long hintNs) {
            maps.add(new long[] {phaseNs, hintNs});
            inMs.merge(phaseNs / MS, 1, Integer::sum);
        }

        void close(int index) {
            long[] map = maps.remove(index);
            stagger.left(periodNs, map[0], map[1]);
            inMs.merge(map[0] / MS, -1, Integer::sum);
        }

        double mostAllowed() {
            return 1.5 * maps.size() * MS / periodNs + 2;
        }

        int inMs(long phaseNs) {
            return inMs.getOrDefault(phaseNs / MS, 0);
        }

        int fullestMs() {
            return inMs.values().stream().mapToInt(Integer::intValue).max().orElse(0);
        }

        int[] slots() {
            int[] counts = new int[grid.slots()];
            maps.forEach(map -> counts[grid.slotAt(map[0])]++);
            return counts;
        }

        int slotsInUse() {
            return (int) IntStream.of(slots()).filter(n -> n > 0).count();
        }
    }

    private static long hint(SplittableRandom random) {
        return switch (random.nextInt(6)) {
            case 0 -> random.nextLong(20 * US);
            case 1 -> random.nextLong(400 * US);
            case 2 -> random.nextInt(10) == 0 ? 30 * MS : 5 * US;
            default -> 0;
        };
    }

    @ParameterizedTest
    @CsvSource({
        "1000, 250",
        "1300, 250",
        "1900, 250",
        "2000, 125",
        "3700, 250",
        "25000, 250",
        "33333, 250",
        "50000, 125",
        "50000, 250",
        "50000, 500",
        "50000, 1000",
        "125000, 250",
        "250000, 250",
        "999999, 250",
        "1000000, 500",
        "1700000, 250",
        "5000000, 250",
        "3600000000, 250",
    })
    @DisplayName("while maps come, no millisecond has more than 1.5 times the mean and two")
    void noMillisecondIsCrowded(long periodUs, long slotUs) {
        for (long seed = 0; seed < 8; seed++) {
            World world = new World(periodUs * US, slotUs * US, seed);
            SplittableRandom random = new SplittableRandom(seed);
            for (int n = 1; n <= 1_500; n++) {
                long phaseNs = world.open(seed % 2 == 0 ? 0 : hint(random));
                if (world.inMs(phaseNs) > world.mostAllowed()) {
                    throw new AssertionError("seed %d: %d of %d maps in the ms of %d, allowed %f"
                            .formatted(seed, world.inMs(phaseNs), n, phaseNs, world.mostAllowed()));
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1, 250",
        "2, 250",
        "5, 125",
        "25, 250",
        "50, 125",
        "50, 250",
        "50, 500",
        "50, 1000",
        "125, 250",
        "250, 250",
        "1000, 250",
    })
    @DisplayName("whoever has left before, and whatever phases were fixed, a map that comes never crowds a millisecond")
    void noMillisecondIsCrowdedByWhoComes(long periodMs, long slotUs) {
        for (long seed = 0; seed < 20; seed++) {
            World world = new World(periodMs * MS, slotUs * US, seed);
            SplittableRandom random = new SplittableRandom(seed);
            boolean fixed = seed % 4 == 3;
            for (int step = 0; step < 3_000; step++) {
                // Waves: a world fills, and empties again, from one end of the period now and then.
                boolean leaves = !world.maps.isEmpty() && random.nextInt(10) < (step / 500 % 2 == 0 ? 2 : 7);
                if (leaves) {
                    int size = world.maps.size();
                    int one = random.nextInt(size);
                    int other = random.nextInt(size);
                    boolean earlier = world.maps.get(one)[0] < world.maps.get(other)[0];
                    world.close(step / 1_000 % 2 == 0 || earlier ? one : other);
                } else if (fixed && random.nextInt(5) == 0) {
                    world.openFixed(random.nextLong(world.periodNs) / (1 + random.nextInt(3)), hint(random));
                } else {
                    long phaseNs = world.open(hint(random));
                    if (world.inMs(phaseNs) > world.mostAllowed()) {
                        throw new AssertionError("seed %d, step %d: %d of %d maps in the ms of %d, allowed %f"
                                .formatted(
                                        seed,
                                        step,
                                        world.inMs(phaseNs),
                                        world.maps.size(),
                                        phaseNs,
                                        world.mostAllowed()));
                    }
                }
            }
            while (!world.maps.isEmpty()) {
                world.close(world.maps.size() - 1);
            }
            for (int i = 0; i < periodMs; i++) {
                world.open(0);
            }
            assertThat(world.fullestMs()).as("all empty again").isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 25, 50, 125, 250})
    @DisplayName("as long as they are few, the maps of a millisecond share one slot")
    void fewShareASlot(long periodMs) {
        World world = new World(periodMs * MS, SLOT, 3);
        int ms = (int) periodMs;
        for (int n = 1; n <= PeriodSlots.MOST_SHARING * ms; n++) {
            world.open(0);
            assertThat(world.slotsInUse()).as("slots of %d maps", n).isEqualTo(Math.min(n, ms));
            assertThat(world.fullestMs()).isEqualTo((n + ms - 1) / ms);
        }
        world.open(0);
        assertThat(world.slotsInUse()).isEqualTo(ms + 1);
    }

    @Test
    @DisplayName("the slot that opens next in a millisecond lies half-way between those in use")
    void slotsOpenFarApart() {
        World world = new World(MS, SLOT, 3);
        int share = PeriodSlots.MOST_SHARING;
        for (int[] expected : new int[][] {
            {share, 0, 0, 0}, {share, 0, share, 0}, {share, share, share, 0}, {share, share, share, share}
        }) {
            for (int i = 0; i < share; i++) {
                world.open(0);
            }
            assertThat(world.slots()).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 250", "50, 250", "50, 125", "50, 500", "250, 250", "50, 1000"})
    @DisplayName("many fill all slots evenly, as if they had come to all of them in turn")
    void manyFillAllSlots(long periodMs, long slotUs) {
        World world = new World(periodMs * MS, slotUs * US, 5);
        int slots = world.grid.slots();
        for (int round = 1; round <= 3 * PeriodSlots.MOST_SHARING; round++) {
            for (int i = 0; i < slots; i++) {
                world.open(0);
            }
            if (round >= PeriodSlots.MOST_SHARING) {
                int each = round;
                assertThat(IntStream.of(world.slots())).as("round %d", round).allMatch(n -> n == each);
            }
        }
    }

    @Test
    @DisplayName("a heavy map has a slot to itself as long as there is one, and light ones share another")
    void heavyMapsDoNotShare() {
        World heavy = new World(50 * MS, SLOT, 5);
        for (int n = 1; n <= 200; n++) {
            heavy.open(200 * US);
            assertThat(heavy.slotsInUse()).isEqualTo(n);
        }
        World mixed = new World(MS, SLOT, 5);
        mixed.open(150 * US);
        for (int i = 0; i < 5; i++) {
            mixed.open(US);
        }
        mixed.open(300 * US);
        mixed.open(US);
        assertThat(mixed.slots()).containsExactly(1, 1, 6, 0);
    }

    @ParameterizedTest
    @ValueSource(longs = {25, 50, 250})
    @DisplayName("maps that share a slot by choice are due one after the other: each when those before have run")
    void whoSharesIsOnTime(long periodMs) {
        for (long seed = 0; seed < 20; seed++) {
            World world = new World(periodMs * MS, SLOT, seed);
            SplittableRandom random = new SplittableRandom(seed);
            Map<Integer, Long> workNs = new HashMap<>();
            for (int n = 0; n < 4 * periodMs; n++) {
                long hintNs = 1 + random.nextLong(random.nextInt(4) == 0 ? 100 * US : 8 * US);
                long phaseNs = world.open(hintNs);
                int slot = world.grid.slotAt(phaseNs);
                long beforeNs = workNs.getOrDefault(slot, 0L);
                long dueNs = phaseNs - world.grid.slotPhaseNs(slot);
                assertThat(beforeNs - dueNs).as("waits for those before").isBetween(0L, SlotGrid.PLACE_NS - 1);
                workNs.merge(slot, hintNs, Long::sum);
            }
        }
    }

    @Test
    @DisplayName(
            "who comes after others have left goes to the millisecond with the fewest, though its slot is not the emptiest")
    void millisecondsGoFirst() {
        World world = new World(2 * MS, SLOT, 5);
        for (int i = 0; i < 4; i++) {
            world.openFixed(SLOT, 0);
        }
        world.openFixed(MS, 0);
        world.openFixed(MS, 0);
        assertThat(world.open(0)).isBetween(MS, MS + 64 * US);
        assertThat(world.open(0)).isBetween(MS, MS + 64 * US);
        assertThat(world.slots()).containsExactly(0, 4, 0, 0, 4, 0, 0, 0);
    }

    @Test
    void sameCallsSamePhases() {
        List<List<Long>> runs = new ArrayList<>();
        for (int run = 0; run < 2; run++) {
            World world = new World(50 * MS, SLOT, 9);
            SplittableRandom random = new SplittableRandom(4);
            for (int step = 0; step < 1_000; step++) {
                if (random.nextInt(3) == 0 && !world.maps.isEmpty()) {
                    world.close(random.nextInt(world.maps.size()));
                } else {
                    world.open(hint(random));
                }
            }
            runs.add(world.maps.stream().map(map -> map[0]).toList());
        }
        assertThat(runs.get(0)).isEqualTo(runs.get(1));
    }
}
