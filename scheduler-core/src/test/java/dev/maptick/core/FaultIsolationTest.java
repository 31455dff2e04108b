package dev.maptick.core;

import static dev.maptick.core.CoreFixture.HOUR;
import static dev.maptick.core.CoreFixture.MS;
import static dev.maptick.core.CoreFixture.addsUp;
import static dev.maptick.core.CoreFixture.eventually;
import static dev.maptick.core.CoreFixture.noThreadRemains;
import static dev.maptick.core.CoreFixture.pool;
import static dev.maptick.core.CoreFixture.workerThreads;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Cases B09 and B10: what a tick throws costs that tick, is told, and harms neither the map's place nor its thread. */
@Timeout(60)
class FaultIsolationTest {
    @BeforeEach
    void noThreadOfATestBefore() {
        noThreadRemains();
    }

    private static final class Odd extends Throwable {
        private static final long serialVersionUID = 1L;
    }

    @SuppressWarnings("InfiniteRecursion") // on purpose
    private static int endless(int depth) {
        return endless(depth + 1) + 1;
    }

    @SuppressWarnings("TypeParameterUnusedInFormals") // throws what the compiler would not let pass
    private static <T extends Throwable> void sneaky(Throwable t) throws T {
        @SuppressWarnings("unchecked")
        T any = (T) t;
        throw any;
    }

    private static Map<String, TickTask> faults() {
        Map<String, TickTask> faults = new LinkedHashMap<>();
        faults.put("runtime exception", t -> {
            throw new IllegalArgumentException("bad");
        });
        faults.put("assertion error", t -> {
            throw new AssertionError("no");
        });
        faults.put("stack overflow", t -> endless(0));
        faults.put("out of memory", t -> {
            if (t.number() % 2 == 0) {
                throw new OutOfMemoryError("thrown");
            }
            long[] tooLarge = new long[Integer.MAX_VALUE];
            throw new AssertionError("got " + tooLarge.length);
        });
        faults.put("linkage error", t -> {
            throw new NoClassDefFoundError("Gone");
        });
        faults.put("thread death", t -> {
            throw new ThreadDeath();
        });
        faults.put("interrupted", t -> FaultIsolationTest.<RuntimeException>sneaky(new InterruptedException()));
        faults.put("interrupted with the flag set", t -> {
            Thread.currentThread().interrupt();
            throw new InterruptedException();
        });
        faults.put("a throwable of its own kind", t -> FaultIsolationTest.<RuntimeException>sneaky(new Odd()));
        return faults;
    }

    @DisplayName("B09: whatever is thrown, every map is attempted at every deadline on the one thread there is (R6)")
    @ParameterizedTest
    @EnumSource(Placement.class)
    void everyKindOfThrowable(Placement placement) {
        Map<String, TickTask> faults = faults();
        int dedicated = placement == Placement.DEDICATED ? faults.size() + 1 : 0;
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        AtomicInteger interrupted = new AtomicInteger();
        TickOptions options = TickOptions.every(Duration.ofMillis(20)).placement(placement);
        try (LogCapture log = new LogCapture();
                TickScheduler scheduler = pool(1).dedicatedThreads(dedicated).start()) {
            Map<String, TickRegistration> bad = new LinkedHashMap<>();
            faults.forEach((name, body) -> bad.put(name, scheduler.register(name, options, tick -> {
                threads.add(Thread.currentThread());
                if (Thread.currentThread().isInterrupted()) {
                    interrupted.incrementAndGet();
                }
                body.tick(tick);
            })));
            TickRegistration healthy = scheduler.register("healthy", options, t -> threads.add(Thread.currentThread()));

            eventually(
                    "40 ticks each",
                    () -> healthy.stats().ticksEnded() >= 40
                            && bad.values().stream().allMatch(r -> r.stats().ticksEnded() >= 40));

            assertThat(workerThreads(Placement.POOL)).containsExactly("maptick-pool-0");
            assertThat(threads).hasSize(placement == Placement.POOL ? 1 : dedicated);
            assertThat(scheduler.stats().poolThreads()).isEqualTo(1);
            assertThat(scheduler.stats().listenerFailures()).isZero();
            bad.values().forEach(r -> r.unregister().join());
            healthy.unregister().join();
            bad.forEach((name, map) -> {
                TickStats stats = map.stats();
                assertThat(stats.faults()).as(name).isEqualTo(stats.ticks()).isEqualTo(stats.ticksEnded());
                assertThat(stats.consecutiveFaults()).as(name).isEqualTo(stats.ticks());
                assertThat(addsUp(stats)).as(name).isTrue();
            });
            assertThat(healthy.stats().faults()).isZero();
            assertThat(interrupted).hasValue(0);
            assertThat(log.messages(Level.ERROR))
                    .as("each bad map is named")
                    .hasSizeGreaterThanOrEqualTo(faults.size());
        }
    }

    @DisplayName(
            "B09 with a policy: whatever is thrown, each map is quarantined and tried again, and no thread is lost (R6)")
    @ParameterizedTest
    @EnumSource(Placement.class)
    void everyKindOfThrowableIsQuarantined(Placement placement) {
        Map<String, TickTask> faults = faults();
        faults.put("a throwable that can't be read", t -> {
            throw new IllegalStateException() {
                private static final long serialVersionUID = 1L;

                @Override
                public String getMessage() {
                    Thread.currentThread().interrupt();
                    throw new AssertionError("no message");
                }
            };
        });
        int dedicated = placement == Placement.DEDICATED ? faults.size() + 1 : 0;
        FaultPolicy policy = FaultPolicy.count()
                .backOff(2)
                .backOffCap(1)
                .quarantine(4)
                .trial(Duration.ofMillis(1), Duration.ofMillis(1));
        TickOptions options = TickOptions.every(MS.multipliedBy(5)).placement(placement);
        AtomicInteger interrupted = new AtomicInteger();
        try (LogCapture log = new LogCapture();
                TickScheduler scheduler = pool(1).dedicatedThreads(dedicated).start()) {
            Map<String, TickRegistration> bad = new LinkedHashMap<>();
            faults.forEach((name, body) -> bad.put(name, scheduler.register(name, options.faultPolicy(policy), tick -> {
                if (Thread.currentThread().isInterrupted()) {
                    interrupted.incrementAndGet();
                }
                body.tick(tick);
            })));
            TickRegistration healthy = scheduler.register("healthy", options, t -> {});

            eventually(
                    "40 ticks of the healthy one, and 10 trials of each other",
                    () -> healthy.stats().ticksEnded() >= 40
                            && bad.values().stream()
                                    .allMatch(r -> r.faultStanding().quarantines() >= 10));

            assertThat(workerThreads(Placement.POOL)).containsExactly("maptick-pool-0");
            assertThat(scheduler.stats().poolThreads()).isEqualTo(1);
            // The logger can't read that one throwable either.
            assertThat(scheduler.stats().listenerFailures()).isPositive();
            assertThat(scheduler.audit().lost()).isEmpty();
            bad.values().forEach(r -> r.unregister().join());
            healthy.unregister().join();
            bad.forEach((name, map) -> {
                TickStats stats = map.stats();
                assertThat(stats.faults()).as(name).isEqualTo(stats.ticks()).isEqualTo(stats.ticksEnded());
                assertThat(map.faultStanding().backOffs()).as(name).isOne();
                assertThat(stats.suspended()).as(name).isPositive();
                assertThat(addsUp(stats)).as(name).isTrue();
                assertThat(log.messages(Level.ERROR))
                        .as(name)
                        .anyMatch(m -> m.startsWith("map " + Names.quote(name)) && m.contains("quarantined for 1 ms"));
            });
            assertThat(healthy.stats().faults()).isZero();
            assertThat(interrupted).hasValue(0);
        }
    }

    @Test
    @DisplayName("B10: one fault, one record with map, group, tick number and stack; the next tick is on the old grid")
    void oneFaultOneRecord() {
        try (LogCapture log = new LogCapture();
                TickScheduler scheduler = pool(1).start()) {
            IllegalStateException fault = new IllegalStateException("third time unlucky");
            AtomicLong fourthDeadline = new AtomicLong();
            TickRegistration map = scheduler.register(
                    "house\"17", TickOptions.every(Duration.ofMillis(5)).group("house"), tick -> {
                        if (tick.number() == 3) {
                            throw fault;
                        }
                        if (tick.number() == 4) {
                            fourthDeadline.set(tick.deadlineNanos());
                        }
                    });
            eventually("6 ticks", () -> map.stats().ticksEnded() >= 6);

            TickStats stats = map.stats();
            assertThat(stats.faults()).isEqualTo(1);
            assertThat(stats.consecutiveFaults()).isZero();
            assertThat((fourthDeadline.get() - stats.firstDeadlineNanos()) % stats.periodNanos())
                    .isZero();
            assertThat(log.events(Level.ERROR)).singleElement().satisfies(e -> {
                assertThat(e.getFormattedMessage())
                        .contains("map \"house\\\"17\" of \"house\": tick 3 threw")
                        .contains("0 faults left out");
                assertThat(LogCapture.thrown(e)).isSameAs(fault);
            });
        }
    }

    @Test
    @DisplayName(
            "B10: a map that throws at every tick gets one full record a second, which says how many were left out")
    void steadyFaultsAreLeftOutAndCounted() {
        Pattern record = Pattern.compile("tick (\\d+) threw \\((\\d+) faults left out");
        try (LogCapture log = new LogCapture();
                TickScheduler scheduler = pool(1).start()) {
            long startNs = System.nanoTime();
            TickRegistration map = scheduler.register("bad", TickOptions.every(MS), tick -> {
                throw new IllegalStateException("at every tick");
            });
            eventually("three records", () -> log.events(Level.ERROR).size() >= 3);
            map.unregister().join();
            double seconds = (System.nanoTime() - startNs) / 1e9;

            List<ILoggingEvent> records = log.events(Level.ERROR);
            assertThat(records.size()).isLessThanOrEqualTo((int) seconds + 1);
            long before = 0;
            for (ILoggingEvent event : records) {
                Matcher m = record.matcher(event.getFormattedMessage());
                assertThat(m.find()).as(event.getFormattedMessage()).isTrue();
                long tick = Long.parseLong(m.group(1));
                assertThat(Long.parseLong(m.group(2)))
                        .as("left out before tick %d", tick)
                        .isEqualTo(tick - before - 1);
                assertThat(event.getThrowableProxy()).isNotNull();
                before = tick;
            }
            assertThat(map.stats().faults()).isEqualTo(map.stats().ticks());
        }
    }

    @Test
    void everyMapHasItsOwnLimit() {
        try (LogCapture log = new LogCapture();
                TickScheduler scheduler = pool(1).start()) {
            for (int i = 0; i < 5; i++) {
                scheduler.register("bad-" + i, TickOptions.every(MS), tick -> {
                    throw new IllegalStateException("bad");
                });
            }
            for (int i = 0; i < 5; i++) {
                String name = "\"bad-" + i + "\"";
                eventually(
                        "a record of " + name,
                        () -> log.messages(Level.ERROR).stream().anyMatch(m -> m.contains(name)));
            }
        }
    }

    @Test
    void recordsCanBeSwitchedOffAndFaultsStillCount() {
        try (LogCapture log = new LogCapture();
                TickScheduler scheduler = pool(1).faultLogPerSecond(0).start()) {
            TickRegistration map = scheduler.register("bad", TickOptions.every(MS), tick -> {
                throw new IllegalStateException("bad");
            });
            eventually("faults", () -> map.stats().faults() >= 5);
            assertThat(log.events(Level.ERROR)).isEmpty();
        }
    }

    @Test
    @DisplayName("a logger that throws, and a fault that can't even be printed, cost nothing but the record")
    void loggerThatThrows() {
        try (LogCapture log = new LogCapture().throwing();
                TickScheduler scheduler = pool(1).start()) {
            TickRegistration map = scheduler.register("bad", TickOptions.every(MS), tick -> {
                throw new IllegalStateException() {
                    private static final long serialVersionUID = 1L;

                    @Override
                    public String getMessage() {
                        throw new IllegalStateException("no message either");
                    }
                };
            });
            AtomicInteger healthy = new AtomicInteger();
            scheduler.register("healthy", TickOptions.every(MS), t -> healthy.incrementAndGet());

            eventually("both tick on", () -> map.stats().faults() >= 20 && healthy.get() >= 20);

            assertThat(scheduler.stats().listenerFailures()).isPositive();
            assertThat(workerThreads(Placement.POOL)).hasSize(1);
            assertThat(log.events(Level.ERROR)).isNotEmpty();
        }
    }

    @Test
    @DisplayName("listeners that throw from every call disturb neither the map nor each other")
    void listenersThatThrow() {
        TickListener bad = new TickListener() {
            @Override
            public void onRegistered(TickRegistration registration) {
                throw new IllegalStateException("registered");
            }

            @Override
            public void onUnregistered(TickRegistration registration) {
                throw new StackOverflowError();
            }

            @Override
            public void onTick(
                    TickRegistration registration,
                    Placement placement,
                    int worker,
                    long deadlineNanos,
                    long startNanos,
                    long endNanos,
                    long skipped,
                    Throwable fault) {
                throw new NoSuchMethodError("tick");
            }

            @Override
            public void onLastTask(
                    TickRegistration registration, Placement placement, long startNanos, long endNanos, Throwable f) {
                throw new IllegalStateException("last");
            }

            @Override
            public void onMoved(TickRegistration registration, Placement from, Placement to) {
                throw new IllegalStateException("moved");
            }

            @Override
            public void onSuspendedPoints(TickRegistration registration, long count) {
                throw new IllegalStateException("suspended");
            }

            @Override
            public void onSkipped(TickRegistration registration, long count) {
                throw new IllegalStateException("skipped");
            }
        };
        AtomicInteger told = new AtomicInteger();
        TickListener good = new TickListener() {
            @Override
            public void onUnregistered(TickRegistration registration) {
                told.incrementAndGet();
            }
        };
        try (LogCapture log = new LogCapture();
                TickScheduler scheduler =
                        pool(1).dedicatedThreads(1).listener(bad).listener(good).start()) {
            AtomicInteger lastTasks = new AtomicInteger();
            TickRegistration map = scheduler.register("map", TickOptions.every(MS), t -> {});
            eventually("ticks", () -> map.stats().ticksEnded() >= 5);
            assertThat(map.moveTo(Placement.DEDICATED)).isEqualTo(MoveResult.MOVED);
            map.suspend();
            eventually("suspended", () -> map.state() == TickState.SUSPENDED);
            map.setPeriod(Duration.ofMillis(2));
            map.resume();
            long before = map.stats().ticks();
            eventually("ticks on", () -> map.stats().ticks() > before + 5);
            map.unregister(t -> lastTasks.incrementAndGet()).join();

            assertThat(lastTasks).hasValue(1);
            assertThat(told).hasValue(1);
            assertThat(map.stats().faults()).isZero();
            assertThat(scheduler.stats().listenerFailures())
                    .isGreaterThanOrEqualTo(map.stats().ticks() + 3);
            assertThat(log.messages(Level.ERROR)).anyMatch(m -> m.contains("threw and was passed over"));

            scheduler.removeListener(bad);
            long failures = scheduler.stats().listenerFailures();
            TickRegistration quiet = scheduler.register("quiet", TickOptions.every(MS), t -> {});
            eventually("ticks", () -> quiet.stats().ticksEnded() >= 5);
            quiet.unregister().join();
            assertThat(scheduler.stats().listenerFailures()).isEqualTo(failures);
        }
    }

    @Test
    @DisplayName("a Tick kept beyond its call, or used on another thread, is refused with a message that says so")
    void tickUsedOutsideItsCall() throws Exception {
        try (TickScheduler scheduler = pool(1).start()) {
            Tick[] kept = new Tick[1];
            Throwable[] inOtherThread = new Throwable[1];
            Throwable[] inOtherTick = new Throwable[1];
            TickRegistration map =
                    scheduler.register("map", TickOptions.every(HOUR).phase(Duration.ZERO), t -> {});
            map.unregister(tick -> {
                        kept[0] = tick;
                        Thread other = new Thread(() -> {
                            try {
                                tick.deadlineNanos();
                            } catch (Throwable t) {
                                inOtherThread[0] = t;
                            }
                        });
                        other.start();
                        other.join();
                        assertThat(tick.isLast()).isTrue();
                    })
                    .join();
            TickRegistration second = scheduler.register("second", TickOptions.every(HOUR), t -> {});
            second.unregister(tick -> {
                        try {
                            kept[0].number();
                        } catch (Throwable t) {
                            inOtherTick[0] = t;
                        }
                    })
                    .join();

            for (Throwable t : new Throwable[] {inOtherThread[0], inOtherTick[0]}) {
                assertThat(t)
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("\"map\"")
                        .hasMessageContaining("valid only inside its call");
            }
            List<Runnable> uses = List.of(
                    kept[0]::number,
                    kept[0]::deadlineNanos,
                    kept[0]::startNanos,
                    kept[0]::latenessNanos,
                    kept[0]::periodNanos,
                    kept[0]::periodsElapsed,
                    kept[0]::skipped,
                    kept[0]::isLast,
                    kept[0]::registration);
            for (Runnable use : uses) {
                assertThatIllegalStateException().isThrownBy(use::run);
            }
            assertThat(kept[0]).hasToString("Tick of \"map\"");
        }
    }
}
