package dev.maptick.maps.save;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/**
 * A change against the turn that finds nothing changed, through the whole coordinator: each order by itself, then two real
 * threads that meet there. Whichever is first, the map has a time in the book afterwards. The step in between is gone
 * through by {@link ChangeMarkLincheckTest}.
 */
class DormancyRaceTest {
    private static final long INTERVAL_NS = Duration.ofMillis(100).toNanos();

    private final AtomicLong nowNs = new AtomicLong();
    private final InMemoryMapStore store = new InMemoryMapStore();
    private final SaveCoordinator coordinator = new SaveCoordinator(
            SaveOptions.defaults().withInterval(Duration.ofNanos(INTERVAL_NS)),
            store,
            Runnable::run,
            nowNs::get,
            SaveListener.NONE,
            () -> {});
    private final MapSaving saving = coordinator.register(store.claim("house"), "house", new Tracked(), () -> {}, 0);

    private static final class Tracked implements SaveSource {
        @Override
        public Snapshot capture() {
            return Snapshot.of(new byte[1]);
        }

        @Override
        public boolean tracksChanges() {
            return true;
        }
    }

    @Test
    void aChangeJustBeforeTheTurnIsCapturedInIt() {
        untilTurnWithoutChange();

        saving.markChanged();
        coordinator.advance(nowNs.get());

        assertThat(saving.state).isEqualTo(SaveState.WANTED);
        assertThat(coordinator.stats().unchanged()).isZero();
    }

    @Test
    void aChangeJustAfterTheTurnIsCapturedInTheNext() {
        untilTurnWithoutChange();

        coordinator.advance(nowNs.get());
        assertThat(saving.state).isEqualTo(SaveState.DORMANT);
        saving.markChanged();

        assertThat(saving.state).isEqualTo(SaveState.IDLE);
        nextTurn();
        assertThat(saving.state).isEqualTo(SaveState.WANTED);
    }

    @Test
    void whicheverIsFirstTheChangeIsSavedWithinAnInterval() throws Exception {
        int rounds = 1_000;
        CyclicBarrier meeting = new CyclicBarrier(2);
        ExecutorService driver = Executors.newSingleThreadExecutor();
        try {
            Future<?> turns = driver.submit(() -> {
                for (int round = 0; round < rounds; round++) {
                    meet(meeting);
                    coordinator.advance(nowNs.get());
                    meet(meeting);
                }
            });
            for (int round = 0; round < rounds; round++) {
                untilTurnWithoutChange();
                meet(meeting);
                saving.markChanged();
                meet(meeting);
                assertThat(saving.state).as("round %s", round).isIn(SaveState.WANTED, SaveState.IDLE);
                nextTurn();
                saving.tick();
                assertThat(saving.isChanged()).as("round %s", round).isFalse();
            }
            turns.get(10, TimeUnit.SECONDS);
        } finally {
            driver.shutdownNow();
        }
    }

    /** Saved, and its next turn due now. */
    private void untilTurnWithoutChange() {
        saving.markChanged();
        nextTurn();
        saving.tick();
        assertThat(saving.isChanged()).isFalse();
        assertThat(saving.state).isEqualTo(SaveState.IDLE);
        nowNs.addAndGet(INTERVAL_NS);
    }

    private void nextTurn() {
        nowNs.addAndGet(INTERVAL_NS);
        coordinator.advance(nowNs.get());
    }

    private static void meet(CyclicBarrier meeting) {
        try {
            meeting.await();
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException("given up", e);
        }
    }
}
