package dev.maptick.testkit;

import dev.maptick.core.spi.DeadlineWaiter;
import dev.maptick.core.spi.SchedulerSeam;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Virtual time for real worker threads: where they wait, and the handshake by which a test knows that they do.
 *
 * <pre>{@code
 * SteppedWaiter time = new SteppedWaiter();
 * TickScheduler scheduler = TickScheduler.builder().poolThreads(2).seam(time.seam()).start();
 * scheduler.register("house", TickOptions.every(Duration.ofMillis(50)).phase(Duration.ZERO), body);
 * time.awaitWaiting(2);                   // the tick due at 0 has ended, both workers wait again
 * time.advanceBy(Duration.ofMillis(50));  // wakes who waits for that deadline, and nobody else
 * time.awaitWaiting(2);
 * }</pre>
 *
 * <p><b>The handshake is exact.</b> A worker counts as waiting from the moment it really waits until the moment it is
 * signalled, or its deadline is reached, not until its thread has noticed. So right after {@code register} or
 * {@code advanceTo} has returned, {@link #awaitWaiting} of all workers means that everything those calls have set off is
 * over: who is woken wakes others before it waits again. Never advance before the handshake, or a tick may see a later
 * time than the one it was woken for. A worker held inside a tick does not wait: ask for one less.
 *
 * <p>Any move of the {@link #clock()} releases who is due, also one made by a tick. A tick that advances the clock moves it
 * for all workers; prefer {@link SteppedScheduler} where several ticks with costs overlap.
 *
 * <p><b>The keeper.</b> Once a shutdown has begun, the scheduler's keeper thread waits here too, for the limit. It is in no
 * count. A shutdown in which no tick is held ends by itself without time moving; to let the limit pass, call
 * {@code shutdownAsync} and then advance by the limit, with no handshake needed.
 *
 * <p>Any thread may call anything. Waits of the test are in real time and bounded; one that fails tells where each worker
 * is instead.
 */
public final class SteppedWaiter implements DeadlineWaiter.Factory {
    /** How long the test waits for workers, in real time, unless told otherwise. */
    public static final Duration DEFAULT_PATIENCE = Duration.ofSeconds(10);

    private final ManualClock clock;
    private final Duration patience;
    private final ReentrantLock lock = new ReentrantLock();

    /** Someone has begun or ended waiting. */
    private final Condition changed = lock.newCondition();

    /** Those of threads that may still wait. Guarded by the lock, as are all counts. */
    private final List<Waiter> waiters = new ArrayList<>();

    private long waits;
    private long wakeUps;

    /** On a clock of its own that starts at zero. */
    public SteppedWaiter() {
        this(new ManualClock());
    }

    /**
     * On a clock.
     *
     * @param clock the scheduler's clock
     */
    public SteppedWaiter(ManualClock clock) {
        this(clock, DEFAULT_PATIENCE);
    }

    /**
     * On a clock, with another bound for the test's own waits.
     *
     * @param clock the scheduler's clock
     * @param patience longest wait in real time, above 0
     */
    public SteppedWaiter(ManualClock clock, Duration patience) {
        if (patience.isNegative() || patience.isZero()) {
            throw new IllegalArgumentException("patience=" + patience + ", allowed: above 0");
        }
        this.clock = clock;
        this.patience = patience;
        clock.watch(this::releaseDue);
    }

    /**
     * The seam for a scheduler with real threads on this time. Unregister futures complete on the worker that ends the
     * map, so that they are done when {@link #awaitWaiting} returns; what depends on them must not block.
     *
     * @return a seam with this clock and these waiters
     */
    public SchedulerSeam seam() {
        return SchedulerSeam.SYSTEM.withClock(clock).withWaiters(this).withCompletions(Runnable::run);
    }

    /**
     * The clock.
     *
     * @return as given
     */
    public ManualClock clock() {
        return clock;
    }

    /** Makes the waiter of one worker; called by the scheduler. */
    @Override
    public DeadlineWaiter get() {
        Waiter waiter = new Waiter(Thread.currentThread());
        lock.lock();
        try {
            waiters.removeIf(Waiter::isOver);
            waiters.add(waiter);
        } finally {
            lock.unlock();
        }
        return waiter;
    }

    /**
     * Blocks until exactly so many workers wait.
     *
     * @param workers how many
     * @throws AssertionError after {@link #DEFAULT_PATIENCE}, or what was given, telling where each worker is
     */
    public void awaitWaiting(int workers) {
        long leftNs = patience.toNanos();
        lock.lock();
        try {
            while (countWaiting() != workers) {
                if (leftNs <= 0) {
                    throw new AssertionError(describe(workers));
                }
                leftNs = changed.awaitNanos(leftNs);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for " + workers + " workers to wait", e);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Moves the clock in one step and releases every worker whose deadline is reached. What lies between comes late, as
     * after a freeze of the host.
     *
     * @param nanos a reading of the clock, not before now
     */
    public void advanceTo(long nanos) {
        clock.set(nanos);
    }

    /**
     * The same as {@link #advanceTo(long)}, by a distance.
     *
     * @param time 0 or more
     */
    public void advanceBy(Duration time) {
        clock.advance(time);
    }

    /**
     * Moves the clock from deadline to deadline: waits until so many workers wait, moves on to the earliest deadline any of
     * them waits for, waits again, and so on up to a time, deadlines at that very time included. At the end all of them
     * wait again and the clock shows that time.
     *
     * @param workers how many workers wait when nothing is to do
     * @param nanos a reading of the clock, not before now
     * @throws AssertionError when they do not all wait in time, telling where each worker is
     */
    public void advanceWhenQuiet(int workers, long nanos) {
        for (; ; ) {
            awaitWaiting(workers);
            long nowNs = clock.nanoTime();
            if (nanos - nowNs < 0) {
                throw new IllegalArgumentException(
                        "advance to " + nanos + ", which lies " + (nowNs - nanos) + " ns before now");
            }
            if (nanos == nowNs) {
                return;
            }
            clock.reach(nowNs + Math.min(nanos - nowNs, nanosToEarliest(nowNs)));
        }
    }

    /**
     * How many workers wait at this moment.
     *
     * @return 0 or more
     */
    public int waiting() {
        lock.lock();
        try {
            return countWaiting();
        } finally {
            lock.unlock();
        }
    }

    /**
     * How often a worker has begun to wait, those included that found their time come or a signal there already.
     *
     * @return a total over all workers that never goes down
     */
    public long waits() {
        lock.lock();
        try {
            return waits;
        } finally {
            lock.unlock();
        }
    }

    /**
     * How often a worker has left its wait. Counted at the moment of the signal, or of the move of the clock, that ends
     * the wait: {@code waits() = wakeUps() + waiting()}.
     *
     * @return a total over all workers that never goes down
     */
    public long wakeUps() {
        lock.lock();
        try {
            return wakeUps;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Each worker that has come to its waiter at least once and whose thread is alive.
     *
     * @return a snapshot, in the order in which the workers were made
     */
    public List<State> states() {
        lock.lock();
        try {
            List<State> states = new ArrayList<>();
            for (Waiter waiter : waiters) {
                Thread owner = waiter.owner;
                if (owner != null && owner.isAlive() && !waiter.isKeeper()) {
                    states.add(new State(
                            owner.getName(),
                            waiter.ownWaits,
                            waiter.ownWakeUps,
                            waiter.waiting,
                            waiter.waiting && waiter.timed ? waiter.deadlineNs : null));
                }
            }
            return states;
        } finally {
            lock.unlock();
        }
    }

    /**
     * One worker, as its waiter sees it. Immutable.
     *
     * @param thread the name of its thread
     * @param waits how often it has begun to wait
     * @param wakeUps how often it has left its wait
     * @param waiting whether it waits
     * @param deadlineNanos the time it waits for, null if for a signal alone or not at all
     */
    public record State(
            String thread,
            long waits,
            long wakeUps,
            boolean waiting,
            @Nullable Long deadlineNanos) {}

    private void releaseDue() {
        lock.lock();
        try {
            long nowNs = clock.nanoTime();
            for (Waiter waiter : waiters) {
                if (waiter.waiting && waiter.timed && waiter.deadlineNs - nowNs <= 0) {
                    waiter.release();
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private long nanosToEarliest(long nowNs) {
        lock.lock();
        try {
            long earliest = Long.MAX_VALUE;
            for (Waiter waiter : waiters) {
                if (waiter.waiting && waiter.timed) {
                    earliest = Math.min(earliest, Math.max(0, waiter.deadlineNs - nowNs));
                }
            }
            return earliest;
        } finally {
            lock.unlock();
        }
    }

    private int countWaiting() {
        int count = 0;
        for (Waiter waiter : waiters) {
            if (waiter.waiting && !waiter.isKeeper()) {
                count++;
            }
        }
        return count;
    }

    private String describe(int wanted) {
        StringBuilder out = new StringBuilder("after ")
                .append(patience)
                .append(' ')
                .append(countWaiting())
                .append(" workers wait and not ")
                .append(wanted)
                .append(", at ")
                .append(clock);
        for (Waiter waiter : waiters) {
            out.append(System.lineSeparator()).append("  ").append(waiter);
            Thread owner = waiter.owner;
            if (owner != null && !waiter.waiting) {
                for (StackTraceElement frame : owner.getStackTrace()) {
                    out.append(System.lineSeparator()).append("      at ").append(frame);
                }
            }
        }
        return out.toString();
    }

    /** The place of one worker. Everything in it is guarded by the lock. */
    private final class Waiter implements DeadlineWaiter {
        /** A worker's is made by whoever starts the worker, the keeper's by the keeper itself. */
        private final Thread maker;

        private final Condition released = lock.newCondition();
        private @Nullable Thread owner;
        private boolean signalled;
        private boolean waiting;
        private boolean timed;
        private long deadlineNs;
        private long ownWaits;
        private long ownWakeUps;

        Waiter(Thread maker) {
            this.maker = maker;
        }

        @Override
        public void prepare() {
            lock.lock();
            try {
                owner = Thread.currentThread();
                signalled = false;
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void awaitUntil(long deadlineNanos) {
            await(true, deadlineNanos);
        }

        @Override
        public void awaitSignal() {
            await(false, 0);
        }

        private void await(boolean withDeadline, long deadline) {
            lock.lock();
            try {
                count(1, 0);
                if (signalled || (withDeadline && deadline - clock.nanoTime() <= 0)) {
                    count(0, 1);
                    return;
                }
                timed = withDeadline;
                deadlineNs = deadline;
                waiting = true;
                changed.signalAll();
                while (waiting) {
                    released.awaitUninterruptibly();
                }
            } finally {
                lock.unlock();
                // As in the scheduler's own waiter: an interrupt means nothing to a worker that waits.
                Thread.interrupted();
            }
        }

        @Override
        public void signal() {
            lock.lock();
            try {
                signalled = true;
                if (waiting) {
                    release();
                }
            } finally {
                lock.unlock();
            }
        }

        void release() {
            waiting = false;
            count(0, 1);
            released.signal();
            changed.signalAll();
        }

        private void count(int begun, int left) {
            ownWaits += begun;
            ownWakeUps += left;
            if (!isKeeper()) {
                waits += begun;
                wakeUps += left;
            }
        }

        boolean isKeeper() {
            return owner == maker;
        }

        boolean isOver() {
            return owner != null && !owner.isAlive();
        }

        @Override
        public String toString() {
            if (owner == null) {
                return "a worker made by " + maker.getName() + " that has not come here yet";
            }
            return owner.getName()
                    + (waiting ? timed ? " waits until " + deadlineNs : " waits for a signal" : " does not wait")
                    + (owner.isAlive() ? "" : ", its thread has ended");
        }
    }

    @Override
    public String toString() {
        return "SteppedWaiter[" + waiting() + " waiting, " + clock + "]";
    }
}
