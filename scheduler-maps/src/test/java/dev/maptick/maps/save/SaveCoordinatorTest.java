package dev.maptick.maps.save;

import static dev.maptick.maps.save.SaveWorld.ms;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.maptick.core.SettingsException;
import dev.maptick.maps.save.SaveWorld.House;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** The periodic part of saving in virtual time; U6 of the feature ledger. The final part is in {@link FinalSaveTest}. */
class SaveCoordinatorTest {
    private static final SaveOptions OPTIONS = SaveOptions.defaults()
            .withInterval(Duration.ofSeconds(10))
            .withAtOnce(2)
            .withRetries(3, Duration.ofMillis(100), Duration.ofMillis(150));

    private final SaveWorld world = new SaveWorld(OPTIONS, 0);

    @ParameterizedTest
    @ValueSource(longs = {0, -5_000_000_000L, Long.MAX_VALUE - 15_000_000_000L})
    void savesEachMapOnceInEveryInterval(long startNs) throws IOException {
        SaveWorld here = new SaveWorld(OPTIONS, startNs);
        List<House> houses = List.of(here.open("a"), here.open("b"), here.open("c"));

        here.run(startNs + ms(40_000), ms(50), houses);

        SaveStats stats = here.stats();
        assertThat(stats.written()).isEqualTo(12);
        assertThat(stats.maps()).isEqualTo(3);
        assertThat(stats.missedTurns()).isZero();
        assertThat(stats.bytesWritten()).isEqualTo(12 * 8);
        assertThat(here.inner.load("a").orElseThrow().sequence()).isEqualTo(4);
    }

    @Test
    void spreadsTurnsEvenlyOverTheInterval() throws IOException {
        int maps = 1_000;
        SaveOptions options = OPTIONS.withAtOnce(1_024);
        SaveWorld here = new SaveWorld(options, 0);
        List<House> houses = new ArrayList<>();
        for (int i = 0; i < maps; i++) {
            houses.add(here.open("house-" + i));
        }
        houses.forEach(House::tick);
        long[] perSlot = new long[10];
        long before = 0;
        for (int slot = 0; slot < 10; slot++) {
            here.run(ms(1_000) * (slot + 1), ms(50), houses);
            perSlot[slot] = here.stats().written() - before;
            before += perSlot[slot];
        }

        // The turns of the last step are still under way.
        assertThat(before).isBetween(maps - 10L, (long) maps);
        assertThat(Arrays.stream(perSlot).max().getAsLong())
                .as("%s", Arrays.toString(perSlot))
                .isLessThan(110);
    }

    @Test
    void capturesOnTheTickAndEncodesAndWritesOffIt() throws IOException {
        House house = world.open("house");
        house.tick();
        world.untilWanted(house);
        assertThat(house.prepares).isEqualTo(1);
        assertThat(house.wakes).isEqualTo(1);
        assertThat(world.stats().captured()).isZero();

        house.pauseNs = ms(3);
        house.tick();
        assertThat(world.stats().captured()).isEqualTo(1);
        assertThat(world.stats().inFlight()).isEqualTo(1);
        assertThat(world.stats().pauseMaxNanos()).isEqualTo(ms(3));
        assertThat(world.stats().pauseTotalNanos()).isEqualTo(ms(3));
        assertThat(world.inner.load("house")).isEmpty();

        house.tick();
        assertThat(world.runTasks()).isEqualTo(1);
        assertThat(world.savedValue("house")).isEqualTo(2);
        assertThat(world.stats().written()).isEqualTo(1);
        assertThat(world.events).containsExactly("captured house", "written house");
    }

    @Test
    void leavesOutAMapThatHasNotTickedSince() throws IOException {
        House house = world.open("house");
        world.run(ms(10_000), ms(50), List.of(house));

        world.run(ms(50_000), ms(50), List.of());

        // One more save for the ticks after the first one; it waits for a tick in one of the map's turns, and the
        // suspended map was told to wake in each.
        assertThat(house.wakes).isGreaterThan(1);
        world.untilWanted(house);
        house.tick();
        world.runTasks();
        long written = world.stats().written();
        world.run(ms(100_000), ms(50), List.of());
        assertThat(world.stats().written()).isEqualTo(written);
        assertThat(world.stats().unchanged()).isEqualTo(1);
        assertThat(world.stats().dormant()).isEqualTo(1);
        int wakes = house.wakes;
        world.run(ms(150_000), ms(50), List.of());
        assertThat(house.wakes).isEqualTo(wakes);
    }

    @Test
    void aMapThatTracksChangesIsSavedOnlyAfterOne() throws IOException {
        House house = world.openTracked("house");
        world.run(ms(30_000), ms(50), List.of(house));
        assertThat(world.stats().captured()).isZero();
        assertThat(world.stats().dormant()).isEqualTo(1);

        house.saving.markChanged();
        world.run(ms(60_000), ms(50), List.of(house));

        assertThat(world.stats().written()).isEqualTo(1);
        assertThat(world.stats().unchanged()).isEqualTo(1);
        assertThat(world.stats().dormant()).isEqualTo(1);
    }

    @Test
    void aSlowStoreMakesCapturesWaitInOrder() throws IOException {
        List<House> houses = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            houses.add(world.open("house-" + i));
        }
        // The store writes nothing: what advance hands over is run, which is preparing; what ticks hand over is not.
        for (int step = 0; step < 201; step++) {
            houses.forEach(House::tick);
            int writes = world.tasks.size();
            world.advance(ms(50));
            while (world.tasks.size() > writes) {
                world.tasks.removeLast().run();
            }
        }
        SaveStats stuck = world.stats();
        assertThat(stuck.captured()).isEqualTo(2);
        assertThat(stuck.inFlightMax()).isEqualTo(2);
        assertThat(stuck.waiting()).isEqualTo(8);
        assertThat(stuck.waited()).isEqualTo(8);

        world.run(world.nowNs + ms(9_000), ms(50), houses);

        assertThat(world.stats().inFlightMax()).isEqualTo(2);
        assertThat(world.stats().waiting()).isZero();
        assertThat(world.inner.list()).hasSize(10);
    }

    @Test
    void aMapThatDoesNotTickGivesItsTurnToOthers() throws IOException {
        House stuck = world.open("stuck");
        House other = world.open("other");
        House third = world.open("third");
        List.of(stuck, other, third).forEach(House::tick);

        // stuck and other stand still for good once they have ticked.
        world.run(ms(30_000), ms(50), List.of(third));

        assertThat(world.stats().withdrawn()).isPositive();
        assertThat(world.inner.list()).containsExactly("third");
        assertThat(world.inner.load("third").orElseThrow().sequence()).isGreaterThanOrEqualTo(2);
        stuck.tick();
        world.run(ms(40_000), ms(50), List.of(stuck, other, third));
        assertThat(world.inner.list()).containsExactlyInAnyOrder("stuck", "other", "third");
    }

    @Test
    void manyChangedMapsThatDoNotTickDoNotDelayOneThatDoes() throws IOException {
        SaveWorld here = new SaveWorld(OPTIONS.withAtOnce(4).withCaptureLimit(Duration.ofMillis(500)), 0);
        List<House> suspended = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            suspended.add(here.open("suspended-" + i));
        }
        suspended.forEach(House::tick);
        House live = here.open("live");
        live.tick();
        long written = 0;
        long latest = 0;

        while (here.nowNs < ms(50_000)) {
            long turnNs = live.saving.turnNs;
            here.run(here.nowNs + ms(50), ms(50), List.of(live));
            if (here.stats().written() > written) {
                written = here.stats().written();
                latest = Math.max(latest, here.nowNs - turnNs);
            }
        }

        assertThat(written).isEqualTo(5);
        assertThat(latest).as("from a turn to its save").isLessThanOrEqualTo(ms(500));
        assertThat(here.stats().missedTurns()).isZero();
        // One for each turn of theirs; the last ones are still being waited for.
        assertThat(here.stats().withdrawn()).isBetween(40 * 5 - 4L, 40 * 5L);
        suspended.forEach(House::tick);
        here.run(ms(60_500), ms(50), suspended);
        assertThat(here.inner.list()).hasSize(41);
    }

    @Test
    void triesAWriteAgainWithGrowingWaits() throws IOException {
        House house = world.open("house");
        house.tick();
        world.untilWanted(house);
        house.tick();
        world.failures = 2;

        world.runTasks();
        assertThat(world.stats().retried()).isEqualTo(1);
        world.advance(ms(99));
        assertThat(world.runTasks()).isZero();
        world.advance(ms(1));
        assertThat(world.runTasks()).isEqualTo(1);
        assertThat(world.stats().retried()).isEqualTo(2);
        world.advance(ms(149));
        assertThat(world.runTasks()).isZero();
        world.advance(ms(1));
        assertThat(world.runTasks()).isEqualTo(1);

        assertThat(world.stats().written()).isEqualTo(1);
        assertThat(world.stats().failed()).isZero();
        assertThat(world.events)
                .containsExactly("captured house", "retrying house 1", "retrying house 2", "written house");
    }

    @Test
    void aWriteThatFailsForGoodIsMadeGoodAtTheNextTurnEvenWithoutAChange() throws IOException {
        House house = world.openTracked("house");
        house.saving.markChanged();
        world.failures = 3;
        world.run(ms(12_000), ms(50), List.of(house));
        assertThat(world.stats().failed()).isEqualTo(1);
        assertThat(world.inner.list()).isEmpty();

        world.run(ms(24_000), ms(50), List.of(house));

        assertThat(world.stats().written()).isEqualTo(1);
        assertThat(world.inner.list()).containsExactly("house");
    }

    @Test
    void whatThrowsInPrepareCaptureOrEncodeCostsOneTurn() throws IOException {
        House house = world.open("house");
        house.prepareFault = new IllegalStateException("prepare");
        world.run(ms(10_000), ms(50), List.of(house));
        house.prepareFault = null;
        house.captureFault = new IllegalStateException("capture");
        world.run(ms(20_000), ms(50), List.of(house));
        house.captureFault = null;
        house.encodeFault = new IOException("encode");
        world.run(ms(30_000), ms(50), List.of(house));
        house.encodeFault = null;
        world.run(ms(40_000), ms(50), List.of(house));

        SaveStats stats = world.stats();
        assertThat(stats.unprepared()).isEqualTo(1);
        assertThat(stats.captureFaults()).isEqualTo(1);
        assertThat(stats.failed()).isEqualTo(1);
        assertThat(stats.retried()).isZero();
        assertThat(stats.written()).isEqualTo(1);
        assertThat(world.events)
                .containsExactly(
                        "failed house: prepare",
                        "failed house: capture",
                        "captured house",
                        "failed house: encode",
                        "captured house",
                        "written house");
    }

    @Test
    void aMapWithANewOwnerIsNotSavedAgainByTheOldOne() throws IOException {
        House house = world.open("house");
        SaveEpoch young = world.inner.claim("house");
        world.inner.save(young, 1, new byte[8]);

        world.run(ms(50_000), ms(50), List.of(house));

        assertThat(world.stats().captured()).isEqualTo(1);
        assertThat(world.stats().refused()).isEqualTo(1);
        assertThat(world.savedValue("house")).isZero();
        assertThat(house.close()).isCompletedExceptionally();
        assertThatThrownBy(() -> house.close().join())
                .hasCauseInstanceOf(StoreRefusedException.class)
                .hasMessageContaining("STALE_EPOCH");
        assertThat(world.inner.save(young, 2, new byte[1])).isEqualTo(SaveResult.SAVED);
    }

    static List<Throwable> refusals() {
        return List.of(
                new RejectedExecutionException("full"),
                new OutOfMemoryError("no thread"),
                new IllegalStateException("stopped"),
                new InternalError("broken"));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void anExecutorThatRefusesCostsAttemptsNotSnapshots(Throwable refusal) throws IOException {
        world.refusal = refusal;
        House house = world.open("house");
        house.tick();
        world.full = true;
        world.run(ms(10_000), ms(50), List.of(house));
        assertThat(world.stats().unprepared()).isEqualTo(1);

        world.full = false;
        world.untilWanted(house);
        world.full = true;
        house.tick();
        assertThat(world.stats().retried()).isEqualTo(1);
        world.full = false;
        world.advance(ms(100));
        world.runTasks();
        assertThat(world.stats().written()).isEqualTo(1);
    }

    @Test
    void anExecutorThatThrowsInEveryTurnLosesNoMapItsTurnsAndNobodyTheRoom() throws IOException {
        List<House> houses = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            houses.add(world.open("house-" + i));
        }
        world.full = true;
        world.refusal = new IllegalStateException("stopped");
        world.run(ms(30_000), ms(50), houses);
        assertThat(world.stats().unprepared()).isEqualTo(30);

        world.full = false;
        world.run(ms(40_000), ms(50), houses);

        assertThat(world.stats().written()).isEqualTo(10);
    }

    @Test
    void whatAnExecutorHasQueuedAndThenRefusedDoesNotRun() throws IOException {
        House house = world.open("house");
        house.tick();
        world.untilWanted(house);
        world.full = true;
        world.refusesLate = true;
        house.tick();
        assertThat(world.stats().retried()).isEqualTo(1);
        world.full = false;
        assertThat(world.runTasks()).isEqualTo(1);
        assertThat(world.stats().written()).isZero();

        world.advance(ms(100));
        world.runTasks();

        assertThat(world.stats().written()).isEqualTo(1);
        world.checkBooks();
    }

    @Test
    void aLongRowOfRefusalsDoesNotNestAndEveryFutureEnds() throws IOException {
        List<CompletableFuture<SaveOutcome>> closed = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            House house = world.open("house-" + i);
            house.tick();
            closed.add(house.close());
        }
        world.full = true;

        // The end of the two that were handed over has the rest offered, one after the other.
        world.runTasks();
        world.advance(ms(1_000));
        world.advance(ms(1_000));

        world.checkBooks();
        assertThat(closed).allMatch(CompletableFuture::isDone);
        assertThat(world.stats().written()).isEqualTo(2);
        assertThat(world.stats().failed()).isEqualTo(19_998);
    }

    @Test
    void turnsPassedWhileASaveIsUnderWayAreCountedNotMadeUp() throws IOException {
        House house = world.open("house");
        house.tick();
        world.untilWanted(house);
        house.tick();
        world.advance(ms(35_000));

        world.runTasks();
        world.advance(0);
        world.runTasks();
        house.tick();
        world.runTasks();

        assertThat(world.stats().missedTurns()).isEqualTo(3);
        assertThat(world.stats().written()).isEqualTo(1);
    }

    @Test
    void aListenerThatThrowsDisturbsNothing() throws IOException {
        House house = world.open("house");
        world.listenerThrows = true;
        Logger log = (Logger) LoggerFactory.getLogger(SaveCoordinator.class);
        log.setLevel(Level.OFF);
        try {
            world.run(ms(20_000), ms(50), List.of(house));
        } finally {
            log.setLevel(null);
        }

        assertThat(world.stats().written()).isEqualTo(2);
        assertThat(world.stats().hookFaults()).isEqualTo(2);
    }

    @Test
    void tellsWhenTheNextIsDue() throws IOException {
        assertThat(world.coordinator.advance(0)).isEqualTo(SaveCoordinator.NOTHING_DUE);
        House house = world.open("house");
        assertThat(world.coordinator.advance(0)).isEqualTo(SaveCoordinator.NOTHING_DUE);
        house.tick();
        long dueIn = world.coordinator.advance(0);
        assertThat(dueIn).isBetween(1L, ms(10_000));

        world.advance(dueIn - 1);
        assertThat(world.tasks).isEmpty();
        world.advance(1);
        assertThat(world.tasks).hasSize(1);
    }

    @Test
    void refusesBadOptionsAllAtOnce() {
        SaveOptions bad = SaveOptions.defaults()
                .withInterval(Duration.ZERO)
                .withAtOnce(0)
                .withRetries(0, Duration.ofSeconds(2), Duration.ofSeconds(1))
                .withCaptureLimit(Duration.ZERO);

        assertThatThrownBy(() -> new SaveWorld(bad, 0))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("saving.interval")
                .hasMessageContaining("saving.atOnce")
                .hasMessageContaining("saving.attempts")
                .hasMessageContaining("saving.maxBackoff")
                .hasMessageContaining("saving.captureLimit");
    }
}
