package dev.maptick.core;

import java.util.concurrent.TimeUnit;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A node's turn ({@link QueueNode}) with two workers, which start and end, and a lock, under which one thread at a time takes,
 * passes on, takes back and notes: every run must be explained by some order of whole operations on a word in plain Java.
 * Catches a node that two workers start, a note that an end does not see, and an end refused without one.
 */
class TurnLincheckTest {
    private static final int ONE = 1;
    private static final int TWO = 2;

    /** The real one. */
    public static class Real {
        private final QueueNode node = new QueueNode() {
            @Override
            long periodNs() {
                return 1;
            }
        };

        /** Worker one starts it, if it holds it. */
        @Operation(nonParallelGroup = "one")
        public boolean startOne() {
            return node.start(ONE);
        }

        /** Worker one ends its turn, if it runs it and nothing is noted. */
        @Operation(nonParallelGroup = "one")
        public boolean endOne() {
            return node.end(ONE);
        }

        /** As {@link #startOne}. */
        @Operation(nonParallelGroup = "two")
        public boolean startTwo() {
            return node.start(TWO);
        }

        /** As {@link #endOne}. */
        @Operation(nonParallelGroup = "two")
        public boolean endTwo() {
            return node.end(TWO);
        }

        /** Worker one takes it, if it waits. */
        @Operation(nonParallelGroup = "lock")
        public boolean holdOne() {
            boolean waits = node.waits();
            if (waits) {
                node.hold(ONE);
            }
            return waits;
        }

        /** From worker one to worker two. */
        @Operation(nonParallelGroup = "lock")
        public boolean passOn() {
            return node.passOn(ONE, TWO);
        }

        /** Makes it wait, or sees to it that it ends under the lock. */
        @Operation(nonParallelGroup = "lock")
        public boolean takeBack() {
            return node.takeBack();
        }

        /** Leaves a note. */
        @Operation(nonParallelGroup = "lock")
        public boolean note() {
            return node.note();
        }
    }

    /** The same as a state, its worker, and whether something is noted. */
    public static class Plain {
        private int held;
        private int running;
        private boolean noted;

        /** As {@link Real#startOne}. */
        public boolean startOne() {
            return start(ONE);
        }

        /** As {@link Real#endOne}. */
        public boolean endOne() {
            return end(ONE);
        }

        /** As {@link Real#startTwo}. */
        public boolean startTwo() {
            return start(TWO);
        }

        /** As {@link Real#endTwo}. */
        public boolean endTwo() {
            return end(TWO);
        }

        /** As {@link Real#holdOne}. */
        public boolean holdOne() {
            boolean waits = held == 0 && running == 0;
            if (waits) {
                held = ONE;
            }
            return waits;
        }

        /** As {@link Real#passOn}. */
        public boolean passOn() {
            boolean passed = held == ONE;
            if (passed) {
                held = TWO;
            }
            return passed;
        }

        /** As {@link Real#takeBack}. */
        public boolean takeBack() {
            if (running != 0) {
                noted = true;
                return false;
            }
            held = 0;
            noted = false;
            return true;
        }

        /** As {@link Real#note}. */
        public boolean note() {
            noted = held != 0 || running != 0;
            return noted;
        }

        private boolean start(int worker) {
            boolean mine = held == worker;
            if (mine) {
                held = 0;
                running = worker;
            }
            return mine;
        }

        private boolean end(int worker) {
            boolean ends = running == worker && !noted;
            if (ends) {
                running = 0;
            }
            return ends;
        }
    }

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void modelChecked() {
        new ModelCheckingOptions()
                .iterations(10)
                .invocationsPerIteration(50)
                .threads(3)
                .actorsPerThread(2)
                .actorsBefore(1)
                .sequentialSpecification(Plain.class)
                .check(Real.class);
    }

    @Test
    @Tag("soak")
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    void modelCheckedForLong() {
        new ModelCheckingOptions()
                .iterations(100)
                .invocationsPerIteration(1_000)
                .threads(3)
                .actorsPerThread(4)
                .actorsBefore(2)
                .sequentialSpecification(Plain.class)
                .check(Real.class);
    }

    @Test
    @Tag("soak")
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    void stressed() {
        new StressOptions()
                .iterations(50)
                .invocationsPerIteration(2_000)
                .threads(3)
                .actorsPerThread(4)
                .actorsBefore(2)
                .sequentialSpecification(Plain.class)
                .check(Real.class);
    }
}
