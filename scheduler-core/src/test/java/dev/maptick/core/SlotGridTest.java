package dev.maptick.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Places and phases are told from each other both ways, for every period. */
class SlotGridTest {
    @ParameterizedTest
    @CsvSource({
        "50000000, 250000, true",
        "50000000, 250000, false",
        "25000000, 125000, true",
        "33333333, 250000, true",
        "16666667, 250000, true",
        "1000000, 250000, true",
        "1000001, 1000000, true",
        "1000000000, 250000, true",
        "3600000000000, 250000, true",
        "7, 1, true",
    })
    void everyPlaceIsFoundByItsPhase(long period, long slot, boolean places) {
        SlotGrid grid = SlotGrid.of(period, slot, places);
        long before = -1;
        for (int place = 0; place < grid.count(); place++) {
            long phase = grid.phaseNs(place);
            if (phase <= before || phase >= period) {
                throw new AssertionError(grid + ": place " + place + " at " + phase);
            }
            before = phase;
            check(grid, place, phase);
            checkHasPlace(grid, slot, places, phase);
        }
        assertThat(grid.placeNotBefore(before + 1)).isEqualTo(grid.count());
    }

    private static void checkHasPlace(SlotGrid grid, long slot, boolean places, long phase) {
        for (long near = Math.max(0, phase - 1); near <= Math.min(phase + 1, grid.periodNs() - 1); near++) {
            if (SlotGrid.hasPlace(near, grid.periodNs(), slot, places) != (grid.placeAt(near) >= 0)) {
                throw new AssertionError(grid + ": whether phase " + near + " is a place");
            }
        }
    }

    private static void check(SlotGrid grid, int place, long phase) {
        if (grid.placeAt(phase) != place
                || grid.placeNotBefore(phase) != place
                || grid.placeNotAfter(phase) != place
                || grid.slotAt(phase) != place / grid.places()) {
            throw new AssertionError(grid + ": place " + place + " at " + phase);
        }
        long next = phase + 1;
        boolean taken = place + 1 < grid.count() && grid.phaseNs(place + 1) == next;
        if (next < grid.periodNs() && !taken) {
            if (grid.placeAt(next) != -1
                    || grid.placeNotAfter(next) != place
                    || grid.placeNotBefore(next) != place + 1) {
                throw new AssertionError(grid + ": after place " + place + " at " + phase);
            }
        }
    }
}
