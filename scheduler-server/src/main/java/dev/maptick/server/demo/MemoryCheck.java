package dev.maptick.server.demo;

import dev.maptick.core.SettingsCheck;
import dev.maptick.core.SettingsException;
import dev.maptick.server.world.MemoryNeed;
import dev.maptick.server.world.WorldPlans;
import java.util.Locale;

/** Refuses a world that the heap cannot hold, before anything is started. Pure functions. */
final class MemoryCheck {
    private static final double SHARE_FOR_MAPS = 0.75;
    private static final long MEGABYTE = 1L << 20;

    private MemoryCheck() {}

    /**
     * Holds a world against a heap.
     *
     * @throws SettingsException naming what is too much and about how much of it fits
     */
    static void check(DemoSettings settings, WorldPlans plans, long heapBytes) {
        SettingsCheck check = new SettingsCheck();
        long room = (long) (SHARE_FOR_MAPS * heapBytes);
        long forDungeons = settings.dungeons() * MemoryNeed.ofDungeon(plans);
        long forHouses = settings.houses() * MemoryNeed.ofHouse(plans);
        if (forDungeons > room) {
            tooMany(check, "--dungeons", settings.dungeons(), room / MemoryNeed.ofDungeon(plans), heapBytes);
        } else if (forHouses > room - forDungeons) {
            tooMany(check, "--houses", settings.houses(), (room - forDungeons) / MemoryNeed.ofHouse(plans), heapBytes);
        }
        check.throwIfAny();
    }

    private static void tooMany(SettingsCheck check, String setting, int found, long fits, long heapBytes) {
        check.bad(
                setting,
                Integer.toString(found),
                String.format(
                        Locale.ROOT,
                        "about 0..%d on these floor plans in a heap of %d MB (more heap: MAPTICK_JAVA_OPTS=-Xmx8g)",
                        fits,
                        heapBytes / MEGABYTE));
    }
}
