package dev.maptick.it.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.it.cases.Houses.Script;
import dev.maptick.maps.MapHandle;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * B29 (MegaMek#8602), its second half, through the host (the first is in MapWorkTest of scheduler-maps): a thousand posts
 * that throw are used up within the budget's number of ticks, each a fault of its own and none a fault of a tick.
 */
final class B29FaultyPostsTest {
    @Test
    void aThousandPostsThatThrowTakeFourTicks() {
        try (Houses houses = new Houses()) {
            Script map = new Script();
            List<Long> faults = new ArrayList<>();
            map.tick = c -> faults.add(c.handle().workStats().mailbox().faults());
            MapHandle house = houses.open("house", Houses.AT_ZERO, map);
            for (int i = 0; i < 1_000; i++) {
                assertThat(house.post(() -> {
                                    throw new LinkageError("planned");
                                })
                                .isAccepted())
                        .isTrue();
            }
            houses.run(250);
            assertThat(faults).containsExactly(256L, 512L, 768L, 1_000L, 1_000L, 1_000L);
            assertThat(house.stats().faults()).isZero();
            assertThat(house.stats().skipped()).isZero();
            assertThat(house.workStats().budgetHits()).isEqualTo(3);
        }
    }
}
