package dev.maptick.server.demo;

import dev.maptick.core.SettingsCheck;
import dev.maptick.server.world.WorldPlans;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Reads the demo's floor plans. */
final class DemoPlans {
    private DemoPlans() {}

    /**
     * Reads them.
     *
     * @throws dev.maptick.server.tiled.FloorPlanException naming the file that cannot be used, the element and the reason
     * @throws dev.maptick.core.SettingsException when the directory has no plans
     */
    static WorldPlans load(Path worlds, List<Path> own) {
        try {
            return WorldPlans.load(worlds, own);
        } catch (IOException e) {
            SettingsCheck check = new SettingsCheck();
            check.bad("--worlds", worlds.toString(), "a directory of floor plans (" + e.getMessage() + ")");
            check.throwIfAny();
            throw new AssertionError("unreachable", e);
        }
    }
}
