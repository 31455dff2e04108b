package dev.maptick.core;

import dev.maptick.core.spi.NanoClock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** A worker goes through its hand while another one takes half of it. {@link JcstressTest} runs it. */
final class HandJcstress {
    private static final int OWNER = 1;
    private static final int OTHER = 2;
    private static final int HELD = 3;
    private static final Lane LANE =
            Crew.ofPool(NanoClock.SYSTEM, 1, 250_000, IndexedHeap::new).lane(0);
    private static final TickOptions OPTIONS = TickOptions.every(Duration.ofMillis(50));
    private static final TickKind KIND = new TickKind("", 0, MissPolicy.SKIP, FaultPolicy.count(), null);

    private HandJcstress() {}

    /**
     * Three ticks in a hand, behind one that is running: each is started by exactly one of the two. The results: which ones somebody started, as bits;
     * which ones both did; how many went to the other worker.
     */
    @JCStressTest
    @State
    @Outcome(id = "7, 0, 0", expect = Expect.ACCEPTABLE, desc = "the owner was through")
    @Outcome(id = "7, 0, 1", expect = Expect.ACCEPTABLE, desc = "one was passed on")
    @Outcome(id = "7, 0, 2", expect = Expect.ACCEPTABLE, desc = "two were passed on")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a tick that runs twice, or that nobody runs")
    public static class NextOrShare {
        private final Hand hand = new Hand(OWNER);
        private final Hand otherHand = new Hand(OTHER);
        private int owned;
        private int shared;

        /** Filled. */
        public NextOrShare() {
            TickEntry first = entry(HELD);
            first.run(OWNER);
            hand.begin(first);
            for (int i = 0; i < HELD; i++) {
                hand.add(entry(i));
            }
        }

        private static TickEntry entry(int id) {
            return new TickEntry("map", KIND, OPTIONS, tick -> {}, LANE, LANE, 50_000_000, id);
        }

        /** The owner, without the lock. */
        @Actor
        public void owner() {
            owned = through(hand, 0);
        }

        /** Another worker, which shares under the lock and then goes through its own hand. */
        @Actor
        public void other() {
            boolean any = hand.share(otherHand);
            shared = through(otherHand, any ? bit(otherHand.running()) : 0);
        }

        /** What became of them. */
        @Arbiter
        public void sum(III_Result r) {
            r.r1 = owned | shared;
            r.r2 = owned & shared;
            r.r3 = Integer.bitCount(shared);
        }

        /** The first deadlines tell which is which. A bit that is there already would show as one too few. */
        private static int through(Hand hand, int before) {
            int bits = before;
            for (TickEntry entry = hand.next(); entry != null; entry = hand.next()) {
                bits += bit(entry);
            }
            return bits;
        }

        private static int bit(@Nullable TickEntry entry) {
            return entry == null ? 0 : 1 << entry.nextNs();
        }
    }
}
