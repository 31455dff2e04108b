package dev.maptick.maps.mailbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.maptick.maps.Admission;
import dev.maptick.maps.MailboxLimits;
import dev.maptick.maps.MailboxStats;
import dev.maptick.maps.RefusedPostException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random operations on a mailbox, each compared with plain lists: what is admitted, what runs and in what order, who waits,
 * how each future ends. The equation of R4 is checked after every step.
 */
class MailboxModelTest {
    private static final int STEPS = 3_000;

    private final HandHost host = new HandHost();
    private final List<Integer> ran = new ArrayList<>();
    private final Map<Integer, CompletableFuture<?>> calls = new HashMap<>();
    private final Map<Integer, CompletableFuture<Void>> waiting = new HashMap<>();

    private final Deque<Integer> high = new ArrayDeque<>();
    private final Deque<Integer> normal = new ArrayDeque<>();
    private final Deque<Integer> line = new ArrayDeque<>();
    private final List<Integer> shouldRun = new ArrayList<>();
    private Admission phase = Admission.ACCEPTED;
    private long accepted;
    private long faults;
    private long failed;
    private int next;

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void behavesAsTheModel(long seed) {
        Random random = new Random(seed);
        int capacity = 1 + random.nextInt(9);
        Mailbox mailbox = new Mailbox(host, new MailboxLimits(capacity, 3, 4));
        for (int step = 0; step < STEPS; step++) {
            int choice = random.nextInt(step > STEPS * 9 / 10 ? 103 : 100);
            if (choice < 30) {
                boolean toHigh = random.nextInt(4) == 0;
                int id = next++;
                boolean throwing = random.nextInt(5) == 0;
                check(model(id, toHigh, capacity), mailbox.offer(() -> run(id, throwing), toHigh));
            } else if (choice < 45) {
                int id = next++;
                boolean throwing = random.nextInt(5) == 0;
                Admission verdict = model(id, false, capacity);
                CompletableFuture<Integer> call = mailbox.call(
                        () -> {
                            run(id, throwing);
                            return id;
                        },
                        false);
                if (verdict.isAccepted()) {
                    calls.put(id, call);
                } else {
                    check(verdict, refusal(call));
                }
            } else if (choice < 65) {
                int id = next++;
                Admission verdict = model(id, false, capacity);
                CompletableFuture<Void> future = mailbox.postAsync(() -> run(id, false));
                if (verdict == Admission.FULL && line.size() < 4) {
                    line.add(id);
                    waiting.put(id, future);
                } else if (verdict.isAccepted()) {
                    assertThat(future).isCompleted();
                } else {
                    check(verdict, refusal(future));
                }
            } else if (choice < 72) {
                if (!line.isEmpty()) {
                    int victim = new ArrayList<>(line).get(random.nextInt(line.size()));
                    line.remove(victim);
                    assertThat(waiting.remove(victim).cancel(false)).isTrue();
                }
            } else if (choice < 99) {
                int budget = random.nextInt(2 * capacity);
                int there = high.size() + normal.size();
                int expected = Math.min(budget, there);
                int admit = 0;
                for (int i = 0; i < expected; i++) {
                    boolean fromHigh = !high.isEmpty();
                    shouldRun.add((fromHigh ? high : normal).poll());
                    if (!fromHigh && !line.isEmpty()) {
                        normal.add(line.poll());
                        accepted++;
                        admit++;
                    }
                }
                assertThat(host.tick(mailbox, budget)).isEqualTo(expected);
                assertThat(mailbox.stats().waiting()).isEqualTo(line.size());
                assertThat(admit).isLessThanOrEqualTo(expected);
            } else if (choice == 99) {
                host.complete();
            } else if (choice < 102) {
                if (phase == Admission.ACCEPTED) {
                    phase = Admission.STOPPING;
                    endLine();
                }
                mailbox.beginClose();
            } else {
                phase = Admission.GONE;
                endLine();
                failed += high.size() + normal.size();
                high.clear();
                normal.clear();
                mailbox.finishClose(null);
            }
            verify(mailbox, capacity);
        }
        mailbox.finishClose(null);
        host.complete();
        assertThat(calls.values()).allMatch(CompletableFuture::isDone);
        assertThat(waiting.values()).allMatch(CompletableFuture::isDone);
        assertThat(mailbox.stats().isBalanced()).isTrue();
    }

    private void endLine() {
        line.clear();
    }

    private Admission model(int id, boolean toHigh, int capacity) {
        if (phase != Admission.ACCEPTED) {
            return phase;
        }
        boolean full = toHigh ? high.size() == 3 : normal.size() == capacity || !line.isEmpty();
        if (full) {
            return Admission.FULL;
        }
        (toHigh ? high : normal).add(id);
        accepted++;
        return Admission.ACCEPTED;
    }

    private void run(int id, boolean throwing) {
        ran.add(id);
        if (throwing) {
            faults++;
            throw new IllegalStateException("planned");
        }
    }

    private void verify(Mailbox mailbox, int capacity) {
        MailboxStats stats = mailbox.stats();
        assertThat(stats.isBalanced()).as("%s", stats).isTrue();
        assertThat(ran).hasSameSizeAs(shouldRun);
        if (!ran.isEmpty()) {
            assertThat(ran.get(ran.size() - 1)).isEqualTo(shouldRun.get(ran.size() - 1));
        }
        assertThat(stats.accepted()).isEqualTo(accepted);
        assertThat(stats.executed()).isEqualTo(ran.size());
        assertThat(stats.faults()).isEqualTo(faults);
        assertThat(stats.failedAtClose()).isEqualTo(failed);
        assertThat(stats.depth()).isEqualTo(high.size() + normal.size()).isEqualTo(mailbox.pending());
        assertThat(stats.highDepth()).isEqualTo(high.size());
        assertThat(stats.waiting()).isEqualTo(line.size());
        assertThat(stats.highWaterDepth()).isBetween(stats.depth(), capacity + 3);
    }

    private static void check(Admission expected, Admission found) {
        assertThat(found).isEqualTo(expected);
    }

    private static Admission refusal(CompletableFuture<?> future) {
        return ((RefusedPostException) catchThrowable(future::get).getCause()).admission();
    }
}
