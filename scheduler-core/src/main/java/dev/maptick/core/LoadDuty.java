package dev.maptick.core;

import java.util.List;
import java.util.Locale;
import java.util.function.IntSupplier;

/**
 * What the guard does about load: twice a second it measures, moves heavy maps, tells the gate of admission, and lets groups give
 * way or come back. On the guard's thread; its counts may be read by any.
 */
final class LoadDuty implements GuardDuty {
    static final long EVERY_NS = 500_000_000;

    private static final double PERCENT = 100;

    private final LoadSettings settings;
    private final Registry registry;
    private final IntSupplier threads;
    private final LoadNews news;
    private final AdmissionGate gate;
    private final List<FlexGroup> groups;
    private final PeriodChanges periods;
    private final Shedding shedding;
    private final Survey survey;
    private final PoolMeter meter;
    private final HeavyMoves heavyMoves;
    private final OverloadRule rule;

    private boolean any;
    private long nextNs;

    /** As of the latest look. */
    private volatile LoadStats stats = LoadStats.NONE;

    LoadDuty(
            LoadSettings settings,
            Registry registry,
            Controls controls,
            HeavyMoves heavyMoves,
            WorkerTable workers,
            IntSupplier threads,
            AdmissionGate gate,
            LoadNews news) {
        this.settings = settings;
        this.registry = registry;
        this.threads = threads;
        this.news = news;
        this.gate = gate;
        this.heavyMoves = heavyMoves;
        groups = settings.overload().groups().stream().map(FlexGroup::new).toList();
        periods = new PeriodChanges(controls);
        shedding = new Shedding(controls);
        survey = new Survey(registry, settings.heavy(), groups, periods, shedding);
        meter = new PoolMeter(workers);
        rule = new OverloadRule(settings.overload());
    }

    /** As of the latest look, but for what is counted by others. */
    LoadStats stats() {
        LoadStats at = stats;
        return new LoadStats(
                at.poolWork(),
                at.busyShare(),
                at.skippedShare(),
                at.promotedMaps(),
                at.stretchedMaps(),
                at.shedMaps(),
                gate.refused());
    }

    @Override
    public long look(long nowNs) {
        if (periods.isUnderWay()) {
            periods.go();
        }
        if (!any || nowNs - nextNs >= 0) {
            any = true;
            nextNs = nowNs + EVERY_NS;
            measure(nowNs);
        }
        long soonNs = nowNs + PeriodChanges.PAUSE_NS;
        return periods.isUnderWay() && soonNs - nextNs < 0 ? soonNs : nextNs;
    }

    private void measure(long nowNs) {
        double come = gate.beforeMeasure();
        survey.look(nowNs);
        meter.look(nowNs, threads.getAsInt());
        gate.measured(survey.poolWork(), come);
        if (settings.heavy().isOn()) {
            heavyMoves.look(nowNs, survey.heavy());
        }
        if (!groups.isEmpty()) {
            balance(nowNs);
        }
        stats = new LoadStats(
                survey.poolWork(),
                meter.busyShare(),
                meter.skippedShare(),
                survey.heavy().stream().filter(map -> map.promoted).count(),
                periods.stretchedMaps(),
                shedding.shedMaps(),
                0);
    }

    private void balance(long nowNs) {
        OverloadRule.Reading reading = new OverloadRule.Reading(
                threads.getAsInt(), survey.poolWork(), meter.busyShare(), meter.skippedShare());
        int[] levels = groups.stream().mapToInt(FlexGroup::level).toArray();
        boolean[] shed = new boolean[levels.length];
        for (int i = 0; i < shed.length; i++) {
            shed[i] = groups.get(i).isShed();
        }
        // While periods are being changed the work measured is of neither level.
        boolean changed = !periods.isUnderWay() && rule.look(nowNs, reading, groups);
        int[] maps = apply(nowNs);
        for (int i = 0; changed && i < levels.length; i++) {
            tell(groups.get(i), levels[i], shed[i], maps[i], reading);
        }
    }

    /**
     * Has each map as its group is, those that have come since too.
     *
     * @return by group, how many maps were not
     */
    private int[] apply(long nowNs) {
        int[] maps = new int[groups.size()];
        boolean plan = !periods.isUnderWay();
        boolean any = periods.stretchedMaps() > 0;
        for (FlexGroup group : groups) {
            any |= group.level() > 0 || group.isShed();
        }
        shedding.look(nowNs);
        if (!any) {
            return maps;
        }
        for (TickEntry entry : registry.each()) {
            FlexGroup group = survey.groupOf(entry);
            if (group == null || entry.state() == TickState.STOPPED) {
                continue;
            }
            // On a thread of its own a map gives way to nobody.
            boolean inPool = entry.placement() == Placement.POOL;
            boolean changes = plan && periods.plan(entry, inPool ? group.stepNs() : 0);
            changes |= inPool && group.isShed() && shedding.shed(entry, group, nowNs);
            maps[groups.indexOf(group)] += changes ? 1 : 0;
        }
        if (plan) {
            periods.forgetGone();
        }
        return maps;
    }

    private void tell(FlexGroup group, int levelBefore, boolean shedBefore, int maps, OverloadRule.Reading reading) {
        String load = String.format(
                Locale.ROOT,
                "the pool's work was %.2f of %d threads, %.1f %% of the deadlines skipped",
                reading.work(),
                reading.threads(),
                reading.skippedShare() * PERCENT);
        String name = "group " + Names.quote(group.name);
        if (group.level() > levelBefore) {
            String text = name + " stretched to " + Times.text(group.stepNs()) + ", " + maps + " maps: " + load;
            news.warn(EventKind.PERIOD_STRETCHED, null, text);
        } else if (group.level() < levelBefore) {
            String to = group.level() == 0 ? "its own periods" : Times.text(group.stepNs());
            news.tell(EventKind.PERIOD_RESTORED, null, name + " back to " + to + ", " + maps + " maps: " + load);
        }
        if (group.isShed() && !shedBefore) {
            news.warn(EventKind.SHED, null, name + " suspended, " + maps + " maps: " + load);
        } else if (!group.isShed() && shedBefore) {
            news.tell(EventKind.UNSHED, null, name + " resumes: " + load);
        }
    }
}
