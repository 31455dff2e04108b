package dev.maptick.bench.contender;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DeadlineHeapTest {
    @Test
    void agreesWithASortedListThroughALongRandomRun() {
        for (long seed = 1; seed <= 20; seed++) {
            Random random = new Random(seed);
            DeadlineHeap heap = new DeadlineHeap();
            List<GridMap> model = new ArrayList<>();
            for (int step = 0; step < 2_000; step++) {
                int act = random.nextInt(5);
                if (act <= 1 || model.isEmpty()) {
                    GridMap map = new Waiting(random.nextInt(1_000));
                    heap.add(map);
                    model.add(map);
                } else if (act == 2) {
                    GridMap map = model.remove(random.nextInt(model.size()));
                    heap.remove(map);
                } else {
                    GridMap head = heap.head();
                    head.deadlineNs += random.nextInt(1_000);
                    heap.headMoved();
                }
                assertThat(heap.size()).as("seed %s step %s", seed, step).isEqualTo(model.size());
                if (!model.isEmpty()) {
                    long earliest = model.stream()
                            .min(Comparator.comparingLong(map -> map.deadlineNs))
                            .orElseThrow()
                            .deadlineNs;
                    assertThat(heap.headDeadline())
                            .as("seed %s step %s", seed, step)
                            .isEqualTo(earliest);
                    assertThat(heap.head().deadlineNs).isEqualTo(earliest);
                }
            }
        }
    }

    @Test
    void aDeadlineMissedIsSkippedAndOneHitIsGood() {
        assertThat(GridMap.next(100, 10, 100)).isEqualTo(110);
        assertThat(GridMap.next(100, 10, 110)).isEqualTo(110);
        assertThat(GridMap.next(100, 10, 111)).isEqualTo(120);
        assertThat(GridMap.next(100, 10, 1_000_000)).isEqualTo(1_000_000);
        assertThat(GridMap.next(Long.MAX_VALUE - 4, 10, Long.MIN_VALUE + 7)).isEqualTo(Long.MIN_VALUE + 15);
    }

    private static final class Waiting extends GridMap {
        Waiting(long deadlineNs) {
            super(new MapSpec("map", 10, deadlineNs, false, deadline -> {}));
        }
    }
}
