package dev.maptick.testkit.rules;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** What code in a map may well do, close to everything that is banned. */
final class GoodGameCode {

    private final Queue<String> plain = new ArrayDeque<>();
    private final BlockingQueue<String> bounded = new ArrayBlockingQueue<>(4);
    private final Semaphore permits = new Semaphore(1);
    private final AtomicLong counter = new AtomicLong();

    long tick(Executor map, CompletableFuture<String> answer) {
        CompletableFuture<Void> done = answer.thenAcceptAsync(plain::add, map);
        counter.incrementAndGet();
        boolean offered = bounded.offer("x");
        @Nullable String polled = bounded.poll();
        boolean permitted = permits.tryAcquire();
        String soon = answer.getNow("not yet");
        String name = Thread.currentThread().getName();
        map.execute(() -> plain.add(name + soon + polled));
        long nanos = TimeUnit.MILLISECONDS.toNanos(
                List.of(1, 2).stream().mapToInt(i -> i).sum());
        return done.isDone() && offered && permitted ? nanos : join("a", "b").length() + get();
    }

    /** Named like waiting methods, but the game's own. */
    private static String join(String one, String other) {
        return one + other;
    }

    private int get() {
        return plain.size();
    }

    void wait(int rounds) {
        plain.add("round " + rounds);
    }

    void notify(String whom) {
        wait(1);
        plain.add(whom);
    }

    void tellAll() {
        notify("all");
    }
}
