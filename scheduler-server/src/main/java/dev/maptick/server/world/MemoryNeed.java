package dev.maptick.server.world;

import dev.maptick.server.tiled.FloorPlan;
import java.util.List;

/**
 * About how much memory a world's maps take, so that one that cannot fit is refused and not begun. Rounded up a
 * little: houses on the shipped plans came to 14.5 kB each after half a minute, and to 15.7 kB by this. Pure functions.
 */
public final class MemoryNeed {
    private static final long BYTES_PER_MAP = 5_120;
    private static final long BYTES_PER_WALKER = 160;

    /** A search's mark and a path's tile are four bytes each; a path seldom turns back more than once. */
    private static final long BYTES_PER_TILE = 4;

    private static final int WALKERS_PER_RESIDENT_OF_HOUSE = 3;

    private MemoryNeed() {}

    /**
     * What one house takes, on average over the plans that houses are drawn on in turn.
     *
     * @param plans the world's plans
     * @return bytes
     */
    public static long ofHouse(WorldPlans plans) {
        return mean(plans.houses(), WALKERS_PER_RESIDENT_OF_HOUSE);
    }

    /**
     * What one dungeon takes, on average over the plans that dungeons are drawn on in turn.
     *
     * @param plans the world's plans
     * @return bytes
     */
    public static long ofDungeon(WorldPlans plans) {
        return mean(plans.dungeons(), DungeonMap.PACK);
    }

    private static long mean(List<FloorPlan> plans, int walkersPerResident) {
        long sum = 0;
        for (FloorPlan plan : plans) {
            long tiles = (long) plan.width() * plan.height();
            long path = 2L * (plan.width() + plan.height());
            long walkers = 1L + (long) walkersPerResident * plan.residents().size();
            sum += BYTES_PER_MAP + BYTES_PER_TILE * tiles + walkers * (BYTES_PER_WALKER + BYTES_PER_TILE * path);
        }
        return sum / plans.size();
    }
}
