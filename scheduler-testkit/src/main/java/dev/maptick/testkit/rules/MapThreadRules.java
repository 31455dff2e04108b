package dev.maptick.testkit.rules;

import static dev.maptick.testkit.rules.Targets.anyInPackages;
import static dev.maptick.testkit.rules.Targets.anyOf;
import static dev.maptick.testkit.rules.Targets.constructors;
import static dev.maptick.testkit.rules.Targets.methods;
import static dev.maptick.testkit.rules.Targets.objectNotify;
import static dev.maptick.testkit.rules.Targets.objectWait;
import static dev.maptick.testkit.rules.Targets.takes;
import static dev.maptick.testkit.rules.Targets.timed;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.CompositeArchRule;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import java.lang.ref.Cleaner;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionService;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.Future;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TransferQueue;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import java.util.stream.BaseStream;

/**
 * ArchUnit rules for code that runs in maps: it has one thread at a time and must never make that thread wait.
 *
 * <p>A map's code needs no locks, since nothing else touches its state, and a tick that waits makes every map behind it
 * late. Each violation names the call, its line and what to use in its place. Calls are found in lambdas and as method
 * references too. Run the rules over the packages of game code only: code of background tasks may wait. What several maps
 * share by design, a directory with a lock of its own for example, is left out with {@link JavaClasses#that}.
 *
 * <p>What class files do not tell is not found: {@code synchronized} blocks (ArchUnit does not read the instruction that
 * enters one; {@code wait} and {@code notify}, which need one, are found), calls by reflection, calls inside the libraries
 * that game code uses, and {@code StreamSupport.stream} told to be parallel.
 *
 * <p>The rules are immutable and may be kept in static fields; all methods may be called from any thread.
 */
public final class MapThreadRules {

    private static final String POST = "post the work to the map that owns the state (MapHandle.post)";
    private static final String TASK =
            "run it as a background task (MapTasks), whose completion returns to the map's tick";
    private static final String TIMER = "a timer of the map, or ctx.delay(...), which resumes on the map";
    private static final String STATE =
            "plain fields: a map's code runs on one thread at a time; others reach them by post";
    private static final String CONTINUE =
            "go on in a continuation (thenAcceptAsync(..., map executor)) or a background task's completion (MapTasks)";
    private static final String MAP_EXECUTOR =
            "give the map's executor as the last argument, or run it as a background task (MapTasks)";

    private MapThreadRules() {}

    /**
     * Every rule but {@link #noBlockingIo()} as one.
     *
     * @return rule that reports the violations of all
     */
    public static ArchRule all() {
        return CompositeArchRule.of(List.of(
                        noThreads(),
                        noExecutors(),
                        noTimers(),
                        noParallelStreams(),
                        noLocks(),
                        noSleeping(),
                        noBlockingWaits()))
                .as("code that runs in maps should leave threads, locks and waiting to its map");
    }

    /**
     * Checks {@link #all()}.
     *
     * @param classes game code
     * @throws AssertionError listing every violation with what to use instead; also if there are no classes, since a
     *     mistyped package would otherwise pass for ever
     */
    public static void check(JavaClasses classes) {
        all().check(classes);
    }

    /**
     * No thread is created or started, platform or virtual; nor a {@link Cleaner}, which has one.
     *
     * @return rule
     */
    public static ArchRule noThreads() {
        return rule(
                "create or start no threads",
                new Ban(
                        constructors(Thread.class)
                                .or(methods(Thread.class, "start", "ofPlatform", "ofVirtual", "startVirtualThread")),
                        TASK),
                new Ban(anyOf("java.lang.Thread$Builder"), TASK),
                new Ban(methods(ThreadFactory.class, "newThread"), TASK),
                new Ban(methods(Cleaner.class, "create"), "free resources when the map closes (GameMap.onClose)"));
    }

    /**
     * No thread pools, not even the JVM's own: executor services, fork and join, and the {@code …Async} methods of futures
     * without an executor. A plain {@link Executor}, such as a map's own, may be used.
     *
     * @return rule
     */
    public static ArchRule noExecutors() {
        return rule(
                "use no thread pools",
                new Ban(
                        anyOf(Executors.class)
                                .or(anyOf(ExecutorService.class))
                                .or(anyOf(ForkJoinTask.class))
                                .or(anyOf("java.util.concurrent.StructuredTaskScope")),
                        TASK),
                new Ban(constructors(SubmissionPublisher.class), POST),
                new Ban(
                        anyOf(CompletionStage.class)
                                .and(target -> target.getName().endsWith("Async") && !takes(target, Executor.class)),
                        MAP_EXECUTOR));
    }

    /**
     * No timers with a thread of their own, the delays and time limits of {@link CompletableFuture} included.
     *
     * @return rule
     */
    public static ArchRule noTimers() {
        return rule(
                "use no timers but the map's",
                new Ban(anyOf(Timer.class).or(anyOf(TimerTask.class)), TIMER),
                new Ban(methods(CompletableFuture.class, "delayedExecutor", "orTimeout", "completeOnTimeout"), TIMER));
    }

    /**
     * No parallel streams or parallel array operations.
     *
     * @return rule
     */
    public static ArchRule noParallelStreams() {
        return rule(
                "use no parallel streams",
                new Ban(
                        methods(Collection.class, "parallelStream")
                                .or(methods(BaseStream.class, "parallel"))
                                .or(methods(Arrays.class, "parallelSort", "parallelPrefix", "parallelSetAll")),
                        "a sequential stream or loop; for long work " + TASK));
    }

    /**
     * No locks: {@code java.util.concurrent.locks}, synchronized methods, and {@code notify}, which betrays a synchronized
     * block. The blocks themselves cannot be seen.
     *
     * @return rule
     */
    public static ArchRule noLocks() {
        ArchCondition<JavaClass> noLockCalls = BanRule.keep(
                "use no locks",
                List.of(new Ban(
                        anyOf(Lock.class)
                                .or(anyOf(ReadWriteLock.class))
                                .or(anyOf(StampedLock.class))
                                .or(anyOf(Condition.class))
                                .or(anyOf(AbstractOwnableSynchronizer.class))
                                .or(objectNotify()),
                        STATE)));
        return ArchRuleDefinition.classes().should(noLockCalls).andShould(BanRule.haveNoSynchronizedMethods(STATE));
    }

    /**
     * No sleeping, parking, yielding or spinning, and no {@code Object.wait}.
     *
     * @return rule
     */
    public static ArchRule noSleeping() {
        return rule(
                "not sleep",
                new Ban(
                        methods(Thread.class, "sleep", "yield", "onSpinWait")
                                .or(methods(TimeUnit.class, "sleep", "timedWait"))
                                .or(methods(LockSupport.class, "park", "parkNanos", "parkUntil")),
                        TIMER),
                new Ban(objectWait(), "let the other side post to the map (MapHandle.post)"));
    }

    /**
     * No waiting for others: futures, threads, processes, latches, barriers, permits, exchangers and blocking queues. Their
     * forms that answer at once, such as {@code getNow}, {@code poll()} and {@code offer(element)}, may be used.
     *
     * @return rule
     */
    public static ArchRule noBlockingWaits() {
        return rule(
                "wait for nobody",
                new Ban(methods(Future.class, "get", "join"), CONTINUE),
                new Ban(methods(CompletionService.class, "take").or(timed(CompletionService.class, "poll")), TASK),
                new Ban(methods(Thread.class, "join").or(methods(TimeUnit.class, "timedJoin")), TASK),
                new Ban(methods(Process.class, "waitFor"), "Process.onExit() with " + CONTINUE),
                new Ban(
                        methods(CountDownLatch.class, "await")
                                .or(methods(CyclicBarrier.class, "await"))
                                .or(methods(
                                        Phaser.class,
                                        "awaitAdvance",
                                        "awaitAdvanceInterruptibly",
                                        "arriveAndAwaitAdvance"))
                                .or(methods(Semaphore.class, "acquire", "acquireUninterruptibly"))
                                .or(timed(Semaphore.class, "tryAcquire"))
                                .or(methods(Exchanger.class, "exchange")),
                        "let the other side post to the map (MapHandle.post)"),
                new Ban(
                        methods(BlockingQueue.class, "take", "put")
                                .or(timed(BlockingQueue.class, "offer", "poll"))
                                .or(methods(BlockingDeque.class, "takeFirst", "takeLast", "putFirst", "putLast"))
                                .or(timed(BlockingDeque.class, "offerFirst", "offerLast", "pollFirst", "pollLast"))
                                .or(methods(TransferQueue.class, "transfer"))
                                .or(timed(TransferQueue.class, "tryTransfer")),
                        "the map's mailbox (MapHandle.post), which is a bounded queue that never blocks"));
    }

    /**
     * No blocking input and output: files, channels, sockets, HTTP, databases and processes. Not part of {@link #all()},
     * because a map may well read a small file when it opens; streams over memory may be used.
     *
     * @return rule
     */
    public static ArchRule noBlockingIo() {
        return rule(
                "do no blocking input or output",
                new Ban(
                        anyOf(
                                        "java.io.FileInputStream",
                                        "java.io.FileOutputStream",
                                        "java.io.FileReader",
                                        "java.io.FileWriter",
                                        "java.io.RandomAccessFile",
                                        "java.io.Console",
                                        "java.nio.file.Files",
                                        "java.util.zip.ZipFile")
                                .or(anyInPackages("java.nio.channels")),
                        "save state through the map's saving, or " + TASK),
                new Ban(
                        anyOf(
                                        "java.net.Socket",
                                        "java.net.ServerSocket",
                                        "java.net.DatagramSocket",
                                        "java.net.URLConnection",
                                        "java.net.InetAddress")
                                .or(anyInPackages("java.net.http", "javax.net", "java.sql", "javax.sql", "java.rmi"))
                                .or(methods(java.net.URL.class, "openConnection", "openStream", "getContent")),
                        TASK),
                new Ban(methods(ProcessBuilder.class, "start").or(methods(Runtime.class, "exec")), TASK));
    }

    private static ArchRule rule(String description, Ban... bans) {
        return ArchRuleDefinition.classes().should(BanRule.keep(description, List.of(bans)));
    }
}
