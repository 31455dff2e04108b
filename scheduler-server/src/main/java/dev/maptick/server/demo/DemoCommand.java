package dev.maptick.server.demo;

import dev.maptick.server.store.FileMapStore;
import dev.maptick.server.world.WorldPlans;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code maptick demo}. Options are taken as text, so that every bad one is told in one message, text in place of a number
 * included.
 */
@Command(
        name = "demo",
        description = {
            "Runs a world of house maps (50 ms a tick, on the shared pool) and dungeon maps (25 ms, each on a dedicated"
                    + " thread), shows how it goes every second, and reports at the end.",
            "Visitors come and go; a house with nobody inside falls asleep. With --data the maps' state is kept.",
            "It ends after --for, or on Ctrl-C or SIGTERM, by stopping every map through its last tick.",
            ""
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:ran and stopped clean, after Ctrl-C or SIGTERM too",
            "1:could not run (port taken, saved state of another floor plan), did not stop inside --limit, or a count does not add up",
            "2:unknown option, bad setting, or a floor plan or --data directory that cannot be used"
        })
public final class DemoCommand implements Callable<Integer> {
    private final PrintStream out;
    private final StopSignal signal;

    @Option(
            names = "--houses",
            paramLabel = "N",
            description = "House maps, " + DemoSettings.HOUSES_ALLOWED + ". Default: ${DEFAULT-VALUE}.")
    private String houses = "2000";

    @Option(
            names = "--dungeons",
            paramLabel = "M",
            description = "Dungeon maps, " + DemoSettings.DUNGEONS_ALLOWED + ". Default: ${DEFAULT-VALUE}.")
    private String dungeons = "2";

    @Option(
            names = "--pool",
            paramLabel = "P",
            description = "Threads of the shared pool, " + DemoSettings.POOL_ALLOWED
                    + ". Default: processors less three, at least one.")
    private @Nullable String pool;

    @Option(
            names = "--dedicated",
            paramLabel = "D",
            description = "Dedicated threads, " + DemoSettings.DEDICATED_ALLOWED
                    + "; a dungeon beyond them runs in the pool. Default: ${DEFAULT-VALUE}.")
    private String dedicated = "2";

    @Option(
            names = "--wait",
            paramLabel = "MODE",
            description = "What being on time may cost: " + DemoSettings.WAIT_ALLOWED + ". Default: ${DEFAULT-VALUE}.")
    private String wait = "balanced";

    @Option(
            names = "--for",
            paramLabel = "TIME",
            description = "How long to run once all maps are open, as in 30s, 5m, 250ms. Default: until stopped.")
    private @Nullable String runFor;

    @Option(
            names = "--map",
            paramLabel = "FILE",
            description = "A Tiled map (.tmj) for the houses in place of the shipped ones; may be given several times.")
    private List<Path> maps = new ArrayList<>();

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description =
                    "HTTP port on the loopback address, " + DemoSettings.PORT_ALLOWED + ". Default: ${DEFAULT-VALUE}.")
    private String port = "8090";

    @Option(
            names = "--seed",
            paramLabel = "SEED",
            description = "Any whole number; the same seed makes the same world. Default: ${DEFAULT-VALUE}.")
    private String seed = "1";

    @Option(
            names = "--limit",
            paramLabel = "TIME",
            description = "The longest a stop may take, as in 10s, or 0s. Default: ${DEFAULT-VALUE}.")
    private String limit = "10s";

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Where the maps' state is kept: loaded at the start, saved while it runs and at the end."
                    + " Default: nothing is kept.")
    private @Nullable String data;

    @Option(
            names = "--save-every",
            paramLabel = "TIME",
            description = "With --data, the time from one save of a changed map to its next, 100ms to 24h."
                    + " Default: ${DEFAULT-VALUE}.")
    private String saveEvery = "10s";

    @Option(
            names = "--worlds",
            paramLabel = "DIR",
            description = "Where house*.tmj and dungeon*.tmj are. Default: the worlds directory beside the launcher.")
    private Path worlds = Path.of(System.getProperty("maptick.home", ""), "worlds");

    /**
     * The command.
     *
     * @param out where live line and report go
     * @param signal what may ask it to stop, or has done so already
     */
    public DemoCommand(PrintStream out, StopSignal signal) {
        this.out = out;
        this.signal = signal;
    }

    @Override
    public Integer call() {
        DemoSettings settings =
                DemoSettings.read(houses, dungeons, pool, dedicated, wait, runFor, port, seed, limit, data, saveEvery);
        WorldPlans plans = DemoPlans.load(worlds, maps);
        MemoryCheck.check(settings, plans, Runtime.getRuntime().maxMemory());
        Path kept = settings.data();
        if (kept == null) {
            return new DemoRun(settings, plans, out, null).run(signal);
        }
        try (FileMapStore store = FileMapStore.open(kept)) {
            return new DemoRun(settings, plans, out, store).run(signal);
        } catch (IOException e) {
            throw new CannotRunException("--data " + kept + " cannot be used: " + e, e);
        }
    }
}
