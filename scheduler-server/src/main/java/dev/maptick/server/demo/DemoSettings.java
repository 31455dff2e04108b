package dev.maptick.server.demo;

import dev.maptick.core.SettingsCheck;
import dev.maptick.core.SettingsException;
import dev.maptick.core.WaitMode;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a demo is to be, checked. Immutable.
 *
 * @param houses house maps
 * @param dungeons dungeon maps
 * @param pool threads of the pool, or null for the scheduler's own default
 * @param dedicated dedicated threads
 * @param waitMode how the threads wait
 * @param runFor how long to run once all maps are open, or null for until stopped
 * @param port HTTP port, 0 for any free one
 * @param seed of the world and of the stagger
 * @param limit the longest a stop may take
 * @param data where state is kept, or null to keep none
 * @param saveEvery the time from one save of a map to its next
 */
record DemoSettings(
        int houses,
        int dungeons,
        @Nullable Integer pool,
        int dedicated,
        WaitMode waitMode,
        @Nullable Duration runFor,
        int port,
        long seed,
        Duration limit,
        @Nullable Path data,
        Duration saveEvery) {

    static final String HOUSES_ALLOWED = "0..200000";
    static final String DUNGEONS_ALLOWED = "0..1000";
    static final String POOL_ALLOWED = "1..1024";
    static final String DEDICATED_ALLOWED = "0..1024";
    static final String WAIT_ALLOWED = "efficient, balanced or precise";
    static final String PORT_ALLOWED = "0..65535 (0 = any free one)";

    /**
     * Checks all of them.
     *
     * @throws SettingsException naming every bad one, what was found and what is allowed
     */
    static DemoSettings read(
            String houses,
            String dungeons,
            @Nullable String pool,
            String dedicated,
            String waitMode,
            @Nullable String runFor,
            String port,
            String seed,
            String limit,
            @Nullable String data,
            String saveEvery) {
        SettingsCheck check = new SettingsCheck();
        SettingText text = new SettingText(check);
        DemoSettings settings = new DemoSettings(
                text.whole("--houses", houses, 0, 200_000, HOUSES_ALLOWED),
                text.whole("--dungeons", dungeons, 0, 1_000, DUNGEONS_ALLOWED),
                pool == null ? null : text.whole("--pool", pool, 1, 1_024, POOL_ALLOWED),
                text.whole("--dedicated", dedicated, 0, 1_024, DEDICATED_ALLOWED),
                text.oneOf("--wait", waitMode, WaitMode.values(), WAIT_ALLOWED),
                runFor == null ? null : text.duration("--for", runFor, Duration.ofMillis(1)),
                text.whole("--port", port, 0, 65_535, PORT_ALLOWED),
                text.any("--seed", seed),
                text.duration("--limit", limit, Duration.ZERO),
                data == null ? null : text.path("--data", data),
                text.duration("--save-every", saveEvery, Duration.ofMillis(100), Duration.ofHours(24)));
        check.throwIfAny();
        return settings;
    }
}
