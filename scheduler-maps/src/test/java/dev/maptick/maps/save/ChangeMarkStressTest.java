package dev.maptick.maps.save;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Two real threads go through the same row of marks from both ends, one as the owners that change, one as the book that lets them fall
 * asleep. A mark that sleeps and whose owner was told nothing is a lost change. With a weaker mode on either
 * side of {@link ChangeMark} the short run fails, as was tried on x86: it is what the model checker cannot see.
 */
class ChangeMarkStressTest {
    private static final int ROW = 256;

    private final ChangeMark[] marks =
            Stream.generate(ChangeMark::new).limit(ROW).toArray(ChangeMark[]::new);
    private final boolean[] told = new boolean[ROW];
    private final boolean[] asleep = new boolean[ROW];
    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();

    @Test
    void noChangeIsOverlookedInAShortRun() throws Exception {
        meet(2_000);
    }

    @Test
    @Tag("soak")
    void noChangeIsOverlookedInALongRun() throws Exception {
        meet(1_000_000);
    }

    private void meet(int rounds) throws Exception {
        ExecutorService book = Executors.newSingleThreadExecutor();
        try {
            Future<Void> sleeping = book.submit(sleep(rounds));
            long slept = 0;
            for (int round = 1; round <= rounds; round++) {
                for (ChangeMark mark : marks) {
                    mark.clear();
                    mark.rouse();
                }
                // Now and then one goes first for sure, so that both orders come up on any machine.
                boolean ownersFirst = round % 16 == 1;
                if (ownersFirst) {
                    change();
                }
                begun.set(round);
                if (round % 16 == 0) {
                    await(ended, round);
                }
                if (!ownersFirst) {
                    change();
                }
                await(ended, round);
                for (int i = 0; i < ROW; i++) {
                    if (asleep[i] && !told[i]) {
                        throw new AssertionError("a change was lost in round " + round + " at " + i);
                    }
                    slept += asleep[i] ? 1 : 0;
                }
            }
            sleeping.get();
            assertThat(slept).as("both orders came up").isBetween(1L, (long) rounds * ROW - 1);
        } finally {
            book.shutdownNow();
        }
    }

    private void change() {
        for (int i = 0; i < ROW; i++) {
            told[i] = marks[i].mark();
        }
    }

    private Callable<Void> sleep(int rounds) {
        return () -> {
            for (int round = 1; round <= rounds; round++) {
                await(begun, round);
                // From the other end, so that the two cross in every round, whichever is the faster.
                for (int i = ROW - 1; i >= 0; i--) {
                    asleep[i] = marks[i].sleep();
                }
                ended.set(round);
            }
            return null;
        };
    }

    @SuppressWarnings("ThreadPriorityCheck") // the yield below
    private static void await(AtomicInteger word, int value) {
        for (int spins = 0; word.get() != value; spins++) {
            if (Thread.currentThread().isInterrupted()) {
                throw new IllegalStateException("given up");
            }
            // Meeting at the same moment needs spinning; on a machine with too few cores the other one must get on.
            if (spins < 10_000) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
    }
}
