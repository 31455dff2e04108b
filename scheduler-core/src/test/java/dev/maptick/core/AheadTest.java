package dev.maptick.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.core.LaneWorld.Actor;
import dev.maptick.core.LaneWorld.Point;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A tick held ahead of its time by a worker that is about to spin: the promises hold as if it were still queued. Would catch
 * a start before its time, a newcomer that is due earlier and waits, a request that a held map does not obey, and a map that is
 * lost when it is taken back.
 */
class AheadTest {
    private static final Duration PERIOD = Duration.ofMillis(50);

    /** One worker that has taken map "a", due at 10 ms, and "waits awake" for that time. */
    private static final class World implements AutoCloseable {
        final LaneWorld lanes;
        final List<String> ticks = new ArrayList<>();
        final Actor worker;
        final TickEntry held;

        World(long startNs) {
            lanes = new LaneWorld(1, 1, startNs, true);
            worker = lanes.workers.get(0);
            lanes.outside.forEach(lanes::step);
            held = add("a", 10);
            settle();
            assertThat(held.isHeld()).isTrue();
            assertThat(worker.waitsUntilMs()).isEqualTo(10);
        }

        TickEntry add(String name, long dueMs) {
            long phaseNs = Math.floorMod(dueMs * 1_000_000, PERIOD.toNanos());
            TickOptions options = TickOptions.every(PERIOD).phase(Duration.ofNanos(phaseNs));
            AtomicReference<TickEntry> added = new AtomicReference<>();
            lanes.whole(() -> added.set((TickEntry)
                    lanes.scheduler.register(name, options, tick -> ticks.add(name + "@" + lanes.nowMs()))));
            return added.get();
        }

        /** Lets the worker go on until it waits. */
        void settle() {
            while (worker.isEnabled()) {
                lanes.step(worker);
            }
            lanes.check("settled");
        }

        void to(long ms) {
            lanes.advanceToMs(ms);
            settle();
        }

        void assertNothingLost() {
            assertThat(lanes.scheduler.audit().lost()).isEmpty();
        }

        @Override
        public void close() {
            lanes.close();
        }
    }

    private static void with(Consumer<World> test) {
        for (long startNs : new long[] {0, -15_000_000L, Long.MAX_VALUE - 15_000_000L}) {
            try (World world = new World(startNs)) {
                test.accept(world);
                world.settle();
                world.assertNothingLost();
            }
        }
    }

    @Test
    void startsWhenItsTimeHasComeAndEachTimeAgain() {
        with(world -> {
            world.to(10);
            world.to(60);
            world.to(110);
            assertThat(world.ticks).containsExactly("a@10", "a@60", "a@110");
            assertThat(world.held.isHeld()).isTrue();
        });
    }

    @Test
    @DisplayName("a worker that returns from its wait for no reason starts nothing before its time")
    void isNeverEarly() {
        with(world -> {
            world.lanes.advanceToMs(9);
            world.lanes.stepSpuriously(world.worker);
            world.settle();
            assertThat(world.ticks).isEmpty();
            world.to(10);
            assertThat(world.ticks).containsExactly("a@10");
        });
    }

    @Test
    void aNewcomerThatIsDueEarlierGoesFirstAtItsTime() {
        with(world -> {
            world.add("b", 5);
            world.settle();
            world.to(5);
            world.to(10);
            assertThat(world.ticks).containsExactly("b@5", "a@10");
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("the order is exact also for a worker that comes late, with a newcomer that is due before or after")
    void theOrderIsThatOfDueTimes(boolean before) {
        with(world -> {
            world.add("b", before ? 9 : 11);
            world.to(20);
            assertThat(world.ticks)
                    .containsExactly(before ? new String[] {"b@20", "a@20"} : new String[] {"a@20", "b@20"});
        });
    }

    @Test
    @DisplayName("taken back it keeps its place among those of one due time")
    void firstComeFirstServed() {
        with(world -> {
            world.add("b", 10);
            assertThat(world.held.isHeld()).isFalse();
            world.lanes.stepSpuriously(world.worker);
            world.settle();
            assertThat(world.held.isHeld())
                    .as("the one that came first is held again")
                    .isTrue();
            world.add("c", 10);
            world.to(10);
            world.to(60);
            assertThat(world.ticks).containsExactly("a@10", "b@10", "c@10", "a@60", "b@60", "c@60");
        });
    }

    @Test
    void aHeldMapThatIsSuspendedDoesNotTickUntilItIsResumed() {
        with(world -> {
            world.lanes.whole(world.held::suspend);
            world.to(30);
            assertThat(world.ticks).isEmpty();
            world.lanes.whole(world.held::resume);
            world.to(60);
            assertThat(world.ticks).containsExactly("a@60");
        });
    }

    @Test
    void aHeldMapLeavesAtOnce() {
        with(world -> {
            AtomicReference<CompletableFuture<Void>> gone = new AtomicReference<>();
            world.lanes.whole(() -> gone.set(world.held.unregister()));
            assertThat(gone.get()).isDone();
            world.to(60);
            assertThat(world.ticks).isEmpty();
        });
    }

    @Test
    void aHeldMapTakesItsLastTaskAtOnce() {
        with(world -> {
            world.lanes.advanceToMs(3);
            world.lanes.whole(() -> assertThat(
                            world.held.unregister(tick -> world.ticks.add("last@" + world.lanes.nowMs())))
                    .isNotDone());
            world.settle();
            world.to(60);
            assertThat(world.ticks).containsExactly("last@3");
        });
    }

    @Test
    void aHeldMapTakesAnotherPeriodFromItsNextPointOn() {
        with(world -> {
            world.lanes.whole(() -> world.held.setPeriod(Duration.ofMillis(5)));
            world.to(10);
            world.to(15);
            world.to(20);
            assertThat(world.ticks).containsExactly("a@10", "a@15", "a@20");
        });
    }

    @Test
    void aMapResumedToTheSameDueTimeHasItsTurn() {
        with(world -> {
            TickEntry other = world.add("b", 10);
            world.lanes.whole(other::suspend);
            world.settle();
            world.lanes.whole(other::resume);
            world.to(10);
            assertThat(world.ticks).containsExactlyInAnyOrder("a@10", "b@10");
        });
    }

    @Test
    @DisplayName("a shutdown ends a worker that holds a tick, without that tick")
    void aWorkerThatIsCalledToEndEnds() {
        World world = new World(0);
        world.close();
        assertThat(world.lanes.scheduler.shutdown(Duration.ofSeconds(20)).unfinished())
                .isEmpty();
        assertThat(world.ticks).isEmpty();
        assertThat(world.held.isHeld()).isFalse();
    }

    @Test
    @DisplayName("whoever looks at the posts and the head finds it where it is, and it stays there")
    void isPublishedWhileItIsHeld() {
        with(world -> {
            assertThat(world.lanes.crew().soonestNs()).isEqualTo(world.held.dueNs);
            assertThat(world.lanes.crew().peek()).isSameAs(world.held);
            assertThat(world.held.isHeld()).isTrue();
            assertThat(world.worker.point).isEqualTo(Point.WAIT);
        });
    }
}
