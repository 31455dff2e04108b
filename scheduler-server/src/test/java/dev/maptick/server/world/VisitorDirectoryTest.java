package dev.maptick.server.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class VisitorDirectoryTest {
    @Test
    void handsOutWhoHasWaitedLongest() {
        VisitorDirectory directory = new VisitorDirectory(2);
        Visitor first = directory.take();
        Visitor second = directory.take();

        assertThat(directory.take()).isNull();
        directory.giveBack(second);
        directory.giveBack(first);

        assertThat(directory.take()).isSameAs(second);
        assertThat(directory.take()).isSameAs(first);
        assertThat(directory.counts()).isEqualTo(new VisitorDirectory.Counts(4, 2, 2, 1));
    }

    @Test
    void refusesToTakeBackTwice() {
        VisitorDirectory directory = new VisitorDirectory(1);
        Visitor visitor = directory.take();
        directory.giveBack(visitor);

        assertThatThrownBy(() -> directory.giveBack(visitor))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("visitor 0 was given back twice");
        assertThat(directory.counts()).isEqualTo(new VisitorDirectory.Counts(1, 1, 0, 0));
    }

    @Test
    void anEmptyWorldHasNoVisitors() {
        assertThat(new VisitorDirectory(0).take()).isNull();
    }

    @Test
    void losesNobodyBetweenThreads() throws Exception {
        VisitorDirectory directory = new VisitorDirectory(10);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Callable<Void>> maps = new ArrayList<>();
            for (int seed = 0; seed < 4; seed++) {
                SplittableRandom random = new SplittableRandom(seed);
                maps.add(() -> {
                    comeAndGo(directory, random);
                    return null;
                });
            }
            for (Future<Void> map : threads.invokeAll(maps, 60, TimeUnit.SECONDS)) {
                map.get();
            }
        } finally {
            threads.shutdownNow();
        }

        VisitorDirectory.Counts counts = directory.counts();
        assertThat(counts.entered()).isEqualTo(counts.left()).isPositive();
        assertThat(counts.inside()).isZero();
    }

    private static void comeAndGo(VisitorDirectory directory, SplittableRandom random) {
        Deque<Visitor> inside = new ArrayDeque<>();
        for (int i = 0; i < 20_000; i++) {
            if (random.nextBoolean()) {
                Visitor visitor = directory.take();
                if (visitor != null) {
                    inside.add(visitor);
                }
            } else if (!inside.isEmpty()) {
                directory.giveBack(inside.poll());
            }
        }
        inside.forEach(directory::giveBack);
    }
}
