package dev.maptick.it.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.core.ControlResult;
import dev.maptick.core.FaultPolicy;
import dev.maptick.core.FaultStage;
import dev.maptick.it.cases.Houses.Script;
import dev.maptick.maps.Admission;
import dev.maptick.maps.MapHandle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A map quarantined for its faults: nothing that wakes a map ends that, nothing brought to it is lost, its neighbour ticks on. */
final class QuarantinedHouseTest {
    private static final FaultPolicy TRIAL =
            FaultPolicy.count().quarantine(2).trial(Duration.ofMillis(400), Duration.ofMillis(400));

    private final Script map = new Script();
    private final List<String> ran = new ArrayList<>();

    private MapHandle quarantined(Houses houses, FaultPolicy policy) {
        map.open = c -> c.timers().after(Duration.ofMillis(190), f -> ran.add("timer at " + houses.now()));
        map.tick = c -> {
            throw new IllegalStateException("planned");
        };
        MapHandle house = houses.open("house", Houses.AT_ZERO.type("house").faultPolicy(policy), map);
        houses.run(110);
        assertThat(map.ticks).isEqualTo(2);
        assertThat(house.registration().faultStanding().stage()).isEqualTo(FaultStage.QUARANTINE);
        return house;
    }

    @Test
    void postsAndTimersWaitForTheTrial() {
        try (Houses houses = new Houses()) {
            MapHandle house = quarantined(houses, TRIAL);
            Script other = new Script();
            houses.open("other", Houses.AT_ZERO, other);

            assertThat(house.post(() -> ran.add("post at " + houses.now()))).isEqualTo(Admission.ACCEPTED);
            assertThat(house.wake()).isEqualTo(ControlResult.UNCHANGED);
            map.tick = c -> {};
            houses.run(330);

            assertThat(ran).isEmpty();
            assertThat(other.ticks).isEqualTo(6);
            houses.run(20);
            assertThat(ran).containsExactly("post at 450", "timer at 450");
            assertThat(house.registration().faultStanding().stage()).isEqualTo(FaultStage.FREE);
        }
    }

    @Test
    void anOwnersSuspensionIsEndedByWorkAndTheQuarantineIsNot() {
        try (Houses houses = new Houses()) {
            MapHandle house = quarantined(houses, FaultPolicy.count().quarantine(2));
            map.tick = c -> {};

            house.suspend();
            house.post(() -> ran.add("post at " + houses.now()));
            houses.run(500);
            assertThat(ran).isEmpty();
            house.suspend();
            houses.run(500);
            assertThat(ran).isEmpty();
            assertThat(house.resume()).isEqualTo(ControlResult.APPLIED);
            houses.run(50);

            assertThat(ran).containsExactly("post at 1150", "timer at 1150");
            assertThat(house.registration().stats().skipped()).isZero();
        }
    }

    @Test
    void itClosesFromQuarantineByItsOnClose() {
        try (Houses houses = new Houses()) {
            MapHandle house = quarantined(houses, FaultPolicy.count().quarantine(2));

            var gone = house.close();
            houses.run(1);

            assertThat(gone).isCompleted();
            assertThat(map.closes).isEqualTo(1);
        }
    }
}
