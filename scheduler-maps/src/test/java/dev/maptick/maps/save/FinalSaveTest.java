package dev.maptick.maps.save;

import static dev.maptick.maps.save.SaveWorld.ms;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.maptick.maps.save.SaveWorld.House;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The final capture and what becomes of it; M8 of the feature ledger. In virtual time. */
class FinalSaveTest {
    private static final SaveOptions OPTIONS = SaveOptions.defaults()
            .withInterval(Duration.ofSeconds(10))
            .withAtOnce(1)
            .withRetries(2, Duration.ofMillis(100), Duration.ofMillis(100));

    private final SaveWorld world = new SaveWorld(OPTIONS, -ms(1));

    @AfterEach
    void booksBalance() {
        world.checkBooks();
    }

    @Test
    void theLastStateIsWrittenOffTheTickAndThenTheClaimIsReleased() throws IOException {
        House house = world.open("house");
        house.tick();

        CompletableFuture<SaveOutcome> closed = house.close();

        assertThat(closed).isNotDone();
        world.runTasks();
        assertThat(closed).isCompletedWithValue(SaveOutcome.WRITTEN);
        assertThat(house.close()).isCompletedWithValue(SaveOutcome.WRITTEN);
        assertThat(world.savedValue("house")).isEqualTo(1);
        assertThat(world.events).containsExactly("captured last house", "written house", "released house");
        assertThat(world.stats().maps()).isZero();
        assertThat(world.coordinator.advance(world.nowNs)).isEqualTo(SaveCoordinator.NOTHING_DUE);
    }

    @Test
    void anUnchangedMapIsNotWrittenAgain() throws IOException {
        House house = world.openTracked("house");

        assertThat(house.close()).isCompletedWithValue(SaveOutcome.UNCHANGED);

        assertThat(world.tasks).isEmpty();
        assertThat(world.stats().unchanged()).isEqualTo(1);
        assertThat(world.events).containsExactly("released house");
    }

    @Test
    void aMapThatHasNotTickedHasNothingToWriteAndLeavesNothingBehind() throws IOException {
        House house = world.open("house");

        assertThat(house.close()).isCompletedWithValue(SaveOutcome.UNCHANGED);

        house.tick();
        assertThat(world.tasks).isEmpty();
        assertThat(world.calls).isZero();
        assertThat(world.inner.list()).isEmpty();
        assertThat(world.events).containsExactly("released house");
        assertThat(world.stats().maps()).isZero();
        assertThat(world.stats().dormant()).isZero();
        House other = world.open("other");
        assertThat(other.saving.abandon()).isCompletedWithValue(SaveOutcome.ABANDONED);
        assertThat(world.stats().dormant()).isZero();
    }

    @Test
    void whatTheLastTaskMarksBeforeTheCloseIsWritten() throws IOException {
        House house = world.openTracked("house");
        house.value = 7;
        house.saving.markChanged();

        CompletableFuture<SaveOutcome> closed = house.close();
        world.runTasks();

        assertThat(closed).isCompletedWithValue(SaveOutcome.WRITTEN);
        assertThat(world.savedValue("house")).isEqualTo(7);
        assertThat(world.coordinator.advance(world.nowNs)).isEqualTo(SaveCoordinator.NOTHING_DUE);
    }

    @Test
    void aSaveBeingWrittenComesFirst() throws IOException {
        House house = world.open("house");
        house.tick();
        world.untilWanted(house);
        house.tick();
        assertThat(world.tasks).hasSize(1);

        house.value = 100;
        house.saving.markChanged();
        CompletableFuture<SaveOutcome> closed = house.close();
        assertThat(world.tasks).hasSize(1);

        world.runTask();
        assertThat(closed).isNotDone();
        assertThat(world.savedValue("house")).isEqualTo(2);
        world.runTask();
        assertThat(closed).isCompletedWithValue(SaveOutcome.WRITTEN);
        assertThat(world.savedValue("house")).isEqualTo(100);
        assertThat(world.inner.load("house").orElseThrow().sequence()).isEqualTo(2);
    }

    @Test
    void aCloseWithoutAChangeTellsTheEndOfTheSaveBefore() throws IOException {
        House good = wanted();
        good.saving.markChanged();
        good.tick();
        CompletableFuture<SaveOutcome> closed = good.close();
        assertThat(closed).isNotDone();
        world.runTasks();
        assertThat(closed).isCompletedWithValue(SaveOutcome.WRITTEN);
        assertThat(world.stats().captured()).isEqualTo(1);
    }

    @Test
    void aCloseWithoutAChangeTellsTheFailureOfTheSaveBefore() throws IOException {
        House house = wanted();
        house.tick();
        world.failures = 2;
        CompletableFuture<SaveOutcome> closed = house.close();
        world.runTasks();
        world.advance(ms(100));
        world.runTasks();
        assertThatThrownBy(closed::join).hasCauseInstanceOf(IOException.class);
    }

    /** A map that tracks its changes, wanted for a capture and otherwise unchanged. */
    private House wanted() throws IOException {
        House house = world.openTracked("house");
        house.saving.markChanged();
        world.untilWanted(house);
        return house;
    }

    @Test
    void aSaveThatWaitsIsReplaced() throws IOException {
        House house = world.open("house");
        house.tick();
        world.untilWanted(house);
        world.failures = 1;
        house.tick();
        world.runTasks();
        assertThat(world.stats().retried()).isEqualTo(1);

        house.tick();
        CompletableFuture<SaveOutcome> closed = house.close();
        world.runTasks();

        assertThat(closed).isCompletedWithValue(SaveOutcome.WRITTEN);
        assertThat(world.stats().superseded()).isEqualTo(1);
        assertThat(world.savedValue("house")).isEqualTo(3);
    }

    @Test
    void aSaveBeingWrittenThatFailsIsNotTriedAgainButReplaced() throws IOException {
        House house = world.open("house");
        house.tick();
        world.untilWanted(house);
        house.tick();
        house.tick();
        CompletableFuture<SaveOutcome> closed = house.close();
        world.failures = 1;

        world.runTasks();

        assertThat(closed).isCompletedWithValue(SaveOutcome.WRITTEN);
        assertThat(world.stats().superseded()).isEqualTo(1);
        assertThat(world.savedValue("house")).isEqualTo(3);
    }

    @Test
    void aWriteFailureIsHandedBackAfterTheLastAttempt() throws IOException {
        House house = world.open("house");
        house.tick();
        world.failures = 2;
        CompletableFuture<SaveOutcome> closed = house.close();

        world.runTasks();
        assertThat(closed).isNotDone();
        world.advance(ms(100));
        world.runTasks();

        assertThatThrownBy(closed::join).hasCauseInstanceOf(IOException.class).hasMessageContaining("disk on fire");
        assertThat(world.events).endsWith("failed house: disk on fire", "released house");
        assertThat(world.stats().failed()).isEqualTo(1);
        assertThat(world.stats().maps()).isZero();
    }

    @Test
    void aStoreThatThrowsUncheckedOnceIsTriedAgain() throws IOException {
        House house = world.open("house");
        house.tick();
        world.failures = 1;
        world.storeFault = new IllegalStateException("connection lost");
        CompletableFuture<SaveOutcome> closed = house.close();

        world.runTasks();
        assertThat(closed).isNotDone();
        assertThat(world.stats().retried()).isEqualTo(1);
        world.advance(ms(100));
        world.runTasks();

        assertThat(closed).isCompletedWithValue(SaveOutcome.WRITTEN);
        assertThat(world.savedValue("house")).isEqualTo(1);
    }

    @Test
    void anErrorOfTheStoreIsNotTriedAgain() throws IOException {
        House house = world.open("house");
        house.tick();
        world.failures = 1;
        world.storeFault = new AssertionError("broken");
        CompletableFuture<SaveOutcome> closed = house.close();

        world.runTasks();

        assertThatThrownBy(closed::join).hasCauseInstanceOf(AssertionError.class);
        assertThat(world.stats().retried()).isZero();
    }

    @Test
    void aCaptureFailureIsHandedBackAndTheSaveBeforeIsStillWritten() throws IOException {
        House house = world.open("house");
        house.tick();
        world.untilWanted(house);
        house.tick();
        house.captureFault = new IllegalStateException("broken");
        house.tick();

        CompletableFuture<SaveOutcome> closed = house.close();
        assertThat(closed).isNotDone();
        world.runTasks();

        assertThatThrownBy(closed::join).hasCauseInstanceOf(IllegalStateException.class);
        assertThat(world.savedValue("house")).isEqualTo(2);
        assertThat(world.stats().captureFaults()).isEqualTo(1);
    }

    @Test
    void aStaleOwnerIsToldAtTheClose() throws IOException {
        House house = world.open("house");
        house.tick();
        world.inner.claim("house");

        CompletableFuture<SaveOutcome> closed = house.close();
        world.runTasks();

        assertThatThrownBy(closed::join).hasCauseInstanceOf(StoreRefusedException.class);
        assertThat(world.stats().refused()).isEqualTo(1);
    }

    @Test
    void aCloseTakesBackTheTurnInEveryState() throws IOException {
        House dormant = world.open("dormant");
        assertThat(dormant.saving.state).isEqualTo(SaveState.DORMANT);
        House preparing = world.open("preparing");
        House waiting = world.open("waiting");
        preparing.tick();
        waiting.tick();
        while (waiting.saving.state == SaveState.IDLE || preparing.saving.state == SaveState.IDLE) {
            world.advance(ms(10));
        }
        List<SaveState> states = List.of(preparing.saving.state, waiting.saving.state);
        assertThat(states).containsExactlyInAnyOrder(SaveState.PREPARING, SaveState.WAITING);

        House idle = world.open("idle");
        idle.tick();
        assertThat(idle.saving.state).isEqualTo(SaveState.IDLE);
        assertThat(dormant.close()).isCompletedWithValue(SaveOutcome.UNCHANGED);

        List<CompletableFuture<SaveOutcome>> closed = new ArrayList<>();
        for (House house : List.of(idle, preparing, waiting)) {
            house.tick();
            closed.add(house.close());
        }
        world.runTasks();

        assertThat(closed).allSatisfy(c -> assertThat(c).isCompletedWithValue(SaveOutcome.WRITTEN));
        assertThat(world.stats().maps()).isZero();
        assertThat(world.stats().waiting()).isZero();
        House next = world.open("next");
        next.tick();
        world.untilWanted(next);
        CompletableFuture<SaveOutcome> nextClosed = next.close();
        next.tick();
        world.runTasks();
        assertThat(nextClosed).isCompletedWithValue(SaveOutcome.WRITTEN);
        assertThat(world.stats().captured()).isEqualTo(4);
    }

    @Test
    void manyFinalOnesAreWrittenNoMoreThanTheLimitAtATime() throws IOException {
        List<CompletableFuture<SaveOutcome>> closed = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            House house = world.open("house-" + i);
            house.tick();
            closed.add(house.close());
        }

        assertThat(world.stats().inFlightMax()).isEqualTo(100);
        for (int i = 0; i < 100; i++) {
            assertThat(world.tasks).hasSize(1);
            world.runTask();
        }
        assertThat(closed).allSatisfy(c -> assertThat(c).isCompletedWithValue(SaveOutcome.WRITTEN));
    }

    @Test
    void theFutureIsACopyThatNobodyOutsideCanEnd() throws IOException {
        House house = world.open("house");
        house.tick();
        CompletableFuture<SaveOutcome> closed = house.close();

        closed.cancel(true);
        world.runTasks();

        assertThat(house.close()).isCompletedWithValue(SaveOutcome.WRITTEN);
    }

    @Test
    void anAbandonedMapEndsAndWhatItHadCapturedIsWritten() throws IOException {
        House none = world.open("none");
        none.tick();
        assertThat(none.saving.abandon()).isCompletedWithValue(SaveOutcome.ABANDONED);

        House house = world.open("house");
        house.tick();
        world.untilWanted(house);
        house.tick();
        CompletableFuture<SaveOutcome> closed = house.saving.abandon();
        assertThat(closed).isNotDone();
        world.runTasks();
        assertThat(closed).isCompletedWithValue(SaveOutcome.ABANDONED);
        assertThat(world.savedValue("house")).isEqualTo(2);
        assertThat(world.stats().maps()).isZero();
    }

    @Test
    void aCaptureThatHangsIsGivenUpByAbandon() throws IOException {
        AtomicReference<MapSaving> stuck = new AtomicReference<>();
        List<CompletableFuture<SaveOutcome>> ends = new ArrayList<>();
        SaveSource source = () -> {
            ends.add(stuck.get().abandon());
            return Snapshot.of(new byte[1]);
        };
        for (boolean last : new boolean[] {false, true}) {
            SaveEpoch owner = world.inner.claim("stuck");
            stuck.set(world.coordinator.register(owner, "house", source, () -> {}, world.nowNs));
            stuck.get().tick();
            if (last) {
                ends.add(stuck.get().close());
            } else {
                world.advance(ms(10_000));
                world.runTasks();
                stuck.get().tick();
            }
            world.runTasks();
        }

        assertThat(ends).hasSize(3).allSatisfy(c -> assertThat(c).isCompletedWithValue(SaveOutcome.ABANDONED));
        assertThat(world.inner.list()).isEmpty();
        assertThat(world.stats().captured()).isZero();
        // The room is free again.
        House house = world.open("house");
        house.tick();
        world.untilWanted(house);
    }

    @Test
    void closingInsideItsOwnCaptureIsRefused() throws IOException {
        AtomicReference<MapSaving> saving = new AtomicReference<>();
        SaveEpoch owner = world.inner.claim("house");
        saving.set(world.coordinator.register(
                owner,
                "house",
                () -> {
                    var unused = saving.get().close();
                    return Snapshot.of(new byte[1]);
                },
                () -> {},
                world.nowNs));
        saving.get().tick();
        world.advance(ms(10_000));
        world.runTasks();
        saving.get().tick();

        assertThat(world.stats().captureFaults()).isEqualTo(1);
        assertThat(world.events).last().asString().contains("inside its own capture");
    }
}
