package dev.maptick.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OverloadRuleTest {
    private static final long MS = 1_000_000;
    private static final long LOOK = LoadDuty.EVERY_NS;
    private static final long PERIOD = 50 * MS;
    private static final List<Duration> STEPS = List.of(Duration.ofMillis(125), Duration.ofMillis(250));

    private final OverloadPolicy policy = OverloadPolicy.off()
            .elastic("house", 2, STEPS)
            .elastic("dungeon", 1, STEPS)
            .sheddable("house")
            .sheddable("lobby");
    private final List<FlexGroup> groups =
            policy.groups().stream().map(FlexGroup::new).toList();
    private final FlexGroup house = groups.get(0);
    private final FlexGroup dungeon = groups.get(1);
    private final FlexGroup lobby = groups.get(2);
    private final OverloadRule rule = new OverloadRule(policy);
    private long nowNs = Long.MAX_VALUE - 5_000 * MS;

    /** Threads' worth of work at the maps' own periods, and what is in no group. */
    private boolean look(double houses, double dungeons, double lobbies, double others) {
        nowNs += LOOK;
        double work = others;
        work += measure(house, houses) + measure(dungeon, dungeons) + measure(lobby, lobbies);
        return rule.look(nowNs, new OverloadRule.Reading(1, work, Math.min(1, work), 0), groups);
    }

    private static double measure(FlexGroup group, double own) {
        group.beginMeasure();
        if (group.isShed()) {
            group.measureShed(own * PERIOD, Math.max(PERIOD, group.stepNs()));
            return 0;
        }
        group.measure(own * PERIOD, PERIOD);
        return own * PERIOD / Math.max(PERIOD, group.stepNs());
    }

    private int looks(int count, double houses, double dungeons, double lobbies, double others) {
        int changes = 0;
        for (int i = 0; i < count; i++) {
            changes += look(houses, dungeons, lobbies, others) ? 1 : 0;
        }
        return changes;
    }

    @ParameterizedTest
    @DisplayName("gives way as far as is needed, by weight and level")
    @CsvSource({
        // houses, dungeons, lobbies, others; levels of houses and dungeons, shed houses and lobbies
        "0.5, 0.3, 0,   0,    0, 0, false, false",
        "0.8, 0.4, 0,   0,    1, 0, false, false",
        "1.2, 0.6, 0,   0,    2, 1, false, false",
        "0.6, 0.6, 0,   0.3,  2, 1, false, false",
        "0,   1.2, 0,   0,    0, 1, false, false",
        "2.0, 0,   0.2, 0.2,  2, 0, true,  false",
        "1.0, 1.0, 0.5, 0.3,  2, 2, true,  true",
        "9.0, 9.0, 9.0, 9.0,  2, 2, true,  true",
        "0,   0,   0,   3.0,  0, 0, false, false",
        "0,   0,   1.0, 0,    0, 0, false, true",
    })
    void givesWay(
            double houses,
            double dungeons,
            double lobbies,
            double others,
            int houseLevel,
            int dungeonLevel,
            boolean houseShed,
            boolean lobbyShed) {
        looks(3, houses, dungeons, lobbies, others);
        assertThat(List.of(house.level(), dungeon.level())).containsExactly(houseLevel, dungeonLevel);
        assertThat(List.of(house.isShed(), lobby.isShed())).containsExactly(houseShed, lobbyShed);
    }

    @Test
    @DisplayName("one look above the bound is no overload, a second above it is")
    void patience() {
        assertThat(look(1.5, 0, 0, 0)).isFalse();
        assertThat(look(0.5, 0, 0, 0)).isFalse();
        assertThat(look(1.5, 0, 0, 0)).isFalse();
        assertThat(look(1.5, 0, 0, 0)).isFalse();
        assertThat(look(1.5, 0, 0, 0)).isTrue();
        assertThat(house.level()).isEqualTo(1);
    }

    @Test
    @DisplayName("comes back one step for each calm time, the last one first")
    void comesBack() {
        looks(3, 1.0, 1.0, 0.5, 0.3);
        assertThat(lobby.isShed()).isTrue();
        assertThat(looks(20, 0.1, 0.1, 0.1, 0)).isZero();
        assertThat(looks(1, 0.1, 0.1, 0.1, 0)).isEqualTo(1);
        assertThat(List.of(house.isShed(), lobby.isShed())).containsExactly(true, false);
        assertThat(looks(20, 0.1, 0.1, 0.1, 0)).isEqualTo(1);
        assertThat(groups).noneMatch(FlexGroup::isShed);
        assertThat(List.of(house.level(), dungeon.level())).containsExactly(2, 2);
        assertThat(looks(40, 0.1, 0.1, 0.1, 0)).isEqualTo(2);
        assertThat(List.of(house.level(), dungeon.level())).containsExactly(2, 0);
        assertThat(looks(40, 0.1, 0.1, 0.1, 0)).isEqualTo(2);
        assertThat(groups).allMatch(group -> group.level() == 0);
        assertThat(looks(100, 0.1, 0.1, 0.1, 0)).isZero();
    }

    @Test
    @DisplayName("deadlines skipped by busy threads are an overload, whatever the work that is measured")
    void skipped() {
        OverloadRule.Reading reading = new OverloadRule.Reading(2, 1.2, 0.97, 0.05);
        assertThat(reading.load()).isEqualTo(0.97);
        assertThat(new OverloadRule.Reading(2, 1.2, 0.97, 0.001).load()).isEqualTo(0.6);
        assertThat(new OverloadRule.Reading(2, 2.6, 0.97, 0.05).load()).isEqualTo(1.3);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.76, 0.89, 0.91, 1.0, 1.5, 2.0, 3.0, 10})
    @DisplayName("a constant load makes it change at first and then never again, with a tenth of noise too")
    void noFlapping(double load) {
        Random random = new Random(5);
        looks(100, load, load / 4, load / 8, 0);
        int later = 0;
        for (int i = 0; i < 2_000; i++) {
            double noise = 0.95 + random.nextDouble() / 10;
            later += look(noise * load, noise * load / 4, noise * load / 8, 0) ? 1 : 0;
        }
        // A step may have been one too many for the noise of that look.
        assertThat(later).isLessThanOrEqualTo(4);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    @DisplayName(
            "however the load goes, changes are bounded by the time: one step back for each calm time, and no more there than back")
    void bounded(long seed) {
        Random random = new Random(seed);
        double load = 0;
        int changes = 0;
        int looks = 20_000;
        int backs = 0;
        for (int i = 0; i < looks; i++) {
            load = random.nextInt(20) == 0 ? 3 * random.nextDouble() : load;
            int before = sum();
            changes += look(load, load / 3, load / 5, load / 10) ? 1 : 0;
            backs += sum() < before ? 1 : 0;
            assertThat(before - sum()).as("seed %d, look %d", seed, i).isLessThanOrEqualTo(1);
        }
        long calms = looks * LOOK / policy.calmNs();
        assertThat((long) backs).isLessThanOrEqualTo(calms);
        assertThat((long) changes).isLessThanOrEqualTo(2 * calms + 6);
        for (int i = 0; i < 200; i++) {
            look(0, 0, 0, 0);
        }
        assertThat(sum()).isZero();
    }

    private int sum() {
        return groups.stream()
                .mapToInt(group -> group.level() + (group.isShed() ? 1 : 0))
                .sum();
    }
}
