package dev.maptick.bench.contender;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** No product, but what is left when everything else is taken away: threads that share nothing, each with a bare heap. */
final class FloorContender implements Contender {
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
        int turn = Math.floorMod(next.getAndIncrement(), threads.size());
        return threads.get(turn).add(map);
    }

    @Override
    public void close() throws InterruptedException {
        for (HeapThread thread : threads) {
            thread.stop();
        }
    }
}
