package dev.maptick.bench.sim;

import dev.maptick.bench.sim.SimMap.Cost;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** The worlds that are simulated. Their load is in proportion to the workers, so that what changes is the number of both. */
public enum SimScenario {
    /** Load as it should be. */
    HOUSE_MIX("house-mix", "95 % of 20 µs, 5 % of 400 µs in random order, 50 ms, 70 % load"),

    /** More than can be done. */
    OVERLOAD("overload", "95 % of 300 µs, 5 % of 6 ms in random order, 50 ms, 150 % load"),

    /** More than can be done, by maps of two periods. */
    OVERLOAD_MIXED("overload-mixed", "the same, half at 25 ms, half at 50 ms"),

    /** Hardly anything to do. */
    LOW_LOAD("low-load", "20 µs, 50 ms, 5 % load"),

    /** Workers that do not come back for a while. */
    LONG_TICKS("long-ticks", "50 µs, 50 ms, 40 % load, and for each two workers a map of 10 to 40 ms every 100 ms"),

    /** Uneven by blocks. */
    SKEW_BLOCK("skew-block", "the house mix, all heavy maps opened first"),

    /** Uneven by turns. */
    SKEW_STRIDE("skew-stride", "20 µs, 50 ms, 70 % load, but each Nth map is heavy for N workers: 60 % of the load");

    private static final long US = 1_000;
    private static final long MS = 1_000_000;
    /** A house's period. */
    private static final long P = 50 * MS;

    private static final double HEAVY_SHARE = 0.05;
    private static final double HOUSE_LOAD = 0.7;

    private final String label;
    private final String description;

    SimScenario(String label, String description) {
        this.label = label;
        this.description = description;
    }

    /**
     * Its name.
     *
     * @return lower case, with dashes
     */
    public String label() {
        return label;
    }

    /**
     * What it is.
     *
     * @return one line
     */
    public String description() {
        return description;
    }

    /** A world for so many workers. Same seed, same world. */
    World world(int workers, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return switch (this) {
            case HOUSE_MIX -> new World(mix(random, HOUSE_LOAD * workers, 20 * US, 400 * US), P, 4 * P, P);
            case OVERLOAD -> new World(mix(random, 1.5 * workers, 300 * US, 6 * MS), 4 * P, 30 * P, 2 * P);
            case OVERLOAD_MIXED -> new World(mixed(random, workers), 4 * P, 30 * P, 2 * P);
            case LOW_LOAD -> new World(mix(random, 0.05 * workers, 20 * US, 20 * US), P, 10 * P, P);
            case LONG_TICKS -> new World(longTicks(random, workers), 2 * P, 8 * P, P);
            case SKEW_BLOCK -> new World(block(random, workers), P, 4 * P, P);
            case SKEW_STRIDE -> new World(stride(random, workers), P, 4 * P, P);
        };
    }

    private static List<SimMap> mix(SplittableRandom random, double load, long lightNs, long heavyNs) {
        List<SimMap> maps = new ArrayList<>();
        int count = count(load, mean(lightNs, heavyNs));
        for (int i = 0; i < count; i++) {
            maps.add(map(random, i, P, random.nextDouble() < HEAVY_SHARE ? heavyNs : lightNs));
        }
        return maps;
    }

    private static List<SimMap> mixed(SplittableRandom random, int workers) {
        List<SimMap> maps = new ArrayList<>();
        // Of two maps, one runs twice in the time of the other's once.
        int count = 2 * count(1.5 * workers, 3 * mean(300 * US, 6 * MS));
        for (int i = 0; i < count; i++) {
            long costNs = random.nextDouble() < HEAVY_SHARE ? 6 * MS : 300 * US;
            maps.add(map(random, i, i % 2 == 0 ? P : P / 2, costNs));
        }
        return maps;
    }

    private static List<SimMap> longTicks(SplittableRandom random, int workers) {
        List<SimMap> maps = mix(random, 0.4 * workers, 50 * US, 50 * US);
        int longs = workers / 2;
        int apart = maps.size() / longs;
        for (int i = 0; i < longs; i++) {
            long salt = random.nextLong();
            Cost cost = point -> 10 * MS + new SplittableRandom(salt + point).nextLong(30 * MS);
            maps.set(i * apart, new SimMap(i * apart, 2 * P, cost));
        }
        return maps;
    }

    private static List<SimMap> block(SplittableRandom random, int workers) {
        int count = count(HOUSE_LOAD * workers, mean(20 * US, 400 * US));
        List<SimMap> maps = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            maps.add(map(random, i, P, i < HEAVY_SHARE * count ? 400 * US : 20 * US));
        }
        return maps;
    }

    private static List<SimMap> stride(SplittableRandom random, int workers) {
        long lightNs = 20 * US;
        long heavyNs = lightNs * (workers - 1) * 3 / 2;
        int count = count(HOUSE_LOAD * workers, ((workers - 1) * lightNs + heavyNs) / workers);
        List<SimMap> maps = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            maps.add(map(random, i, P, i % workers == 0 ? heavyNs : lightNs));
        }
        return maps;
    }

    /** Its ticks cost a fifth more or less from one to the next: no two maps beat in time. */
    private static SimMap map(SplittableRandom random, int index, long periodNs, long costNs) {
        long salt = random.nextLong();
        long varyNs = costNs * 2 / 5;
        return new SimMap(
                index,
                periodNs,
                point -> costNs - varyNs / 2 + new SplittableRandom(salt + point).nextLong(varyNs + 1));
    }

    /** So many maps, each of them once in a house's period, keep so many workers busy. */
    private static int count(double workers, long costNs) {
        return (int) Math.round(workers * P / costNs);
    }

    private static long mean(long lightNs, long heavyNs) {
        return Math.round(lightNs * (1 - HEAVY_SHARE) + heavyNs * HEAVY_SHARE);
    }
}
