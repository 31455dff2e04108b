package dev.maptick.server.demo;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.maptick.core.SettingsException;
import dev.maptick.core.WaitMode;
import dev.maptick.server.tiled.DrawnMap;
import dev.maptick.server.tiled.ShippedWorlds;
import dev.maptick.server.world.WorldPlans;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemoryCheckTest {
    private static final long MB = 1L << 20;
    private static final WorldPlans SHIPPED = new WorldPlans(
            List.of(ShippedWorlds.load("house-small"), ShippedWorlds.load("house-tavern")),
            List.of(ShippedWorlds.load("dungeon")));

    @Test
    void theShippedWorldFitsIntoASmallHeap() {
        assertThatCode(() -> MemoryCheck.check(settings(2_000, 2), SHIPPED, 64 * MB))
                .doesNotThrowAnyException();
        assertThatCode(() -> MemoryCheck.check(settings(0, 0), SHIPPED, MB)).doesNotThrowAnyException();
    }

    @Test
    void saysAboutHowManyFit() {
        assertThatThrownBy(() -> MemoryCheck.check(settings(200_000, 2), SHIPPED, 512 * MB))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("--houses = 200000, allowed: about 0..")
                .hasMessageContaining("heap of 512 MB");
        assertThatThrownBy(() -> MemoryCheck.check(settings(10, 1_000), SHIPPED, 64 * MB))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("--dungeons = 1000, allowed: about 0..");
    }

    @Test
    void countsWhatALargePlanTakesInEveryHouse() {
        String row = ".".repeat(1_000);
        WorldPlans large = new WorldPlans(
                List.of(DrawnMap.ofRows(Collections.nCopies(1_000, row).toArray(String[]::new))), SHIPPED.dungeons());

        assertThatThrownBy(() -> MemoryCheck.check(settings(2_000, 2), large, 4_096 * MB))
                .isInstanceOf(SettingsException.class);
        assertThatCode(() -> MemoryCheck.check(settings(500, 2), large, 4_096 * MB))
                .doesNotThrowAnyException();
    }

    private static DemoSettings settings(int houses, int dungeons) {
        return new DemoSettings(
                houses,
                dungeons,
                null,
                2,
                WaitMode.BALANCED,
                null,
                0,
                1,
                Duration.ofSeconds(10),
                null,
                Duration.ofSeconds(10));
    }
}
