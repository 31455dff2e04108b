package dev.maptick.core;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * So many faults in a row, or so many within a time, whichever comes first.
 *
 * @param inARow null if a row of faults does not matter
 * @param within null if a window does not matter; then so is the window
 */
record FaultTrigger(
        @Nullable Integer inARow,
        @Nullable Integer within,
        @Nullable Duration window) {
    static final FaultTrigger NEVER = new FaultTrigger(null, null, null);

    FaultTrigger row(int faults) {
        return new FaultTrigger(faults, within, window);
    }

    FaultTrigger window(int faults, Duration time) {
        return new FaultTrigger(inARow, faults, time);
    }

    /** How many times of faults it must know. */
    int memory() {
        return within == null ? 0 : within;
    }

    /**
     * Whether it acts on a fault.
     *
     * @param row faults in a row, this one included
     * @param times of the latest faults, this one included
     */
    boolean fires(long row, FaultTimes times) {
        return firesForRow(row) || firesForWindow(times);
    }

    private boolean firesForRow(long row) {
        return inARow != null && row >= inARow;
    }

    private boolean firesForWindow(FaultTimes times) {
        return within != null && window != null && times.spanNs(within) < window.toNanos();
    }

    /** Why it acts, or goes on acting, on a fault. */
    String words(long row, FaultTimes times) {
        return window != null && !firesForRow(row) && firesForWindow(times)
                ? within + " faults within " + SettingsCheck.words(window)
                : row == 1 ? "a fault" : row + " faults in a row";
    }

    void check(SettingsCheck check, String name) {
        if (inARow != null) {
            check.range(name, inARow, 1, FaultPolicy.MAX_IN_A_ROW);
        }
        if (within != null) {
            check.range(name + "Within.faults", within, 1, FaultPolicy.MAX_WITHIN);
            check.range(name + "Within.window", window, FaultPolicy.MIN_TIME, FaultPolicy.MAX_TIME);
        }
    }

    @Override
    public String toString() {
        String row = inARow == null ? "" : inARow + " in a row";
        String span = within == null || window == null ? "" : within + " within " + SettingsCheck.words(window);
        return row.isEmpty() && span.isEmpty() ? "never" : row + (row.isEmpty() || span.isEmpty() ? "" : " or ") + span;
    }
}
