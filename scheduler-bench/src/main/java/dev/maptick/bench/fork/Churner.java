package dev.maptick.bench.fork;

import dev.maptick.bench.contender.Contender;
import dev.maptick.bench.contender.MapSpec;
import dev.maptick.bench.contender.Registered;
import dev.maptick.bench.result.Churn;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Registers and unregisters maps beside those that stay, in steps of a millisecond. Each guest stays for {@link #STAY_NS}.
 * The calls are timed while the window is open.
 */
final class Churner implements Runnable {
    private static final long STEP_NS = 1_000_000;
    private static final long STAY_NS = 100_000_000;
    private static final double NS_PER_SECOND = 1e9;

    private final Contender contender;
    private final Window window;
    private final OwnThreads own;
    private final IntFunction<MapSpec> guests;
    private final int perSecond;
    private final Deque<Guest> inside = new ArrayDeque<>();
    private final Tally registers = new Tally();
    private final Tally unregisters = new Tally();
    private final Thread thread = new Thread(this, "bench-churn");
    private volatile boolean stopped;
    private @Nullable RuntimeException failure;

    Churner(Contender contender, Window window, OwnThreads own, int perSecond, IntFunction<MapSpec> guests) {
        this.contender = contender;
        this.window = window;
        this.own = own;
        this.perSecond = perSecond;
        this.guests = guests;
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Stops and waits; what it met goes to the caller. */
    void stop() throws InterruptedException {
        stopped = true;
        thread.join();
        if (failure != null) {
            throw failure;
        }
    }

    /** Once stopped. */
    Churn result() {
        return new Churn(
                unregisters.count() * NS_PER_SECOND / window.lengthNs(),
                registers.mean(),
                registers.percentile(99),
                unregisters.mean(),
                unregisters.percentile(99));
    }

    @Override
    public void run() {
        own.enrol();
        try {
            churn();
        } catch (RuntimeException e) {
            failure = e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void churn() throws InterruptedException {
        long startNs = System.nanoTime();
        int number = 0;
        for (long nowNs = startNs; !stopped; nowNs = System.nanoTime()) {
            // Behind its time it does not catch up by more than a step's worth.
            long wanted = Math.round((nowNs - startNs) / NS_PER_SECOND * perSecond);
            long most = number + 1 + 2L * perSecond * STEP_NS / (long) NS_PER_SECOND;
            while (number < Math.min(wanted, most)) {
                register(guests.apply(number++));
                unregisterOldest();
            }
            Sleep.until(nowNs + STEP_NS);
        }
        inside.forEach(guest -> guest.registered.remove());
    }

    private void register(MapSpec map) {
        long startNs = System.nanoTime();
        Registered registered = contender.add(map);
        long endNs = System.nanoTime();
        inside.add(new Guest(registered, endNs));
        if (window.contains(startNs)) {
            registers.add(endNs - startNs);
        }
    }

    private void unregisterOldest() {
        Guest oldest = inside.peek();
        if (oldest == null || System.nanoTime() - oldest.sinceNs < STAY_NS) {
            return;
        }
        inside.remove();
        long startNs = System.nanoTime();
        oldest.registered.remove();
        long endNs = System.nanoTime();
        if (window.contains(startNs)) {
            unregisters.add(endNs - startNs);
        }
    }

    private record Guest(Registered registered, long sinceNs) {}
}
