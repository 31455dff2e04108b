package dev.maptick.server.demo;

import dev.maptick.maps.save.MapStore;
import dev.maptick.server.ExitCode;
import dev.maptick.server.report.GridCheck;
import dev.maptick.server.report.RunReport;
import dev.maptick.server.report.RunSummary;
import dev.maptick.server.report.StopReport;
import dev.maptick.server.world.ReplicationCounts;
import dev.maptick.server.world.WorldPlans;
import java.io.PrintStream;
import org.jspecify.annotations.Nullable;

/** One run of the demo, from start to report. One thread. */
final class DemoRun {
    private final DemoSettings settings;
    private final DemoServer server;
    private final Console console;

    /** A run that is not started; without a store nothing is kept. The store is not closed. */
    DemoRun(DemoSettings settings, WorldPlans plans, PrintStream out, @Nullable MapStore store) {
        this.settings = settings;
        server = new DemoServer(settings, plans, store);
        console = new Console(out);
    }

    /** Runs to the end, which is at once if the stop is asked for already; returns the exit code. */
    int run(StopSignal signal) {
        signal.allow(settings.limit());
        if (signal.isAsked()) {
            console.say("stopped before any map was open");
            return ExitCode.OK;
        }
        server.start();
        return runStarted(signal);
    }

    private int runStarted(StopSignal signal) {
        StopReport stop;
        Recorder recorder = new Recorder(server, console);
        try {
            greet();
            open(recorder, signal);
            recorder.watch(settings.runFor(), signal);
        } finally {
            recorder.end();
            console.say("stopping " + server.maps().size() + " maps");
            stop = server.stop(settings.limit());
        }
        RunSummary summary = summary(recorder, stop, signal);
        console.say("");
        console.print(RunReport.of(summary));
        return summary.isGood() ? ExitCode.OK : ExitCode.FAILED;
    }

    private void greet() {
        console.say("maptick demo");
        console.say("threads   " + server.scheduler().threadPlan());
        console.say("address   " + server.address() + "  (/metrics, /health/live, /health/ready, /api/v1/maps)");
        console.say("world     " + settings.houses() + " houses, " + settings.dungeons() + " dungeons, seed "
                + settings.seed());
        if (settings.data() != null) {
            console.say("data      " + settings.data() + ", every changed map saved each "
                    + SettingText.words(settings.saveEvery()));
        }
    }

    private void open(Recorder recorder, StopSignal signal) {
        recorder.begin();
        OpeningLine line = new OpeningLine(console, server.worldSize());
        server.open(line::opened, signal::isAsked);
        line.end();
        if (settings.data() != null) {
            int loaded = server.loaded();
            int open = server.maps().size();
            console.say("loaded " + loaded + " of " + open + " maps from " + settings.data()
                    + (loaded < open ? ", the others are new" : ""));
        }
    }

    private RunSummary summary(Recorder recorder, StopReport stop, StopSignal signal) {
        ReplicationCounts sent = server.replication();
        return new RunSummary(
                signal.isAsked() ? "by a signal" : "after the time given by --for",
                settings.seed(),
                server.scheduler().threadPlan(),
                recorder.warmUp(),
                recorder.after(),
                stop,
                server.directory().counts(),
                new RunSummary.Replication(sent.flushes(), sent.changes(), sent.bytes()),
                server.activity(),
                GridCheck.of(server.maps()));
    }
}
