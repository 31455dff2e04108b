package dev.maptick.bench.sim;

import dev.maptick.core.ShutdownReport;
import dev.maptick.core.Tick;
import dev.maptick.core.TickOptions;
import dev.maptick.core.TickRegistration;
import dev.maptick.core.TickScheduler;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs the real scheduler, threads and all, through a world in virtual time, and then the ideal through the same. */
public final class Simulation {
    private static final long PATIENCE_SECONDS = 60;

    private final SimPlan plan;
    private final World world;
    private final VirtualTime time;
    private final Recorder recorder;

    private Simulation(SimPlan plan) {
        this.plan = plan;
        world = plan.scenario().world(plan.workers(), plan.seed());
        time = new VirtualTime(plan.wakeNs());
        recorder = new Recorder(world, plan.workers());
    }

    /**
     * Runs one.
     *
     * @param plan what it is of
     * @return what it came to; the same plan comes to the same
     * @throws InterruptedException if the calling thread is interrupted at the end
     * @throws IllegalStateException if the scheduler stood still, or did not stop clean
     */
    public static SimResult run(SimPlan plan) throws InterruptedException {
        return new Simulation(plan).run();
    }

    private SimResult run() throws InterruptedException {
        TickScheduler scheduler = TickScheduler.builder()
                .poolThreads(plan.workers())
                .staggerSeed(plan.seed())
                .keepJvmAlive(false)
                .seam(time.seam())
                .start();
        long stolen;
        try {
            world.maps().forEach(map -> register(scheduler, map));
            time.spend(world.warmUpNs());
            long stolenBefore = scheduler.stats().stolen();
            time.count(true);
            time.spend(world.windowNs());
            time.count(false);
            stolen = scheduler.stats().stolen() - stolenBefore;
            time.spend(world.coolDownNs());
            recorder.over(time.nanoTime(), time.lastParkedNs());
            if (scheduler.stats().faults() > 0) {
                time.fail("a tick threw; the log has it");
            }
        } finally {
            time.end();
            stop(scheduler);
        }
        Turns ours = recorder.turns();
        return new SimResult(
                plan,
                world.maps().size(),
                world.due(),
                world.windowNs(),
                ours,
                IdealEdf.run(world, plan.workers()),
                time.wakeUps(),
                time.calls(),
                stolen);
    }

    private void register(TickScheduler scheduler, SimMap map) {
        TickOptions options = TickOptions.every(Duration.ofNanos(map.periodNs));
        TickRegistration registration = scheduler.register("map-" + map.index, options, tick -> tick(map, tick));
        recorder.registered(map, registration.stats().firstDeadlineNanos());
    }

    private void tick(SimMap map, Tick tick) {
        if (time.isOver()) {
            return;
        }
        if (tick.deadlineNanos() != map.deadlineNs) {
            time.fail("map " + map.index + " ticks for " + tick.deadlineNanos() + ", not for " + map.deadlineNs);
        }
        recorder.started(map, time.worker(), time.nanoTime(), time.lastParkedNs());
        time.spend(map.costNs());
        if (!time.isOver()) {
            recorder.ended(map, time.nanoTime());
        }
    }

    /** Time stands by now, so the limit of the stop is in real time and ours. */
    private void stop(TickScheduler scheduler) throws InterruptedException {
        try {
            ShutdownReport report =
                    scheduler.shutdownAsync(Duration.ofSeconds(1)).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            if (!report.isClean()) {
                time.fail("the stop was not clean: " + report);
            }
        } catch (ExecutionException | TimeoutException e) {
            time.fail("the stop failed: " + e);
        }
        String failure = time.failure();
        if (failure != null) {
            throw new IllegalStateException(plan + ": " + failure);
        }
    }
}
