package dev.maptick.bench.fork;

/** The heap in use after a collection. */
final class LiveHeap {
    private LiveHeap() {}

    /** Collects and looks. Twice, since what the first collection finds may let go of more. */
    static long bytes() {
        System.gc();
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
