package dev.maptick.maps;

import dev.maptick.core.TickScheduler;
import dev.maptick.maps.tasks.BackgroundPool;
import org.jspecify.annotations.Nullable;

/**
 * What all maps of a host share.
 *
 * @param saving null for a host without a store
 * @param totals what was counted of its maps, by type
 */
record HostParts(
        TickScheduler scheduler,
        BackgroundPool tasks,
        @Nullable HostSaving saving,
        WorkTotals totals) {}
