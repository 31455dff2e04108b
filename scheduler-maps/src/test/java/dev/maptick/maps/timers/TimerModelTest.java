package dev.maptick.maps.timers;

import static dev.maptick.maps.timers.TimerWorld.MS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.maptick.maps.TimerFiring;
import dev.maptick.maps.TimerLimits;
import dev.maptick.maps.TimerRefusal;
import dev.maptick.maps.TimerStats;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random walks against a plain sorted set in which every timer has its exact due time. Starts, cancels by id and name,
 * cancel-all, callbacks that start, cancel and throw, gaps of nothing to hours, small limits and budgets.
 */
class TimerModelTest {
    private static final int OPERATIONS = 200_000;

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE, Long.MAX_VALUE - 3_000 * MS, -3_600_000 * MS})
    void behavesAsASortedSet(long origin) {
        new Walk(origin, TimerLimits.defaults().withPending(300), seed()).run(OPERATIONS / 20);
    }

    @Test
    void behavesAsASortedSetWithAWheelOfOneSlotAndOddBudgets() {
        new Walk(0, TimerLimits.defaults().withSlots(1).withCallbacksPerTick(1), seed()).run(OPERATIONS / 20);
        new Walk(0, TimerLimits.defaults().withSlots(4).withStep(Duration.ofMillis(64)), seed()).run(OPERATIONS / 20);
        new Walk(0, TimerLimits.defaults().withPending(5_000).withCallbacksPerTick(7), seed()).run(OPERATIONS / 20);
    }

    /** All operations in one walk, so that the largest state is met too. */
    @Test
    void behavesAsASortedSetThroughManyOperations() {
        new Walk(Long.MAX_VALUE - 60_000 * MS, TimerLimits.defaults().withPending(300), seed()).run(OPERATIONS);
    }

    @Test
    @Tag("soak")
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    void behavesAsASortedSetForLong() {
        for (int i = 0; i < 20; i++) {
            new Walk(i * (Long.MAX_VALUE / 10), TimerLimits.defaults(), seed()).run(OPERATIONS);
        }
    }

    private static long seed() {
        return System.nanoTime();
    }

    private record Due(long time, long id) implements Comparable<Due> {
        @Override
        public int compareTo(Due other) {
            int byTime = Long.compare(time, other.time);
            return byTime != 0 ? byTime : Long.compare(id, other.id);
        }
    }

    private static final class Entry {
        final long period;
        final String name;
        long due;

        Entry(long due, long period, String name) {
            this.due = due;
            this.period = period;
            this.name = name;
        }
    }

    private static final class Walk {
        private final Random random;
        private final long seed;
        private final TimerLimits limits;
        private final TimerWorld world;
        private final TimerWheel timers;
        private final long stepNs;
        private final TreeSet<Due> order = new TreeSet<>();
        private final Map<Long, Entry> model = new HashMap<>();
        private final List<Long> ids = new ArrayList<>();
        private long time;
        private long scheduled;
        private long fired;
        private long coalesced;
        private long faults;
        private int depth;

        Walk(long origin, TimerLimits limits, long seed) {
            this.seed = seed;
            this.limits = limits;
            random = new Random(seed);
            world = new TimerWorld(origin, limits);
            timers = world.timers;
            stepNs = limits.step().toNanos();
        }

        void run(int operations) {
            System.out.println("TimerModelTest: origin " + world.originNs + ", " + limits + ", seed " + seed);
            try {
                for (int i = 0; i < operations; i++) {
                    operate();
                }
                drain();
            } catch (Throwable t) {
                throw new AssertionError("seed " + seed + ", origin " + world.originNs, t);
            }
        }

        private void operate() {
            int dice = random.nextInt(100);
            if (dice < 45) {
                start();
            } else if (dice < 65) {
                cancelOne();
            } else if (dice < 69) {
                cancelName();
            } else if (dice == 69 && random.nextInt(200) == 0) {
                cancelAll();
            } else if (dice < 75) {
                time += random.nextInt(3) * stepNs / 3;
                world.set(time);
            } else {
                advance(gap());
            }
            check();
        }

        private long gap() {
            return switch (random.nextInt(12)) {
                case 0 -> 0;
                case 1 -> 1 + random.nextInt(1_000);
                case 2 -> stepNs;
                case 3 -> random.nextInt(5_000) * MS;
                case 4 -> random.nextInt(10) == 0 ? random.nextInt(7_200_000) * MS : 50 * MS;
                default -> 50 * MS;
            };
        }

        private Duration delay() {
            return switch (random.nextInt(10)) {
                case 0 -> Duration.ofNanos(1 + random.nextInt(100));
                case 1, 2, 3 -> Duration.ofMillis(8L * (1 + random.nextInt(40)));
                case 4, 5 -> Duration.ofNanos(1 + random.nextInt(1_000_000_000));
                case 6 -> Duration.ofMillis(1 + random.nextInt(5_000));
                case 7 -> Duration.ofMillis(1 + random.nextInt(100_000));
                case 8 -> Duration.ofMillis(4_080 + random.nextInt(40));
                default -> random.nextInt(20) == 0 ? Duration.ofSeconds(Long.MAX_VALUE) : Duration.ofHours(1);
            };
        }

        private void start() {
            Duration first = delay();
            boolean repeating = random.nextInt(4) == 0;
            Duration period = repeating ? delay() : null;
            String name = random.nextInt(3) == 0 ? "n" + random.nextInt(5) : null;
            long id;
            if (repeating) {
                id = name == null
                        ? timers.every(first, period, this::onTimer)
                        : timers.every(name, first, period, this::onTimer);
            } else {
                id = name == null ? timers.after(first, this::onTimer) : timers.after(name, first, this::onTimer);
            }
            if (model.size() >= limits.pending()) {
                assertThat(TimerRefusal.of(id)).isEqualTo(TimerRefusal.FULL);
                return;
            }
            assertThat(TimerRefusal.of(id)).isNull();
            scheduled++;
            Entry entry = new Entry(Steps.plus(time, Steps.nanos(first)), repeating ? Steps.nanos(period) : 0, name);
            assertThat(model.put(id, entry)).isNull();
            order.add(new Due(entry.due, id));
            ids.add(id);
        }

        private void cancelOne() {
            if (ids.isEmpty()) {
                return;
            }
            int i = random.nextInt(ids.size());
            long id = ids.get(i);
            ids.set(i, ids.get(ids.size() - 1));
            ids.remove(ids.size() - 1);
            if (timers.cancel(id) != forget(id) || timers.cancel(id)) {
                fail("cancel of " + id);
            }
        }

        private void cancelName() {
            String name = "n" + random.nextInt(5);
            List<Long> named = new ArrayList<>();
            model.forEach((id, entry) -> {
                if (name.equals(entry.name)) {
                    named.add(id);
                }
            });
            assertThat(timers.cancelNamed(name)).isEqualTo(named.size());
            named.forEach(this::forget);
        }

        private void cancelAll() {
            assertThat(timers.cancelAll()).isEqualTo(model.size());
            model.clear();
            order.clear();
        }

        private boolean forget(long id) {
            Entry entry = model.remove(id);
            if (entry != null) {
                order.remove(new Due(entry.due, id));
            }
            return entry != null;
        }

        private void advance(long gap) {
            time += gap;
            world.set(time);
            long firedBefore = fired;
            int count = timers.advance(world.nanoTime());
            assertThat((long) count).isEqualTo(fired - firedBefore);
            if (count < limits.callbacksPerTick() && !order.isEmpty()) {
                assertThat(roundedUp(order.first().time)).isGreaterThan(time);
            }
        }

        private void onTimer(TimerFiring firing) throws Exception {
            fired++;
            Due first = order.pollFirst();
            if (first == null || first.id != firing.id()) {
                fail("fired " + firing + " where the model has " + first);
            }
            if (roundedUp(first.time) > time) {
                fail("early: " + firing);
            }
            Entry entry = model.get(first.id);
            if (firing.dueNanos() != world.originNs + first.time || !Objects.equals(firing.name(), entry.name)) {
                fail("facts of " + firing);
            }
            long missed = 0;
            if (entry.period == 0) {
                model.remove(first.id);
            } else {
                long floor = time / stepNs * stepNs;
                missed = (floor - entry.due) / entry.period;
                entry.due = Steps.plus(entry.due + missed * entry.period, entry.period);
                order.add(new Due(entry.due, first.id));
            }
            coalesced += missed;
            if (firing.coalesced() != missed) {
                fail("fired " + firing + " where the model has missed " + missed);
            }
            if (depth == 0) {
                depth++;
                inside(firing.id());
                depth--;
            }
        }

        /** What callbacks do to the timers. */
        private void inside(long own) throws Exception {
            switch (random.nextInt(12)) {
                case 0 -> start();
                case 1 -> assertThat(timers.cancel(own)).isEqualTo(forget(own));
                case 2 -> {
                    assertThat(timers.cancel(own)).isEqualTo(forget(own));
                    start();
                    start();
                }
                case 3 -> cancelOne();
                case 4 -> cancelName();
                case 5 -> {
                    // What comes next in this very round.
                    if (!order.isEmpty()) {
                        long id = order.first().id;
                        assertThat(timers.cancel(id)).isEqualTo(forget(id));
                    }
                }
                case 6 -> {
                    faults++;
                    throw new Exception("planted");
                }
                default -> {}
            }
            check();
        }

        private void check() {
            if (timers.pending() != model.size()) {
                fail("pending " + timers.pending() + " where the model has " + model.size());
            }
            if (random.nextInt(16) == 0 && depth == 0) {
                long next = timers.nextDueNanos() - world.originNs;
                assertThat(next).isEqualTo(order.isEmpty() ? Steps.NEVER : roundedUp(order.first().time));
            }
        }

        private void drain() {
            while (true) {
                long before = fired;
                advance(0);
                if (fired == before) {
                    break;
                }
            }
            TimerStats stats = timers.stats();
            assertThat(stats.scheduled()).isEqualTo(scheduled);
            assertThat(stats.fired()).isEqualTo(fired);
            assertThat(stats.coalesced()).isEqualTo(coalesced);
            assertThat(stats.faults()).isEqualTo(faults);
            assertThat(stats.finished() + stats.cancelled() + stats.pending()).isEqualTo(scheduled);
            if (faults == 0 || fired < 1_000) {
                fail("a walk that fired " + fired + " times proves little");
            }
            timers.cancelAll();
            advance(0);
            advance(0);
            assertThat(timers.hasNextDue()).isFalse();
            world.set(time + 1);
        }

        private long roundedUp(long due) {
            long step = due / stepNs + (due % stepNs == 0 ? 0 : 1);
            return step > Steps.NEVER / stepNs ? Steps.NEVER : step * stepNs;
        }
    }
}
