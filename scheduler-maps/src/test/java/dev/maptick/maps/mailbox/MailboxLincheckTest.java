package dev.maptick.maps.mailbox;

import static org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt.forClasses;

import dev.maptick.core.Names;
import dev.maptick.maps.Admission;
import dev.maptick.maps.MailboxLimits;
import dev.maptick.maps.MailboxStats;
import dev.maptick.maps.RefusedPostException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Closing against posting and draining, in every interleaving of single reads and writes that the model checker comes to.
 *
 * <p>After each run every post that was accepted must have had exactly one outcome or still be queued, nothing may be
 * queued or wait once the map is gone, nobody may wait while there is space, and the counts must add up. It catches, as was
 * tried: a producer that publishes after the last sweep and does not look again, a sweep while a tick polls, a tick that
 * finds the map gone and does not sweep, a tick that makes space and forgets who waits for it. The checker sees all writes
 * in one order, so a missing fence is left to the stress run here and to {@link MailboxStressTest}.
 */
class MailboxLincheckTest {
    private static final int CALLS = 64;
    private static final boolean SOAK = Boolean.getBoolean("maptick.soak");

    /** What the checker calls. */
    public static class Checked extends QuietHost {
        private final Mailbox mailbox = new Mailbox(this, new MailboxLimits(16, 16, 4));
        private final Calls calls = new Calls();

        /** With something there to fight over. */
        public Checked() {
            calls.offer(mailbox, false);
            calls.offer(mailbox, false);
            calls.offer(mailbox, true);
        }

        @Operation
        public Admission post() {
            return calls.offer(mailbox, false);
        }

        @Operation
        public Admission postHigh() {
            return calls.offer(mailbox, true);
        }

        @Operation(nonParallelGroup = "tick")
        public void tick() {
            mailbox.beginDrain(0);
            while (mailbox.runOne()) {}
        }

        @Operation(runOnce = true)
        public void beginClose() {
            mailbox.beginClose();
        }

        @Operation(runOnce = true)
        public void finishClose() {
            mailbox.finishClose(null);
            calls.gone = true;
        }

        @Validate
        public void oneOutcomeEach() {
            calls.verify(mailbox);
        }
    }

    /** The same with one place, so that posts wait. What is admitted then depends on the order; only outcomes are checked. */
    public static class CheckedWaiters extends QuietHost {
        private final Mailbox mailbox = new Mailbox(this, new MailboxLimits(1, 1, 4));
        private final Calls calls = new Calls();

        /** With one post queued and one that waits. */
        public CheckedWaiters() {
            calls.postAsync(mailbox);
            calls.postAsync(mailbox);
        }

        @Operation
        public void postAsync() {
            calls.postAsync(mailbox);
        }

        @Operation(nonParallelGroup = "tick")
        public void tick() {
            mailbox.beginDrain(0);
            while (mailbox.runOne()) {}
        }

        @Operation
        public void cancelTheOneThatWaits() {
            calls.cancel(1);
        }

        @Operation(runOnce = true)
        public void finishClose() {
            mailbox.finishClose(null);
            calls.gone = true;
        }

        @Validate
        public void oneOutcomeEach() {
            calls.verify(mailbox);
        }
    }

    /** Each post's outcomes. */
    private static final class Calls {
        private final AtomicIntegerArray runs = new AtomicIntegerArray(CALLS);
        private final AtomicIntegerArray drops = new AtomicIntegerArray(CALLS);
        private final AtomicIntegerArray accepted = new AtomicIntegerArray(CALLS);
        private final AtomicIntegerArray next = new AtomicIntegerArray(1);
        private final CompletableFuture<?>[] futures = new CompletableFuture<?>[CALLS];
        volatile boolean gone;

        Admission offer(Mailbox mailbox, boolean high) {
            int id = next.getAndIncrement(0);
            Admission verdict = mailbox.offer(new Outcome(this, id), high);
            if (verdict.isAccepted()) {
                accepted.incrementAndGet(id);
            }
            return verdict;
        }

        void postAsync(Mailbox mailbox) {
            int id = next.getAndIncrement(0);
            futures[id] = mailbox.postAsync(new Outcome(this, id));
        }

        void cancel(int id) {
            CompletableFuture<?> future = futures[id];
            if (future != null) {
                var unused = future.cancel(false);
            }
        }

        void verify(Mailbox mailbox) {
            int run = 0;
            int dropped = 0;
            for (int id = 0; id < next.get(0); id++) {
                CompletableFuture<?> future = futures[id];
                if (future != null && future.isDone() && !future.isCompletedExceptionally()) {
                    accepted.set(id, 1);
                }
                int outcomes = runs.get(id) + drops.get(id);
                check(outcomes <= 1, "two outcomes", mailbox);
                check(outcomes == 0 || accepted.get(id) == 1, "an outcome of what was not accepted", mailbox);
                check(!gone || accepted.get(id) == 0 || outcomes == 1, "lost", mailbox);
                check(future == null || !gone || future.isDone(), "a waiter was forgotten", mailbox);
                run += runs.get(id);
                dropped += drops.get(id);
            }
            MailboxStats stats = mailbox.stats();
            check(stats.isBalanced(), "does not add up", mailbox);
            check(stats.executed() == run && stats.failedAtClose() == dropped, "wrong counts", mailbox);
            check(!gone || stats.depth() + stats.waiting() == 0, "left behind", mailbox);
            check(stats.waiting() == 0 || stats.depth() == 1, "waits while there is space", mailbox);
            check(stats.hookFaults() == 0, "a hook failed", mailbox);
        }

        private static void check(boolean right, String wrong, Mailbox mailbox) {
            if (!right) {
                throw new AssertionError(wrong + ": " + mailbox.stats());
            }
        }
    }

    /** A post that notes its outcome. */
    private static final class Outcome extends PostedWork {
        private final Calls calls;
        private final int id;

        Outcome(Calls calls, int id) {
            this.calls = calls;
            this.id = id;
        }

        @Override
        public void run() {
            calls.runs.incrementAndGet(id);
        }

        @Override
        void settle() {}

        @Override
        void drop(RefusedPostException reason) {
            calls.drops.incrementAndGet(id);
        }
    }

    /**
     * What takes no part in any race is not walked through: words for messages, and the line of waiters, which is used
     * under its monitor alone.
     */
    private static ModelCheckingOptions modelChecking() {
        return new ModelCheckingOptions()
                .addGuarantee(forClasses(
                                Names.class.getName(),
                                RefusedPostException.class.getName(),
                                "java.util.LinkedHashSet",
                                "java.util.ArrayList")
                        .allMethods()
                        .ignore())
                .iterations(SOAK ? 20 : 2)
                .invocationsPerIteration(SOAK ? 300 : 40)
                .threads(3)
                .actorsPerThread(2)
                .actorsBefore(0)
                .actorsAfter(0);
    }

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    @DisplayName("each post has one outcome, however close, tick and posts interleave")
    void closeAgainstPost() {
        modelChecking().check(Checked.class);
    }

    /** Slow to walk through; in the default build {@link MailboxStressTest} stands for it. */
    @Test
    @Tag("soak")
    @DisplayName("each post that waits is admitted, withdrawn or told, however close, tick and cancel interleave")
    void closeAgainstWaiters() {
        modelChecking().check(CheckedWaiters.class);
    }

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    @DisplayName("the same on the real machine")
    void underStress() {
        new StressOptions()
                .iterations(SOAK ? 100 : 3)
                .invocationsPerIteration(300)
                .threads(3)
                .actorsPerThread(3)
                .actorsBefore(0)
                .actorsAfter(0)
                .check(Checked.class);
    }
}
