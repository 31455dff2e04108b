package dev.maptick.bench.fork;

import dev.maptick.bench.result.Parameters;
import dev.maptick.bench.result.PureWork;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * What threads do that do nothing but the work of the ticks: as many as the contender has and all at once, since busy processors
 * slow each other. Measured right before the contender opens and right after it has closed, in the same JVM, and the mean counts:
 * the machine's mood changes from second to second. Each thread goes through the bodies of all maps in their order, so light and
 * heavy ones come in the proportion in which they are due.
 */
final class WorkBound {
    private static final double NS_PER_SECOND = 1e9;

    private final Parameters parameters;
    private final List<Double> iterationsPerSecond = new ArrayList<>();

    WorkBound(Parameters parameters) {
        this.parameters = parameters;
    }

    /** Measures for half a window; before and after together a whole one. Nothing where it is not asked. */
    void measure() throws InterruptedException {
        if (parameters.asksForPureWork()) {
            iterationsPerSecond.add(busyThreads(Sleep.nanos(parameters.seconds() / 2)));
        }
    }

    /**
     * What was executed in the window beside it.
     *
     * @param iterations the work of the ticks
     * @param workNs the time in their bodies, on the wall, summed over threads
     * @return null where it was not measured
     */
    @Nullable
    PureWork beside(double iterations, long workNs) {
        if (iterationsPerSecond.isEmpty()) {
            return null;
        }
        double bound = iterationsPerSecond.stream()
                .mapToDouble(Double::doubleValue)
                .average()
                .orElseThrow();
        return new PureWork(
                bound / meanIterations(),
                iterations / parameters.seconds() / bound,
                workNs / NS_PER_SECOND / parameters.seconds() / parameters.threads());
    }

    /** Of the ticks that are due: all maps have the same period. */
    private double meanIterations() {
        double sum = 0;
        for (int i = 0; i < parameters.maps(); i++) {
            sum += parameters.iterations(i);
        }
        return sum / parameters.maps();
    }

    private double busyThreads(long lengthNs) throws InterruptedException {
        CountDownLatch all = new CountDownLatch(parameters.threads());
        List<BusyThread> threads = new ArrayList<>();
        for (int i = 0; i < parameters.threads(); i++) {
            threads.add(new BusyThread(i, all, lengthNs));
        }
        threads.forEach(Thread::start);
        double sum = 0;
        for (BusyThread thread : threads) {
            thread.join();
            sum += thread.iterationsPerSecond();
        }
        return sum;
    }

    /** Read once it has ended. */
    private final class BusyThread extends Thread {
        private final CountDownLatch all;
        private final long lengthNs;
        private int next;
        private long sink;
        private double iterations;
        private long tookNs;

        BusyThread(int number, CountDownLatch all, long lengthNs) {
            super("bench-bound-" + number);
            this.all = all;
            this.lengthNs = lengthNs;
            // Apart, as maps on different threads are.
            next = number * parameters.maps() / parameters.threads();
            setDaemon(true);
        }

        @Override
        public void run() {
            all.countDown();
            try {
                all.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
            long startNs = System.nanoTime();
            while (tookNs < lengthNs) {
                int body = Math.toIntExact(parameters.iterations(next));
                sink = Work.run(body, sink);
                iterations += body;
                next = next + 1 == parameters.maps() ? 0 : next + 1;
                tookNs = System.nanoTime() - startNs;
            }
        }

        double iterationsPerSecond() {
            // The work is used, so that it is not dropped; the sum of its results is 0 once in 2^64.
            return sink == 0 || tookNs == 0 ? 0 : iterations * NS_PER_SECOND / tookNs;
        }
    }
}
