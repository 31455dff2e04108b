package dev.maptick.bench.fork;

import dev.maptick.bench.contender.Contender;
import dev.maptick.bench.contender.MapSpec;
import dev.maptick.bench.result.Counts;
import dev.maptick.bench.result.Cpu;
import dev.maptick.bench.result.Measures;
import dev.maptick.bench.result.Memory;
import dev.maptick.bench.result.Parameters;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** One contender under one load for one window. Used once. */
final class Stand {
    /** Between the probe and the window, on both sides. */
    private static final long PROBE_LEAD_NS = 150_000_000;

    /** The longest it may take to register all maps. */
    private static final long REGISTRATION_NS = 20_000_000_000L;

    private static final long OPENING_NS = 100_000_000;
    private static final long OPENING_MAP_NS = 2_000;

    /** Where ticks have work, thousands of threads must have been started before the first ticks, or they never are. */
    private static final long OPENING_WORK_NS = 500_000_000;

    /** Below so many maps what a contender has once is no small part of it. */
    private static final int MAPS_FOR_HEAP = 1_000;

    private final Contender contender;
    private final Parameters parameters;
    private final OwnThreads own;
    private final boolean looksAtHeap;
    private final Window window = new Window();
    private final Tallies tallies = new Tallies();
    private final LongAdder workNs = new LongAdder();
    private final List<MeasuredMap> maps = new ArrayList<>();
    private long baseNs;

    Stand(Contender contender, Parameters parameters, OwnThreads own, boolean looksAtHeap) {
        this.contender = contender;
        this.parameters = parameters;
        this.own = own;
        this.looksAtHeap = looksAtHeap && parameters.maps() >= MAPS_FOR_HEAP;
    }

    Measures run() throws InterruptedException {
        WorkBound bound = new WorkBound(parameters);
        bound.measure();
        contender.open(parameters.threads(), parameters.dedicatedMaps());
        Watched watched = watchAndClose();
        bound.measure();
        Counts counts = counts();
        double perSecond = counts.executed() / parameters.seconds();
        return new Measures(
                parameters.seconds(),
                counts,
                watched.cpu,
                Sums.lateness(tallies.sum()),
                Sums.fairness(maps),
                new Memory(perSecond == 0 ? null : watched.allocatedPerSecond / perSecond, watched.heapPerMap),
                watched.churner == null ? null : watched.churner.result(),
                null,
                bound.beside(Sums.iterations(maps), workNs.sum()));
    }

    private Watched watchAndClose() throws InterruptedException {
        Watched watched;
        try {
            new Drill(contender, parameters, own).run();
            watched = watch(residents());
        } catch (RuntimeException e) {
            closeAfter(e);
            throw e;
        }
        contender.close();
        return watched;
    }

    /** What went wrong first is what is told. */
    private void closeAfter(RuntimeException failure) throws InterruptedException {
        try {
            contender.close();
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    private Watched watch(List<MapSpec> specs) throws InterruptedException {
        long heapBefore = looksAtHeap ? heapBefore() : 0;
        register(specs);
        Churner churner = churner();
        if (churner != null) {
            churner.start();
        }
        long warmUpNs = Sleep.nanos(parameters.warmUpSeconds());
        // From the first deadlines on, or from the last registration if that was later.
        Sleep.until(baseNs);
        Sleep.until(System.nanoTime() + warmUpNs / 2);
        Double heapPerMap = looksAtHeap ? (LiveHeap.bytes() - heapBefore) / (double) specs.size() : null;

        long probeNs = System.nanoTime() + warmUpNs / 2;
        long openNs = probeNs + PROBE_LEAD_NS;
        long lengthNs = Sleep.nanos(parameters.seconds());
        window.set(openNs, lengthNs);
        Sleep.until(probeNs);
        ProcessProbe before = ProcessProbe.take(own);
        Sleep.until(openNs + lengthNs);
        ProcessProbe after = ProcessProbe.take(own);
        if (churner != null) {
            churner.stop();
        }
        return new Watched(
                after.since(before, parameters.seconds()), after.allocatedPerSecond(before), heapPerMap, churner);
    }

    /** The first look loads what the second one then finds loaded. */
    private static long heapBefore() {
        LiveHeap.bytes();
        return LiveHeap.bytes();
    }

    private void register(List<MapSpec> specs) {
        long startNs = System.nanoTime();
        int registered = 0;
        for (MapSpec spec : specs) {
            contender.add(spec);
            registered++;
            if (System.nanoTime() - startNs > REGISTRATION_NS) {
                throw new IllegalStateException("only " + registered + " of " + specs.size() + " maps registered in "
                        + REGISTRATION_NS / 1_000_000_000 + " s");
            }
        }
    }

    private List<MapSpec> residents() {
        baseNs = System.nanoTime()
                + OPENING_NS
                + OPENING_MAP_NS * parameters.maps()
                + (parameters.asksForPureWork() ? OPENING_WORK_NS : 0);
        List<MapSpec> specs = new ArrayList<>(parameters.maps());
        for (int i = 0; i < parameters.maps(); i++) {
            specs.add(resident(i));
        }
        return specs;
    }

    private MapSpec resident(int i) {
        boolean dedicated = i < parameters.dedicatedMaps();
        boolean watched = parameters.dedicatedMaps() == 0 || dedicated;
        long firstNs = baseNs + Phases.of(i, parameters.periodNs());
        MeasuredMap map = new MeasuredMap(
                window,
                tallies,
                workNs,
                Math.toIntExact(parameters.iterations(i)),
                watched,
                parameters.periodNs(),
                firstNs);
        maps.add(map);
        return new MapSpec("map-" + i, parameters.periodNs(), firstNs, dedicated, map);
    }

    private @Nullable Churner churner() {
        if (parameters.churnPerSecond() == 0) {
            return null;
        }
        return new Churner(contender, window, own, parameters.churnPerSecond(), this::guest);
    }

    private MapSpec guest(int i) {
        long firstNs = System.nanoTime() + Phases.of(i, parameters.periodNs());
        MeasuredMap map = new MeasuredMap(window, tallies, workNs, 0, false, parameters.periodNs(), firstNs);
        return new MapSpec("guest-" + i, parameters.periodNs(), firstNs, false, map);
    }

    private Counts counts() {
        long offGrid = maps.stream().mapToLong(MeasuredMap::offGrid).sum();
        if (offGrid > 0) {
            throw new IllegalStateException(offGrid + " ticks off their map's grid");
        }
        return new Counts(
                maps.stream().mapToLong(MeasuredMap::executed).sum(),
                maps.stream().mapToLong(MeasuredMap::due).sum(),
                maps.stream().mapToLong(MeasuredMap::skipped).sum(),
                maps.stream().mapToLong(MeasuredMap::bursts).sum(),
                maps.stream().mapToLong(MeasuredMap::early).sum());
    }

    private record Watched(
            Cpu cpu,
            double allocatedPerSecond,
            @Nullable Double heapPerMap,
            @Nullable Churner churner) {}
}
