package dev.maptick.core;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.maptick.core.spi.NanoClock;
import dev.maptick.core.spi.SchedulerSeam;
import dev.maptick.core.spi.TickStepper;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;
import org.slf4j.LoggerFactory;

/**
 * A whole scheduler, stepped, so that a worker is an actor: its ticks begin and end while an owner asks for something, with all
 * there is in between: hand, lane, wheel, notes, moves, slots. What is asked for is drawn for each encounter. Afterwards every
 * map must be in one place. {@link JcstressTest} runs them.
 *
 * <p>The results: what was asked for, the ticks of the map or where it is, its state, how many workers have something to come, and
 * whether the audit was content, then and after another round.
 */
final class RegistrationJcstress {
    private static final Duration PERIOD = Duration.ofMillis(1);

    /** Ahead of the start and on a slot, so that the maps stay in the wheel. */
    private static final TickOptions OPTIONS = TickOptions.every(PERIOD).phase(PERIOD.dividedBy(2));

    static {
        // Each state starts a scheduler, which says so.
        ((Logger) LoggerFactory.getLogger(TickScheduler.class)).setLevel(Level.WARN);
    }

    /** About as long as what the worker does. */
    private static final int MOST_PAUSE = 20;

    private RegistrationJcstress() {}

    /** One pool worker, one dedicated slot. */
    abstract static class World extends Meeting {
        private final ManualClock clock = new ManualClock(0);

        final TickStepper stepper = TickScheduler.builder()
                .poolThreads(1)
                .dedicatedThreads(1)
                .seam(SchedulerSeam.SYSTEM
                        .withClock(clock)
                        .withProcessors(() -> 64)
                        .withWaiters(() -> new ParkingWaiter(NanoClock.SYSTEM)))
                .startStepped();
        final TickStepper.Worker worker = stepper.workers().get(0);

        /** Any of the audits made so far has found something. */
        volatile boolean alarm;

        TickRegistration register(String name, TickTask body) {
            TickRegistration map = stepper.scheduler().register(name, OPTIONS, body);
            if (!((TickEntry) map).staysInSlot()) {
                throw new AssertionError("not in a wheel");
            }
            return map;
        }

        /** All that is registered is due once. */
        void due() {
            clock.advance(PERIOD.toNanos());
        }

        /** As many ticks as are due. */
        void ticks() {
            while (worker.begin()) {
                worker.end();
            }
        }

        void audit() {
            if (!stepper.scheduler().audit().isClean()) {
                alarm = true;
            }
        }

        /** What the audit says now, and when all that was still to do is done. */
        String soundness() {
            audit();
            due();
            ticks();
            audit();
            return alarm ? "lost" : "sound";
        }

        /** How many workers have something to come. */
        int lanesInUse() {
            int count = 0;
            for (TickStepper.Worker each : stepper.workers()) {
                count += each.hasNext() ? 1 : 0;
            }
            return count;
        }

        long slotsInUse() {
            return stepper.scheduler().stats().dedicatedThreads();
        }
    }

    /** A worker goes through a run of three while the owner of the third one, which it holds at first, asks for something. */
    @JCStressTest
    @State
    @Outcome(
            id = {"unregister, 0, STOPPED, sound", "unregister, 1, STOPPED, sound"},
            expect = Expect.ACCEPTABLE,
            desc = "it has left, before its tick or after it")
    @Outcome(
            id = {"suspend, 0, SUSPENDED, sound", "suspend, 1, SUSPENDED, sound"},
            expect = Expect.ACCEPTABLE,
            desc = "suspended, before its tick or after it")
    @Outcome(
            id = {"suspend and resume, 1, WAITING, sound", "suspend and resume, 2, WAITING, sound"},
            expect = Expect.ACCEPTABLE,
            desc = "it goes on, without the tick that was due or with it")
    @Outcome(id = "audit, 2, WAITING, sound", expect = Expect.ACCEPTABLE, desc = "nothing is found")
    @Outcome(
            expect = Expect.FORBIDDEN,
            desc = "a request is lost, or a map, or it runs after it has left, or a false alarm")
    public static class TickOrRequest extends World {
        private static final String[] REQUESTS = {"unregister", "suspend", "suspend and resume", "audit"};

        private final String request = REQUESTS[ThreadLocalRandom.current().nextInt(REQUESTS.length)];
        private final TickRegistration third;
        private volatile boolean gone;

        /** Due. */
        public TickOrRequest() {
            register("first", tick -> {});
            register("second", tick -> {});
            third = register("third", tick -> {
                if (gone) {
                    alarm = true;
                }
            });
            due();
        }

        /** The worker. */
        @Actor
        public void worker() {
            meet(MOST_PAUSE);
            ticks();
        }

        /** The owner. */
        @Actor
        public void owner() {
            meet(MOST_PAUSE);
            switch (request) {
                case "unregister" -> gone = third.unregister().isDone();
                case "suspend" -> third.suspend();
                case "suspend and resume" -> {
                    third.suspend();
                    third.resume();
                }
                default -> {
                    audit();
                    audit();
                }
            }
        }

        /** What became of it. */
        @Arbiter
        public void sum(L_Result r) {
            String soundness = soundness();
            r.r1 = request + ", " + third.stats().ticks() + ", " + third.state() + ", " + soundness;
        }
    }

    /** A tick ends while its owner asks for something; two locks are taken where that is a move. */
    @JCStressTest
    @State
    @Outcome(
            id = "suspend, 0 slots, SUSPENDED, 0 lanes, sound",
            expect = Expect.ACCEPTABLE,
            desc = "suspended, in no queue")
    @Outcome(
            id = "move, 1 slots, WAITING, 1 lanes, sound",
            expect = Expect.ACCEPTABLE,
            desc = "on its own thread, in one queue")
    @Outcome(
            id = "move back, 0 slots, WAITING, 1 lanes, sound",
            expect = Expect.ACCEPTABLE,
            desc = "in the pool, and the slot is free")
    @Outcome(
            id = "move and unregister, 0 slots, STOPPED, 0 lanes, sound",
            expect = Expect.ACCEPTABLE,
            desc = "it has left, and the slot is free")
    @Outcome(id = "audit, 0 slots, WAITING, 1 lanes, sound", expect = Expect.ACCEPTABLE, desc = "nothing is found")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a request is lost, or a slot, or the map is in two lanes or none")
    public static class EndOrRequest extends World {
        private static final String[] REQUESTS = {"suspend", "move", "move back", "move and unregister", "audit"};

        private final String request = REQUESTS[ThreadLocalRandom.current().nextInt(REQUESTS.length)];
        private final TickRegistration map = register("map", tick -> {});

        /** In its tick, and perhaps about to move. */
        public EndOrRequest() {
            due();
            worker.begin();
            if (request.equals("move back") || request.equals("audit")) {
                map.moveTo(Placement.DEDICATED);
            }
            if (request.equals("audit")) {
                map.moveTo(Placement.POOL);
            }
        }

        /** The worker. */
        @Actor
        public void worker() {
            meet(MOST_PAUSE);
            worker.end();
        }

        /** The owner. */
        @Actor
        public void owner() {
            meet(MOST_PAUSE);
            switch (request) {
                case "suspend" -> map.suspend();
                case "move" -> map.moveTo(Placement.DEDICATED);
                case "move back" -> map.moveTo(Placement.POOL);
                case "move and unregister" -> {
                    map.moveTo(Placement.DEDICATED);
                    boolean unused = map.unregister().isDone();
                }
                default -> {
                    audit();
                    audit();
                }
            }
        }

        /** What became of it. */
        @Arbiter
        public void sum(L_Result r) {
            boolean placed =
                    (map.placement() == Placement.DEDICATED) == (slotsInUse() == 1) || map.state() == TickState.STOPPED;
            r.r1 = request + ", " + (placed ? slotsInUse() : -1) + " slots, " + map.state() + ", " + lanesInUse()
                    + " lanes, " + soundness();
        }
    }
}
