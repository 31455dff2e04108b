package dev.maptick.bench.contender;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A thread for each map, of the platform or virtual. Of virtual ones as many run at once as there are tick threads. */
final class ThreadContender implements Contender {
    private static final @Nullable MethodHandle START_VIRTUAL = startVirtual();
    private static final long PATIENCE_SECONDS = 20;

    /** Small: there may be thousands. */
    private static final long STACK_BYTES = 256 * 1024L;

    private final boolean virtual;
    private final Set<ThreadMap> maps = ConcurrentHashMap.newKeySet();

    ThreadContender(boolean virtual) {
        this.virtual = virtual;
    }

    /** Why there are no virtual threads, if there are none. */
    static Optional<String> virtualUnavailable() {
        return START_VIRTUAL != null
                ? Optional.empty()
                : Optional.of("virtual threads came with JDK 21, this is "
                        + Runtime.version().feature());
    }

    @Override
    public void open(int threads, int dedicatedThreads) {
        if (virtual) {
            // Read by the JDK when the first virtual thread starts.
            System.setProperty("jdk.virtualThreadScheduler.parallelism", Integer.toString(threads));
        }
    }

    @Override
    public Registered add(MapSpec map) {
        ThreadMap added = new ThreadMap(map);
        maps.add(added);
        if (virtual) {
            startVirtually(added);
        } else {
            Thread thread = new Thread(null, added, map.name(), STACK_BYTES);
            thread.setDaemon(true);
            thread.start();
        }
        return added;
    }

    private static void startVirtually(Runnable task) {
        try {
            if (START_VIRTUAL == null) {
                throw new IllegalStateException("no virtual threads");
            }
            Thread started = (Thread) START_VIRTUAL.invokeExact(task);
            if (started.isInterrupted()) {
                throw new IllegalStateException("a new thread that is interrupted");
            }
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("cannot start a virtual thread", e);
        }
    }

    private static @Nullable MethodHandle startVirtual() {
        try {
            return MethodHandles.publicLookup()
                    .findStatic(
                            Thread.class, "startVirtualThread", MethodType.methodType(Thread.class, Runnable.class));
        } catch (NoSuchMethodException | IllegalAccessException e) {
            return null;
        }
    }

    @Override
    public void close() throws InterruptedException {
        maps.forEach(ThreadMap::remove);
        long untilNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        for (ThreadMap map : maps) {
            if (!map.ended.await(untilNs - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                throw new IllegalStateException("threads that do not end");
            }
        }
    }

    private static final class ThreadMap extends GridMap implements Runnable {
        private final CountDownLatch ended = new CountDownLatch(1);
        private volatile @Nullable Thread thread;

        ThreadMap(MapSpec map) {
            super(map);
        }

        @Override
        public void run() {
            thread = Thread.currentThread();
            long nowNs = System.nanoTime();
            while (!gone) {
                if (deadlineNs - nowNs > 0) {
                    LockSupport.parkNanos(this, deadlineNs - nowNs);
                    nowNs = System.nanoTime();
                } else {
                    nowNs = tick();
                }
            }
            ended.countDown();
        }

        /** A thread that has not told itself yet looks at {@code gone} before its first wait. */
        @Override
        public void remove() {
            super.remove();
            LockSupport.unpark(thread);
        }
    }
}
