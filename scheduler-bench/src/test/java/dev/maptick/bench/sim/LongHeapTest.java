package dev.maptick.bench.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.PriorityQueue;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LongHeapTest {
    @Test
    void givesWhatAModelGives() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        LongHeap heap = new LongHeap();
        PriorityQueue<Long> model = new PriorityQueue<>();
        for (int i = 0; i < 20_000; i++) {
            if (model.isEmpty() || random.nextInt(5) < 3) {
                long value = random.nextInt(1_000);
                heap.add(value);
                model.add(value);
            } else {
                assertThat(heap.first()).as("seed %d", seed).isEqualTo(model.peek());
                assertThat(heap.remove()).as("seed %d", seed).isEqualTo(model.remove());
            }
            assertThat(heap.isEmpty()).isEqualTo(model.isEmpty());
        }
    }
}
