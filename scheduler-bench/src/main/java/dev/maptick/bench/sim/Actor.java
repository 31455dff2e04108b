package dev.maptick.bench.sim;

import java.util.concurrent.locks.LockSupport;

/**
 * A thread of the simulation: when it goes on, and since when it is parked. All but the permit belongs to whoever has the
 * baton of {@link VirtualTime}.
 */
final class Actor implements Comparable<Actor> {
    private static final long NEVER = Long.MIN_VALUE;

    final Thread thread;

    /** Among the workers, from 0 on; the maker of the time is none. */
    final int number;

    /** When it goes on; meaningless while it has no such time. */
    long goOnNs;

    /** Breaks ties between those that go on at the same time. */
    long order;

    /** From its release to the moment it goes on. */
    long latencyNs;

    private volatile boolean permit;
    private boolean waiting;
    private long waitingFromNs;
    private long releaseNs;

    /** The latest moment of an earlier wait at which it was parked. */
    private long parkedBeforeNs = NEVER;

    Actor(Thread thread, int number) {
        this.thread = thread;
        this.number = number;
    }

    /** Hands it the baton. */
    void go() {
        permit = true;
        LockSupport.unpark(thread);
    }

    /**
     * Waits for the baton, in real time.
     *
     * @return false if it has not come in so many nanoseconds
     */
    boolean awaitGo(long patienceNs) {
        long fromNs = System.nanoTime();
        while (!permit) {
            long leftNs = patienceNs - (System.nanoTime() - fromNs);
            if (leftNs <= 0) {
                return false;
            }
            LockSupport.parkNanos(this, leftNs);
        }
        permit = false;
        return true;
    }

    /** It waits from now on, until a time or for ever. */
    void park(long nowNs, long untilNs, long latency) {
        waiting = true;
        waitingFromNs = nowNs;
        releaseNs = untilNs;
        latencyNs = latency;
    }

    /** It is called: whether that ends a wait that would have lasted longer. */
    boolean release(long nowNs) {
        if (!waiting || releaseNs <= nowNs) {
            return false;
        }
        releaseNs = nowNs;
        return true;
    }

    /** It goes on. */
    void unpark() {
        waiting = false;
        parkedBeforeNs = parkedUntil(releaseNs);
    }

    /** The latest moment up to now at which it was parked: it waited, and nothing had released it. */
    long lastParkedNs(long nowNs) {
        return waiting ? parkedUntil(Math.min(nowNs, releaseNs)) : parkedBeforeNs;
    }

    /** One that was released at the very instant at which it parked has not been parked. */
    private long parkedUntil(long ns) {
        return ns > waitingFromNs ? ns : parkedBeforeNs;
    }

    @Override
    public int compareTo(Actor other) {
        int byTime = Long.compare(goOnNs, other.goOnNs);
        return byTime != 0 ? byTime : Long.compare(order, other.order);
    }

    @Override
    public String toString() {
        return thread.getName();
    }
}
