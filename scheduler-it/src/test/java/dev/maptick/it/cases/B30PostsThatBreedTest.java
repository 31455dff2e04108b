package dev.maptick.it.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.it.cases.Houses.Script;
import dev.maptick.maps.Admission;
import dev.maptick.maps.MapHandle;
import dev.maptick.maps.MapWork;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * B30 (whatwg/html#4641), through the host (the post that posts itself is in MapWorkTest of scheduler-maps): a drain takes
 * what was there when it began, so neither a post that doubles itself nor two maps that answer each other keep it going.
 */
final class B30PostsThatBreedTest {
    @Test
    void aPostThatDoublesItselfEndsAtTheCapacityAndTheBudget() {
        try (Houses houses = new Houses()) {
            Script map = new Script();
            long[] ran = new long[1];
            List<Long> each = new ArrayList<>();
            map.tick = c -> {
                each.add(ran[0]);
                ran[0] = 0;
            };
            MapHandle house = houses.open("house", Houses.AT_ZERO, map);
            long[] refused = new long[1];
            MapWork twins = new MapWork() {
                @Override
                public void run() {
                    ran[0]++;
                    for (int i = 0; i < 2; i++) {
                        refused[0] += house.post(this) == Admission.FULL ? 1 : 0;
                    }
                }
            };
            house.post(twins);
            houses.run(100 * 50 - 1);
            assertThat(each)
                    .hasSize(100)
                    .allMatch(posts -> posts <= 256)
                    .startsWith(1L, 2L, 4L, 8L, 16L, 32L, 64L, 128L, 256L);
            assertThat(each.subList(9, 100)).containsOnly(256L);
            assertThat(house.workStats().mailbox().highWaterDepth()).isEqualTo(1_024);
            assertThat(house.workStats().mailbox().refusedFull())
                    .isEqualTo(refused[0])
                    .isPositive();
            assertThat(house.stats().skipped()).isZero();
        }
    }

    @Test
    void pingPongMakesOneHopATick() {
        try (Houses houses = new Houses()) {
            Script left = new Script();
            Script right = new Script();
            MapHandle a = houses.open("a", Houses.AT_ZERO, left);
            MapHandle b = houses.open("b", Houses.AT_ZERO, right);
            int[] hops = new int[2];
            MapWork[] ball = new MapWork[2];
            ball[0] = () -> {
                hops[0]++;
                b.post(ball[1]);
            };
            ball[1] = () -> {
                hops[1]++;
                a.post(ball[0]);
            };
            a.post(ball[0]);
            houses.run(100 * 50 - 1);
            assertThat(left.ticks).isEqualTo(100);
            assertThat(hops[0]).isBetween(50, 100);
            assertThat(hops[1]).isBetween(50, 100);
            assertThat(a.stats().skipped() + b.stats().skipped()).isZero();
        }
    }
}
