package dev.maptick.bench.stats;

import java.util.stream.DoubleStream;

/** Jain's fairness index. Pure functions. */
public final class Jain {
    private Jain() {}

    /**
     * (sum x)² ÷ (n × sum x²).
     *
     * @param shares what each got, none negative; of those who were due different amounts, in proportion to what was due
     * @return 1 if all got the same, 1/n if one got all; 1 where there is nothing to share
     */
    public static double index(DoubleStream shares) {
        double[] all = shares.toArray();
        double sum = 0;
        double squares = 0;
        for (double share : all) {
            sum += share;
            squares += share * share;
        }
        return squares == 0 ? 1 : sum * sum / (all.length * squares);
    }
}
