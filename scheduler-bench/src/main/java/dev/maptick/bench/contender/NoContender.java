package dev.maptick.bench.contender;

/** A JVM in which nothing is scheduled: what an idle process costs by itself. */
final class NoContender implements Contender {
    NoContender() {}

    @Override
    public void open(int threads, int dedicatedThreads) {}

    @Override
    public Registered add(MapSpec map) {
        throw new IllegalStateException("nothing here ticks maps");
    }

    @Override
    public void close() {}
}
