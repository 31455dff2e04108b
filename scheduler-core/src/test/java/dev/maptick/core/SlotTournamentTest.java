package dev.maptick.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SlotTournamentTest {
    private static final int STEPS = 5_000;

    /** A change goes no further up than it matters; a tournament made anew knows nothing of what was before. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 50, 64, 200})
    void afterAnyChangesTheBestIsThatOfATournamentMadeAnew(int count) {
        SplittableRandom random = new SplittableRandom(count);
        int[] fill = new int[count];
        SlotTournament kept = tournament(count, fill);
        for (int i = 0; i < STEPS; i++) {
            if (random.nextInt(4) == 0) {
                int first = random.nextInt(count);
                int second = random.nextInt(count);
                // Two at once, as where several slots share what makes them full.
                fill[first] = random.nextInt(4);
                fill[second] = random.nextInt(4);
                kept.changed(first);
                kept.changed(second);
            } else {
                int slot = random.nextBoolean() ? kept.best() : random.nextInt(count);
                fill[slot] += slot == kept.best() ? 1 : -Math.min(1, fill[slot]);
                kept.changed(slot);
            }
            assertEquals(tournament(count, fill).best(), kept.best(), "step " + i + " of seed " + count);
        }
    }

    private static SlotTournament tournament(int count, int[] fill) {
        return new SlotTournament(
                count, 7, (slot, other) -> Integer.compare(fill[slot], fill[other]), slot -> fill[slot]);
    }
}
