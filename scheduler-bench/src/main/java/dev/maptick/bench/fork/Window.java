package dev.maptick.bench.fork;

/** When ticks count. Told once, ahead of its opening; a tick that starts at the closing time no longer counts. */
final class Window {
    private volatile long openNs;
    private volatile long lengthNs;

    Window() {}

    /** The length is written last, so who sees it sees the opening too. */
    void set(long opensAtNs, long length) {
        openNs = opensAtNs;
        lengthNs = length;
    }

    boolean contains(long timeNs) {
        long length = lengthNs;
        long sinceOpenNs = timeNs - openNs;
        return sinceOpenNs >= 0 && sinceOpenNs < length;
    }

    long lengthNs() {
        return lengthNs;
    }

    /** Points of a grid, known by any of them, in the window. */
    long pointsOf(long gridPointNs, long periodNs) {
        long firstNs = Math.floorMod(gridPointNs - openNs, periodNs);
        return firstNs >= lengthNs ? 0 : 1 + (lengthNs - 1 - firstNs) / periodNs;
    }
}
