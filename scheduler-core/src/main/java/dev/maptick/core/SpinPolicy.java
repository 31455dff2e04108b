package dev.maptick.core;

import org.jspecify.annotations.Nullable;

/**
 * What a {@link WaitMode} comes to in numbers. They were chosen by measurement, see docs/decisions.md, and {@code
 * WaitProbe} in the tests measures them again.
 *
 * @param quantilePermille which quantile of the observed oversleeps the margin follows
 * @param shortCapNs longest margin of a short wait: at a wait each millisecond the share then suffices whatever the margin
 * @param longCapNs longest margin of a wait of {@link SpinMargin#LONG_WAIT_NS} or more
 * @param shareOf spinning may take one part in so many of all time
 */
record SpinPolicy(int quantilePermille, long shortCapNs, long longCapNs, int shareOf) {
    private static final SpinPolicy BALANCED = new SpinPolicy(600, 100_000, 250_000, 32);
    private static final SpinPolicy PRECISE = new SpinPolicy(950, 100_000, 250_000, 16);

    /** Timed waits on Windows end at a whole millisecond of its timer, early by up to one and late by up to two. */
    private static final SpinPolicy WINDOWS_PRECISE = new SpinPolicy(950, 2_000_000, 2_000_000, 16);

    /**
     * The numbers for a mode.
     *
     * @return null to never spin
     */
    static @Nullable SpinPolicy of(WaitMode mode, boolean windows) {
        return switch (mode) {
            case EFFICIENT -> null;
            case BALANCED -> windows ? null : BALANCED;
            case PRECISE -> windows ? WINDOWS_PRECISE : PRECISE;
        };
    }
}
