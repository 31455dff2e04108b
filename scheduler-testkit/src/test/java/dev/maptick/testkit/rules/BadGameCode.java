package dev.maptick.testkit.rules;

import java.io.FileInputStream;
import java.io.IOException;
import java.lang.ref.Cleaner;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Timer;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import java.util.function.Function;
import java.util.stream.IntStream;

/** One nested class for each way to break a rule; the part before {@code _} names the rule. Nothing here is ever run. */
@SuppressWarnings({"all", "serial"})
final class BadGameCode {

    private BadGameCode() {}

    // threads

    static final class Threads_New {
        void tick() {
            new Thread(() -> {});
        }
    }

    static final class Threads_Start {
        void tick(Thread thread) {
            thread.start();
        }
    }

    static final class Threads_Subclass extends Thread {}

    static final class Threads_Factory {
        Thread tick(ThreadFactory factory) {
            return factory.newThread(() -> {});
        }
    }

    static final class Threads_ConstructorReference {
        Function<Runnable, Thread> tick() {
            return Thread::new;
        }
    }

    static final class Threads_Cleaner {
        Cleaner tick() {
            return Cleaner.create();
        }
    }

    // executors

    static final class Executors_Pool {
        Object tick() {
            return Executors.newCachedThreadPool();
        }
    }

    static final class Executors_Submit {
        void tick(ExecutorService pool) {
            pool.submit(() -> {});
        }
    }

    static final class Executors_Execute {
        void tick(ForkJoinPool pool) {
            pool.execute(() -> {});
        }
    }

    static final class Executors_CommonPool {
        Object tick() {
            return ForkJoinPool.commonPool();
        }
    }

    static final class Executors_Fork extends RecursiveAction {
        @Override
        protected void compute() {}
    }

    static final class Executors_ForkTask {
        void tick(ForkJoinTask<?> task) {
            task.fork();
        }
    }

    static final class Executors_SupplyAsync {
        Object tick() {
            return CompletableFuture.supplyAsync(() -> 1);
        }
    }

    static final class Executors_ThenAsyncInLambda {
        Function<CompletableFuture<String>, Object> tick() {
            return future -> future.thenApplyAsync(String::length);
        }
    }

    // timers

    static final class Timers_Timer {
        Object tick() {
            return new Timer();
        }
    }

    static final class Timers_OrTimeout {
        Object tick(CompletableFuture<String> future) {
            return future.orTimeout(1, TimeUnit.SECONDS);
        }
    }

    static final class Timers_DelayedExecutor {
        Object tick() {
            return CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS, Runnable::run);
        }
    }

    // parallel streams

    static final class ParallelStreams_Collection {
        long tick(List<String> list) {
            return list.parallelStream().count();
        }
    }

    static final class ParallelStreams_Stream {
        long tick() {
            return IntStream.range(0, 9).parallel().sum();
        }
    }

    static final class ParallelStreams_Sort {
        void tick(int[] array) {
            Arrays.parallelSort(array);
        }
    }

    // locks

    static final class Locks_Lock {
        void tick(Lock lock) {
            lock.lock();
        }
    }

    static final class Locks_ReadWriteLock {
        Object tick() {
            return new ReentrantReadWriteLock();
        }
    }

    static final class Locks_StampedLock {
        long tick(StampedLock lock) {
            return lock.tryOptimisticRead();
        }
    }

    static final class Locks_Condition {
        void tick(Condition condition) {
            condition.signal();
        }
    }

    static final class Locks_SynchronizedMethod {
        synchronized void tick() {}
    }

    static final class Locks_SynchronizedStaticMethod {
        static synchronized void tick() {}
    }

    static final class Locks_NotifyInABlock {
        void tick() {
            synchronized (this) {
                notifyAll();
            }
        }
    }

    // sleeping

    static final class Sleeping_Sleep {
        void tick() throws InterruptedException {
            Thread.sleep(1);
        }
    }

    static final class Sleeping_TimeUnit {
        void tick() throws InterruptedException {
            TimeUnit.SECONDS.sleep(1);
        }
    }

    static final class Sleeping_Park {
        void tick() {
            LockSupport.parkNanos(1);
        }
    }

    static final class Sleeping_Wait {
        void tick(Object other) throws InterruptedException {
            synchronized (other) {
                other.wait(5);
            }
        }
    }

    static final class Sleeping_Spin {
        void tick() {
            Thread.onSpinWait();
        }
    }

    static final class Sleeping_MethodReference {
        Runnable tick() {
            return Thread::yield;
        }
    }

    // blocking waits

    static final class BlockingWaits_FutureGet {
        Object tick(Future<?> future) throws Exception {
            return future.get();
        }
    }

    static final class BlockingWaits_TimedGet {
        Object tick(CompletableFuture<?> future) throws Exception {
            return future.get(1, TimeUnit.SECONDS);
        }
    }

    static final class BlockingWaits_JoinByReference {
        Function<CompletableFuture<String>, String> tick() {
            return CompletableFuture::join;
        }
    }

    static final class BlockingWaits_Latch {
        void tick(CountDownLatch latch) throws InterruptedException {
            latch.await();
        }
    }

    static final class BlockingWaits_Barrier {
        void tick(CyclicBarrier barrier) throws Exception {
            barrier.await();
        }
    }

    static final class BlockingWaits_Phaser {
        void tick(Phaser phaser) {
            phaser.arriveAndAwaitAdvance();
        }
    }

    static final class BlockingWaits_Semaphore {
        void tick(Semaphore semaphore) throws InterruptedException {
            semaphore.acquire();
        }
    }

    static final class BlockingWaits_TimedSemaphore {
        boolean tick(Semaphore semaphore) throws InterruptedException {
            return semaphore.tryAcquire(1, TimeUnit.SECONDS);
        }
    }

    static final class BlockingWaits_Exchanger {
        Object tick(Exchanger<String> exchanger) throws InterruptedException {
            return exchanger.exchange("x");
        }
    }

    static final class BlockingWaits_Take {
        Object tick(BlockingQueue<String> queue) throws InterruptedException {
            return queue.take();
        }
    }

    static final class BlockingWaits_Put {
        void tick(LinkedBlockingDeque<String> queue) throws InterruptedException {
            queue.putFirst("x");
        }
    }

    static final class BlockingWaits_TimedPoll {
        Object tick(BlockingQueue<String> queue) throws InterruptedException {
            return queue.poll(1, TimeUnit.SECONDS);
        }
    }

    static final class BlockingWaits_Transfer {
        void tick(LinkedTransferQueue<String> queue) throws InterruptedException {
            queue.transfer("x");
        }
    }

    static final class BlockingWaits_ThreadJoin {
        void tick(Thread thread) throws InterruptedException {
            thread.join();
        }
    }

    static final class BlockingWaits_Process {
        int tick(Process process) throws InterruptedException {
            return process.waitFor();
        }
    }

    // blocking input and output

    static final class BlockingIo_Files {
        Object tick() throws IOException {
            return Files.readString(Path.of("x"));
        }
    }

    static final class BlockingIo_Stream {
        Object tick() throws IOException {
            return new FileInputStream("x");
        }
    }

    static final class BlockingIo_Socket {
        Object tick() throws IOException {
            return new Socket("localhost", 1);
        }
    }

    static final class BlockingIo_Url {
        Object tick() throws IOException {
            return URI.create("http://localhost").toURL().openStream();
        }
    }

    static final class BlockingIo_Process {
        Object tick() throws IOException {
            return new ProcessBuilder("x").start();
        }
    }
}
