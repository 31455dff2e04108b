package dev.maptick.core;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZI_Result;
import org.openjdk.jcstress.infra.results.ZZZ_Result;

/**
 * Whose turn it is ({@link QueueNode}), between the worker that holds or runs a node and a holder of the lane's lock. The
 * second actor of each test stands for the latter: there is one at a time. {@link JcstressTest} runs them.
 */
final class TurnJcstress {
    private static final int ME = 1;
    private static final int OTHER = 2;

    private TurnJcstress() {}

    private static final class Node extends QueueNode {
        @Override
        long periodNs() {
            return 1;
        }
    }

    /** A held node is started or taken back. Catches a tick that runs while its map was already moved or stopped. */
    @JCStressTest
    @State
    @Outcome(id = "true, false, false", expect = Expect.ACCEPTABLE, desc = "started; noted, so it ends under the lock")
    @Outcome(id = "false, true, false", expect = Expect.ACCEPTABLE, desc = "taken back")
    @Outcome(expect = Expect.FORBIDDEN, desc = "both have it, or nobody, or a started one ends without the lock")
    public static class StartOrTakeBack {
        private final QueueNode node = new Node();

        /** Held. */
        public StartOrTakeBack() {
            node.hold(ME);
        }

        /** The worker. */
        @Actor
        public void worker(ZZZ_Result r) {
            r.r1 = node.start(ME);
        }

        /** A holder of the lock. */
        @Actor
        public void lock(ZZZ_Result r) {
            r.r2 = node.takeBack();
        }

        /** The end of the tick, if there was one. */
        @Arbiter
        public void end(ZZZ_Result r) {
            r.r3 = node.end(ME);
        }
    }

    /** A held node is started by its holder or passed on. Catches a map inside two ticks, and one that nobody runs. */
    @JCStressTest
    @State
    @Outcome(id = "true, false, false", expect = Expect.ACCEPTABLE, desc = "started by its holder")
    @Outcome(id = "false, true, true", expect = Expect.ACCEPTABLE, desc = "passed on, and started by the other")
    @Outcome(expect = Expect.FORBIDDEN, desc = "both have it, or nobody")
    public static class StartOrPassOn {
        private final QueueNode node = new Node();

        /** Held. */
        public StartOrPassOn() {
            node.hold(ME);
        }

        /** The worker. */
        @Actor
        public void worker(ZZZ_Result r) {
            r.r1 = node.start(ME);
        }

        /** A holder of the lock. */
        @Actor
        public void lock(ZZZ_Result r) {
            r.r2 = node.passOn(ME, OTHER);
        }

        /** The other worker, later. */
        @Arbiter
        public void other(ZZZ_Result r) {
            r.r3 = node.start(OTHER);
        }
    }

    /** Passed on, and taken back at once, while its holder starts it. */
    @JCStressTest
    @State
    @Outcome(id = "true, false, false", expect = Expect.ACCEPTABLE, desc = "started: neither passed on nor taken back")
    @Outcome(id = "false, true, true", expect = Expect.ACCEPTABLE, desc = "passed on, then taken back")
    @Outcome(expect = Expect.FORBIDDEN, desc = "more than one has it, or nobody")
    public static class StartOrPassOnAndTakeBack {
        private final QueueNode node = new Node();

        /** Held. */
        public StartOrPassOnAndTakeBack() {
            node.hold(ME);
        }

        /** The worker. */
        @Actor
        public void worker(ZZZ_Result r) {
            r.r1 = node.start(ME);
        }

        /** A holder of the lock, which does both. */
        @Actor
        public void lock(ZZZ_Result r) {
            r.r2 = node.passOn(ME, OTHER);
            r.r3 = node.takeBack();
        }
    }

    /**
     * A tick ends while something is noted. Catches a note that is lost, and a due time of the next turn that the lock's holder
     * does not see.
     */
    @JCStressTest
    @State
    @Outcome(
            id = "true, false, 7",
            expect = Expect.ACCEPTABLE,
            desc = "ended before; the lock's holder sees what it left")
    @Outcome(id = "false, true, 0", expect = Expect.ACCEPTABLE, desc = "noted before: it ends under the lock")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a note lost, an end refused for nothing, or a stale due time")
    public static class EndOrNote {
        private final QueueNode node = new Node();

        /** Running. */
        public EndOrNote() {
            node.run(ME);
        }

        /** The worker. */
        @Actor
        public void worker(ZZI_Result r) {
            node.dueNs = 7;
            r.r1 = node.end(ME);
        }

        /** A holder of the lock. */
        @Actor
        public void lock(ZZI_Result r) {
            boolean noted = node.note();
            r.r2 = noted;
            r.r3 = noted ? 0 : (int) node.dueNs;
        }
    }

    /** A whole tick, started and ended, while something is noted: at no point is the note lost. */
    @JCStressTest
    @State
    @Outcome(id = "true, true, false", expect = Expect.ACCEPTABLE, desc = "over before the note")
    @Outcome(id = "true, false, true", expect = Expect.ACCEPTABLE, desc = "noted while held or running")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a note lost, an end refused for nothing, or a start refused for a note")
    public static class TickOrNote {
        private final QueueNode node = new Node();

        /** Held. */
        public TickOrNote() {
            node.hold(ME);
        }

        /** The worker. */
        @Actor
        public void worker(ZZZ_Result r) {
            r.r1 = node.start(ME);
            r.r2 = node.end(ME);
        }

        /** A holder of the lock. */
        @Actor
        public void lock(ZZZ_Result r) {
            r.r3 = node.note();
        }
    }
}
