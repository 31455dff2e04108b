package dev.maptick.bench.fork;

import java.util.Arrays;

/** The work of a tick: counted loop iterations, so that a tick that is put off its processor still does all of it. */
public final class Work {
    private static final int SHIFT = 29;
    private static final long FACTOR = 6_364_136_223_846_793_005L;
    private static final long ADDEND = 1_442_695_040_888_963_407L;
    private static final int WARM_UP_ROUNDS = 2_000;
    private static final int ROUNDS = 201;
    private static final int SAMPLE = 50_000;

    private Work() {}

    /**
     * Some iterations; the result depends on each of them, so none can be left out. The shift is there since multiply and add
     * alone are not enough: the compiler of JDK 25 unrolls those and folds the steps into one.
     */
    static long run(int iterations, long seed) {
        long x = seed;
        for (int i = 0; i < iterations; i++) {
            x = (x ^ (x >>> SHIFT)) * FACTOR + ADDEND;
        }
        return x;
    }

    /**
     * Has the loop compiled before a tick needs it: under load the compiler may not get to it for seconds, and a body that is
     * three times as slow makes another scenario.
     */
    static void warmUp() {
        if (iterationsPerMicro() <= 0) {
            throw new IllegalStateException("a clock that stands still");
        }
    }

    /**
     * How fast this processor does it.
     *
     * @return iterations in a microsecond, the median of many samples
     */
    public static double iterationsPerMicro() {
        long x = System.nanoTime();
        for (int i = 0; i < WARM_UP_ROUNDS; i++) {
            x = run(SAMPLE / 10, x);
        }
        long[] tookNs = new long[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) {
            long startNs = System.nanoTime();
            x = run(SAMPLE, x);
            tookNs[i] = System.nanoTime() - startNs;
        }
        Arrays.sort(tookNs);
        // The result is used, so that the loops are not dropped; it is 0 once in 2^64.
        return x == 0 ? 1 : SAMPLE * 1e3 / tookNs[ROUNDS / 2];
    }
}
