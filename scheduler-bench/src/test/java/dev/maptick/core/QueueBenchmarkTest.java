package dev.maptick.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class QueueBenchmarkTest {
    private static final int TURNS = 5_000;

    @Test
    void allThreeQueuesGiveTheSameDueTimesTurnAfterTurn() {
        QueueBenchmark benchmark = new QueueBenchmark();
        benchmark.nodes = 1_000;
        benchmark.fill();
        long lastNs = 0;
        for (int i = 0; i < TURNS; i++) {
            long dueNs = dueNs(benchmark.phaseQueue());
            assertThat(dueNs).isGreaterThanOrEqualTo(lastNs);
            assertThat(dueNs(benchmark.indexedHeap())).isEqualTo(dueNs);
            assertThat(dueNs(benchmark.priorityQueue())).isEqualTo(dueNs);
            lastNs = dueNs;
        }
    }

    private static long dueNs(Object node) {
        return ((QueueNode) node).dueNs;
    }
}
