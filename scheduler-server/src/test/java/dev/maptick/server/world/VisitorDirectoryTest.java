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
    void sendsWhoHasWaitedLongest() {
        VisitorDirectory directory = new VisitorDirectory(2);
        Visitor first = directory.setOut();
        Visitor second = directory.setOut();

        assertThat(directory.setOut()).isNull();
        directory.letIn(second);
        directory.turnBack(first);
        directory.giveBack(second);

        assertThat(directory.setOut()).isSameAs(first);
        assertThat(directory.setOut()).isSameAs(second);
        assertThat(directory.counts()).isEqualTo(new VisitorDirectory.Counts(1, 1, 0, 2, 1));
    }

    @Test
    void refusesToTakeBackTwiceOrToLetInWhoIsInside() {
        VisitorDirectory directory = new VisitorDirectory(1);
        Visitor visitor = directory.setOut();
        directory.letIn(visitor);
        assertThatThrownBy(() -> directory.letIn(visitor)).hasMessageContaining("is at MAP");
        assertThatThrownBy(() -> directory.turnBack(visitor)).hasMessageContaining("is at MAP");
        directory.giveBack(visitor);

        assertThatThrownBy(() -> directory.giveBack(visitor))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("visitor 0 cannot go from MAP to LINE: is at LINE");
        assertThat(directory.counts()).isEqualTo(new VisitorDirectory.Counts(1, 1, 0, 0, 0));
    }

    @Test
    void anEmptyWorldHasNoVisitors() {
        assertThat(new VisitorDirectory(0).setOut()).isNull();
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
        assertThat(counts.onTheWay()).isZero();
    }

    private static void comeAndGo(VisitorDirectory directory, SplittableRandom random) {
        Deque<Visitor> inside = new ArrayDeque<>();
        for (int i = 0; i < 20_000; i++) {
            if (random.nextBoolean()) {
                Visitor visitor = directory.setOut();
                if (visitor != null && random.nextInt(4) == 0) {
                    directory.turnBack(visitor);
                } else if (visitor != null) {
                    directory.letIn(visitor);
                    inside.add(visitor);
                }
            } else if (!inside.isEmpty()) {
                directory.giveBack(inside.poll());
            }
        }
        inside.forEach(directory::giveBack);
    }
}
