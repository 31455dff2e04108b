package dev.maptick.maps.save;

import static dev.maptick.maps.save.SaveWorld.ms;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.maptick.maps.save.SaveWorld.House;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Maps with nothing to save cost no turn, no call and no wake-up. In virtual time. */
class DormantMapsTest {
    private static final long INTERVAL_NS = ms(10_000);
    private static final SaveOptions OPTIONS = SaveOptions.defaults()
            .withInterval(Duration.ofNanos(INTERVAL_NS))
            .withAtOnce(4)
            .withRetries(2, Duration.ofMillis(100), Duration.ofMillis(100));

    private final SaveWorld world = new SaveWorld(OPTIONS, Long.MAX_VALUE - ms(3_000));
    private final SaveDriver driver = new SaveDriver(world);

    @Test
    void tenThousandSuspendedHousesAreSavedOnceAndNeverHeardOfAgain() throws IOException {
        List<House> houses = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            houses.add(world.open("house-" + i));
        }
        assertThat(world.calls).as("opened, not changed").isZero();
        houses.forEach(House::tick);

        // They sleep from here on, and tick only when woken for a capture.
        while (driver.jump()) {
            driver.step();
            world.runTasks();
            world.woken.forEach(House::tick);
            world.woken.clear();
            world.runTasks();
            driver.step();
        }

        assertThat(driver.nextNs()).isEqualTo(SaveCoordinator.NOTHING_DUE);
        assertThat(world.stats().written()).isEqualTo(10_000);
        assertThat(world.stats().dormant()).isEqualTo(10_000);
        assertThat(world.stats().missedTurns()).isZero();
        assertThat(houses).allMatch(house -> house.wakes == 1);
        int calls = world.calls;

        world.nowNs += 1_000 * INTERVAL_NS;
        assertThat(world.coordinator.advance(world.nowNs)).isEqualTo(SaveCoordinator.NOTHING_DUE);
        assertThat(world.calls).isEqualTo(calls);
        assertThat(world.tasks).isEmpty();
    }

    @Test
    void aChangeBringsItBackOnItsOldPlaceInTheSpread() throws IOException {
        House house = world.openTracked("house");
        house.saving.markChanged();
        long turnNs = house.saving.dueNs;
        world.untilWanted(house);
        house.tick();
        world.runTasks();
        world.advance(INTERVAL_NS);
        assertThat(house.saving.state).isEqualTo(SaveState.DORMANT);

        world.advance(7 * INTERVAL_NS + ms(1_234));
        house.saving.markChanged();

        assertThat(house.saving.state).isEqualTo(SaveState.IDLE);
        assertThat(house.saving.dueNs - world.nowNs).isBetween(1L, INTERVAL_NS);
        assertThat((house.saving.dueNs - turnNs) % INTERVAL_NS).isZero();
        assertThat(world.stats().missedTurns()).isZero();
        world.run(house.saving.dueNs + ms(100), ms(50), List.of(house));
        assertThat(world.stats().written()).isEqualTo(2);
    }

    @Test
    void aFailedSaveKeepsAMapAwakeUntilItIsMadeGood() throws IOException {
        House house = world.openTracked("house");
        house.saving.markChanged();
        world.failures = 2;
        world.run(world.nowNs + INTERVAL_NS + ms(500), ms(50), List.of(house));
        assertThat(world.stats().failed()).isEqualTo(1);
        assertThat(world.stats().dormant()).isZero();

        world.run(world.nowNs + INTERVAL_NS, ms(50), List.of(house));
        assertThat(world.stats().written()).isEqualTo(1);
        world.run(world.nowNs + INTERVAL_NS, ms(50), List.of(house));
        assertThat(world.stats().dormant()).isEqualTo(1);
    }

    @Test
    void theDriverIsCalledOnlyForWhatIsEarlierThanItKnows() throws IOException {
        world.coordinator.advance(world.nowNs);
        List<House> houses = new ArrayList<>();
        long firstNs = Long.MAX_VALUE;
        int expected = 0;
        for (int i = 0; i < 50; i++) {
            House house = world.open("house-" + i);
            houses.add(house);
            house.tick();
            long dueIn = house.saving.dueNs - world.nowNs;
            if (dueIn < firstNs) {
                firstNs = dueIn;
                expected++;
            }
            assertThat(world.calls).isEqualTo(expected);
        }
        assertThat(expected).isBetween(2, 10);
        houses.forEach(House::tick);
        assertThat(world.calls).as("changed already").isEqualTo(expected);

        assertThat(world.coordinator.advance(world.nowNs)).isEqualTo(firstNs);
    }

    @Test
    void aDriverThatThrowsIsCounted() throws IOException {
        world.driverThrows = true;
        Logger log = (Logger) LoggerFactory.getLogger(SaveCoordinator.class);
        log.setLevel(Level.OFF);
        try {
            world.open("house").tick();
        } finally {
            log.setLevel(null);
        }

        assertThat(world.stats().hookFaults()).isEqualTo(1);
        assertThat(world.coordinator.advance(world.nowNs)).isBetween(1L, INTERVAL_NS);
    }

    /** The order that the map relies on: wanted, then woken. */
    @Test
    void aMapIsWantedBeforeItIsWoken() throws IOException {
        List<Boolean> seen = new ArrayList<>();
        MapSaving[] saving = new MapSaving[1];
        saving[0] = world.coordinator.register(
                world.inner.claim("house"),
                "house",
                () -> Snapshot.of(new byte[1]),
                () -> seen.add(saving[0].isWanted()),
                world.nowNs);
        saving[0].tick();
        assertThat(saving[0].isWanted()).isFalse();
        world.advance(INTERVAL_NS);
        world.runTasks();
        assertThat(seen).containsExactly(true);

        saving[0].tick();
        assertThat(saving[0].isWanted()).isFalse();
    }
}
