package dev.maptick.bench.contender;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** No product, but what is left when everything else is taken away: threads that share nothing, each with a bare heap. */
final class FloorContender implements Contender {
    /**
     * The fraction of the root of 2, as 64 bits: its multiples deal maps out evenly, and unlike taking turns without giving one
     * thread all that is heavy; nor do they follow the phases, which another number spreads.
     */
    private static final long SPREAD = 0x6A09_E667_F3BC_C909L;

    private final boolean spinning;
    private final List<HeapThread> threads = new ArrayList<>();
    private final AtomicInteger next = new AtomicInteger();

    FloorContender(boolean spinning) {
        this.spinning = spinning;
    }

    @Override
    public void open(int tickThreads, int dedicatedThreads) {
        for (int i = 0; i < tickThreads; i++) {
            threads.add(new HeapThread("floor-" + i, spinning));
        }
        threads.forEach(HeapThread::start);
    }

    @Override
    public Registered add(MapSpec map) {
        long fraction = (next.getAndIncrement() * SPREAD) >>> 1;
        return threads.get((int) Math.multiplyHigh(fraction, 2L * threads.size()))
                .add(map);
    }

    @Override
    public void close() throws InterruptedException {
        for (HeapThread thread : threads) {
            thread.stop();
        }
    }
}
