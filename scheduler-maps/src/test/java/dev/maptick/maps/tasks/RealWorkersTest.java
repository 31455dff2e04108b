package dev.maptick.maps.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.maptick.core.SelfWaitException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** The pool on threads of its own, and on virtual ones. B12 (background part), B32 and B34 in real time; G3, G7. */
class RealWorkersTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    private final CountDownLatch inside = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);
    private BackgroundPool pool = new BackgroundPool(BackgroundPoolOptions.DEFAULT.withBounds(2, 4));

    /** A thread of a pool that was stopped has only to return, but may get no processor for a while. */
    @BeforeEach
    void noThreadOfATestBefore() {
        await().pollDelay(Duration.ZERO).atMost(LONG).until(() -> taskThreads().isEmpty());
    }

    @AfterEach
    void endOfPool() {
        release.countDown();
        TaskPoolReport report = pool.shutdown(LONG);
        TestMap.assertAddsUp(pool.stats());
        assertThat(report.stuck().size()).isLessThanOrEqualTo(1);
    }

    private static List<Thread> taskThreads() {
        List<Thread> found = new ArrayList<>();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().startsWith("maptick-task-")) {
                found.add(thread);
            }
        }
        return found;
    }

    /** Work that holds its worker until the test lets it go. */
    private Object hold(TaskContext context) throws InterruptedException {
        inside.countDown();
        release.await();
        return "held";
    }

    @Test
    void twoWorkersAndAQueueOfFourAcceptSixOfTen() {
        List<TestMap> maps = List.of(new TestMap(pool, "house"), new TestMap(pool, "barn"));
        assertSixOfTenAccepted(maps);
        await().atMost(LONG).until(() -> pool.stats().running() == 2);
        assertThat(pool.stats().queued()).isEqualTo(4);
        assertThat(taskThreads()).hasSize(2);
        release.countDown();
        for (TestMap map : maps) {
            await().atMost(LONG).until(() -> map.tasks.pending() == 3);
            map.drain();
            assertThat(map.seen).hasSize(3).allMatch(seen -> seen.endsWith("=held"));
        }
        assertThat(taskThreads()).hasSize(2);
    }

    /** Of two maps in turn, since one alone would not get both workers. */
    private void assertSixOfTenAccepted(List<TestMap> maps) {
        List<TaskAdmission> answers = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            answers.add(maps.get(i % 2).submit("t" + i, this::hold));
        }
        assertThat(answers.subList(0, 6)).containsOnly(TaskAdmission.ACCEPTED);
        assertThat(answers.subList(6, 10)).containsOnly(TaskAdmission.FULL);
    }

    @Test
    void aMapWhoseWorkDoesNotReturnLeavesAWorkerToOthers() {
        pool = new BackgroundPool(BackgroundPoolOptions.DEFAULT);
        TestMap stuck = new TestMap(pool, "stuck");
        TestMap other = new TestMap(pool, "other");
        for (int i = 0; i < 64; i++) {
            assertThat(stuck.submit("s" + i, this::hold)).isEqualTo(TaskAdmission.ACCEPTED);
        }
        await().atMost(LONG).until(() -> stuck.tasks.stats().running() == 3);
        for (int i = 0; i < 50; i++) {
            assertThat(other.submit("o", c -> 1)).isEqualTo(TaskAdmission.ACCEPTED);
            await().atMost(LONG).until(() -> other.tasks.pending() == 1);
            assertThat(other.drain()).isEqualTo(1);
        }
        assertThat(stuck.tasks.stats().running()).isEqualTo(3);
        release.countDown();
        await().atMost(LONG).until(() -> stuck.tasks.pending() == 64);
        assertThat(stuck.drain()).isEqualTo(64);
    }

    @Test
    void noTaskIsLeftBehindALimitWhateverTheWorkersDo() {
        pool = new BackgroundPool(BackgroundPoolOptions.DEFAULT.withBounds(4, 64));
        int each = 20_000;
        List<CompletableFuture<Integer>> ticks = new ArrayList<>();
        for (int thread = 0; thread < 3; thread++) {
            TestMap map = new TestMap(pool, "house-" + thread, TaskLimits.DEFAULT.withRunning(1 + thread));
            ticks.add(CompletableFuture.supplyAsync(() -> submitAndDrain(map, each), task -> new Thread(task).start()));
        }
        for (CompletableFuture<Integer> tick : ticks) {
            assertThat(tick).succeedsWithin(LONG).isEqualTo(each);
        }
        assertThat(pool.stats().queued() + pool.stats().running()).isZero();
    }

    private static int submitAndDrain(TestMap map, int tasks) {
        int submitted = 0;
        int drained = 0;
        long startNs = System.nanoTime();
        while (drained < tasks && System.nanoTime() - startNs < LONG.toNanos()) {
            // In bursts that end with all tasks in, so that one that is left behind is not carried on by the next.
            if (submitted == drained) {
                for (int i = 0; i < 9 && submitted < tasks; i++) {
                    submitted += map.submit("t", c -> 1).isAccepted() ? 1 : 0;
                }
            }
            drained += map.drain();
            map.seen.clear();
            Thread.onSpinWait();
        }
        return drained;
    }

    @Test
    @SuppressWarnings("ThreadPriorityCheck") // what is not to be inherited
    void workersAreDaemonsThatInheritNothing() throws Exception {
        InheritableThreadLocal<String> inheritable = new InheritableThreadLocal<>();
        TestMap map = new TestMap(pool, "house");
        AtomicReference<String> found = new AtomicReference<>();
        Thread tick = new Thread(() -> {
            inheritable.set("of the tick's thread");
            Thread.currentThread().setContextClassLoader(new ClassLoader() {});
            map.submit("a", c -> {
                Thread self = Thread.currentThread();
                found.set(self.getName() + " daemon=" + self.isDaemon() + " priority=" + self.getPriority()
                        + " inherited=" + inheritable.get() + " loader="
                        + (self.getContextClassLoader() == BackgroundPool.class.getClassLoader()));
                return 0;
            });
        });
        tick.setPriority(Thread.MAX_PRIORITY);
        tick.start();
        tick.join();
        await().atMost(LONG).until(() -> found.get() != null);
        assertThat(found.get()).isEqualTo("maptick-task-0 daemon=true priority=5 inherited=null loader=true");
    }

    @Test
    @SuppressWarnings("ThreadPriorityCheck") // what is to be undone
    void whateverATaskLeavesOnItsThreadTheNextOneFindsItClean() {
        pool = new BackgroundPool(BackgroundPoolOptions.DEFAULT.withBounds(1, 500));
        TestMap map = new TestMap(pool, "house", new TaskLimits(500, 500));
        List<String> found = Collections.synchronizedList(new ArrayList<>());
        for (int i = 0; i < 200; i++) {
            map.submit("dirty", c -> {
                Thread self = Thread.currentThread();
                self.setName("dirty");
                self.setPriority(Thread.MIN_PRIORITY);
                self.setContextClassLoader(new ClassLoader() {});
                self.interrupt();
                throw new StackOverflowError("planned");
            });
            map.submit("clean", c -> {
                Thread self = Thread.currentThread();
                Thread.sleep(1);
                found.add(self.getName() + " " + self.isInterrupted() + " " + self.getPriority() + " "
                        + (self.getContextClassLoader() == BackgroundPool.class.getClassLoader()));
                return 0;
            });
        }
        await().atMost(LONG).until(() -> map.tasks.pending() == 400);
        assertThat(found).hasSize(200).containsOnly("maptick-task-0 false 5 true");
        assertThat(pool.stats().panics()).isEqualTo(200);
        assertThat(pool.stats().succeeded()).isEqualTo(200);
    }

    @Test
    void anInterruptibleWaitEndsWithItsCancellation() {
        TestMap map = new TestMap(pool, "house");
        Cancellation caller = new Cancellation();
        map.submit(
                "a",
                BackgroundTask.of(
                        c -> c.interruptibly(() -> {
                            inside.countDown();
                            new CountDownLatch(1).await();
                            return 1;
                        }),
                        caller));
        await().atMost(LONG).until(() -> inside.getCount() == 0);
        caller.cancel();
        await().atMost(LONG).until(() -> map.tasks.pending() == 1);
        map.drain();
        assertThat(map.seen).containsExactly("a!CALLER");
    }

    @Test
    void aLeavingMapDoesNotWaitForItsRunningJob() {
        TestMap map = new TestMap(pool, "house");
        List<CompletableFuture<Object>> futures = new ArrayList<>();
        map.inTick(() -> futures.add(map.tasks.submit(this::hold)));
        await().atMost(LONG).until(() -> pool.stats().running() == 1);
        map.close();
        assertThat(futures.get(0)).isNotDone();
        assertThat(pool.stats().orphaned()).isZero();
        release.countDown();
        assertThat(futures.get(0))
                .failsWithin(LONG)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(TaskCancelledException.class)
                .withMessageStartingWith("map gone");
        assertThat(pool.stats().orphaned()).isEqualTo(1);
    }

    @Test
    void aCompletionSeesEverythingItsWorkWrote() {
        pool = new BackgroundPool(BackgroundPoolOptions.DEFAULT);
        TestMap map = new TestMap(pool, "house");
        int rounds = 20_000;
        int[] good = new int[1];
        map.inTick(() -> {
            int submitted = 0;
            while (map.tasks.stats().completionsRun() < rounds) {
                if (submitted < rounds) {
                    long[] plain = new long[8];
                    long mark = submitted;
                    TaskAdmission answer = map.tasks.submit(
                            c -> {
                                for (int i = 0; i < plain.length; i++) {
                                    plain[i] = mark + i;
                                }
                                return 0;
                            },
                            outcome -> {
                                boolean all = true;
                                for (int i = 0; i < plain.length; i++) {
                                    all &= plain[i] == mark + i;
                                }
                                good[0] += all ? 1 : 0;
                            });
                    submitted += answer.isAccepted() ? 1 : 0;
                }
                map.tasks.beginDrain();
                while (map.tasks.runOne()) {
                    // all of it is in runOne()
                }
            }
        });
        assertThat(good[0]).isEqualTo(rounds);
    }

    @Test
    void aShutdownWaitsForWorkThatAnswersAndNoThreadRemains() {
        TestMap map = new TestMap(pool, "house");
        map.submit("a", c -> {
            while (!c.isCancelled()) {
                Thread.onSpinWait();
            }
            return 1;
        });
        TestMap other = new TestMap(pool, "other");
        other.submit("b", c -> c.interruptibly(() -> hold(c)));
        await().atMost(LONG).until(() -> pool.stats().running() == 2);
        List<Thread> threads = taskThreads();
        assertThat(threads).isNotEmpty();
        TaskPoolReport report = pool.shutdown(LONG);
        assertThat(report).isEqualTo(new TaskPoolReport(0, 2, List.of()));
        await().atMost(LONG).until(() -> threads.stream().noneMatch(Thread::isAlive));
        map.drain();
        other.drain();
        assertThat(map.seen).containsExactly("a!SHUTDOWN");
        assertThat(other.seen).containsExactly("b!SHUTDOWN");
    }

    @Test
    void aShutdownReportsStuckWorkWithThreadAndStack() {
        TestMap map = new TestMap(pool, "house");
        map.submit("a", this::hold);
        await().atMost(LONG).until(() -> inside.getCount() == 0);
        TaskPoolReport report = pool.shutdown(Duration.ofMillis(20));
        assertThat(report.stuck()).singleElement().satisfies(stuck -> {
            assertThat(stuck.map()).isEqualTo("house");
            assertThat(stuck.thread()).startsWith("maptick-task-");
            assertThat(stuck.stack()).anyMatch(frame -> frame.getMethodName().equals("hold"));
        });
        List<Thread> threads = taskThreads();
        release.countDown();
        await().atMost(LONG).until(() -> threads.stream().noneMatch(Thread::isAlive));
        assertThat(map.tasks.pending()).isEqualTo(1);
        assertThat(pool.shutdown(LONG)).isSameAs(report);
    }

    @Test
    void anInterruptEndsTheWaitOfAShutdownAndTheFlagStays() throws Exception {
        TestMap map = new TestMap(pool, "house");
        map.submit("a", this::hold);
        await().atMost(LONG).until(() -> pool.stats().running() == 1);
        CompletableFuture<Boolean> flag = new CompletableFuture<>();
        Thread closer = new Thread(() -> {
            pool.shutdown(Duration.ofHours(1));
            flag.complete(Thread.currentThread().isInterrupted());
        });
        closer.start();
        await().atMost(LONG).until(() -> closer.getState() == Thread.State.TIMED_WAITING);
        closer.interrupt();
        assertThat(flag.get(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aTaskThatShutsItsOwnPoolDownIsRefusedTheWait() {
        TestMap map = new TestMap(pool, "house");
        map.submit("a", c -> {
            pool.shutdown(Duration.ofHours(1));
            return 1;
        });
        await().atMost(LONG).until(() -> map.tasks.pending() == 1);
        map.drain();
        assertThat(map.seen).singleElement().asString().contains(SelfWaitException.class.getName());
        assertThat(map.submit("b", c -> 1)).isEqualTo(TaskAdmission.STOPPING);
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void aVirtualThreadPerTaskKeepsTheSameBounds() throws Exception {
        Executor virtual = (Executor) Class.forName("java.util.concurrent.Executors")
                .getMethod("newVirtualThreadPerTaskExecutor")
                .invoke(null);
        pool = new BackgroundPool(BackgroundPoolOptions.DEFAULT.withBounds(2, 4).withExecutor(virtual));
        List<TestMap> maps = List.of(new TestMap(pool, "house"), new TestMap(pool, "barn"));
        assertSixOfTenAccepted(maps);
        await().atMost(LONG).until(() -> pool.stats().running() == 2);
        release.countDown();
        for (TestMap map : maps) {
            await().atMost(LONG).until(() -> map.tasks.pending() == 3);
            assertThat(map.drain()).isEqualTo(3);
        }
        assertThat(taskThreads()).isEmpty();
    }
}
