package dev.maptick.maps.activation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.maptick.core.SettingsException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Entities near players; M11 of the feature ledger. Sectors of 16 tiles, players reach two sectors. */
class SectorActivationTest {
    private static final TileArea AREA = new TileArea(-160, -160, 320, 320);

    private final FakeTimers timers = new FakeTimers();
    private final List<String> told = new ArrayList<>();
    private final SectorActivation activation = new SectorActivation(
            AREA, ActivationOptions.defaults(), timers, (serial, fault) -> told.add(serial + " " + fault.getMessage()));
    private int thinks;

    private ThinkingEntity add(long serial, int x, int y) {
        return Objects.requireNonNull(activation.add(serial, x, y, () -> thinks++));
    }

    private NearPlayer enter(int x, int y) {
        return Objects.requireNonNull(activation.enter(x, y));
    }

    @Test
    void anIdleEntityHasNoTimer() {
        ThinkingEntity entity = add(1, 0, 0);

        timers.advanceTo(2_000);

        assertThat(entity.isActive()).isFalse();
        assertThat(timers.pending).isEmpty();
        assertThat(thinks).isZero();
        assertThat(activation.activations()).isZero();
    }

    @Test
    void thinksFirstAfterARandomWhileAndThenEvery500Millis() {
        enter(0, 0);
        for (int i = 0; i < 1_000; i++) {
            add(i, 0, 0);
        }
        assertThat(timers.pending.values()).allMatch(t -> t.firstMs >= 1 && t.firstMs <= 256 && t.periodMs == 500);
        assertThat(timers.pending.values().stream()
                        .mapToLong(t -> t.firstMs)
                        .distinct()
                        .count())
                .isGreaterThan(200);
        assertThat(timers.pending.values().stream().mapToLong(t -> t.firstMs)).contains(1L, 256L);

        timers.advanceTo(256);
        assertThat(thinks).isEqualTo(1_000);
        timers.advanceTo(1_256);
        assertThat(thinks).isEqualTo(3_000);
        assertThat(activation.thinks()).isEqualTo(3_000);
        assertThat(activation.active()).isEqualTo(1_000);
    }

    @Test
    void theSameSeedDrawsTheSameWaits() {
        assertThat(firstWaits(7)).isEqualTo(firstWaits(7)).isNotEqualTo(firstWaits(8));
    }

    private static List<Long> firstWaits(long seed) {
        FakeTimers own = new FakeTimers();
        SectorActivation one =
                new SectorActivation(AREA, ActivationOptions.defaults().withSeed(seed), own, (serial, fault) -> {});
        assertThat(one.enter(0, 0)).isNotNull();
        for (int i = 0; i < 20; i++) {
            assertThat(one.add(i, 0, 0, () -> {})).isNotNull();
        }
        return own.pending.values().stream().map(t -> t.firstMs).toList();
    }

    @Test
    void thePlayersReachIsFiveByFiveSectors() {
        enter(8, 8);
        for (int column = -5; column <= 5; column++) {
            for (int row = -5; row <= 5; row++) {
                for (int corner = 0; corner < 4; corner++) {
                    int x = column * 16 + (corner & 1) * 15;
                    int y = row * 16 + (corner >> 1) * 15;
                    boolean near = Math.abs(column) <= 2 && Math.abs(row) <= 2;
                    assertThat(add(0, x, y).isActive()).as("%s, %s", x, y).isEqualTo(near);
                }
            }
        }
    }

    @Test
    void aSectorWakesWithItsFirstPlayerAndSleepsWithItsLast() {
        ThinkingEntity entity = add(1, 0, 0);
        NearPlayer first = enter(0, 0);
        assertThat(entity.isActive()).isTrue();
        NearPlayer second = enter(40, 0);
        assertThat(timers.started).isEqualTo(1);

        first.leave();
        first.leave();
        assertThat(entity.isActive()).isTrue();
        second.moveTo(48, 0);
        assertThat(entity.isActive()).isFalse();
        assertThat(timers.pending).isEmpty();
        assertThat(activation.players()).isEqualTo(1);
        second.moveTo(47, 0);
        assertThat(timers.started).isEqualTo(2);
        assertThat(activation.activations()).isEqualTo(2);
    }

    @Test
    void crossingABorderBetweenCoveredSectorsRestartsNothing() {
        NearPlayer player = enter(0, 0);
        ThinkingEntity entity = add(1, 0, 0);
        long timer = entity.timer;

        entity.moveTo(16, 16);
        entity.moveTo(-17, 0);
        player.moveTo(-1, 0);
        player.moveTo(-33, 15);

        assertThat(entity.timer).isEqualTo(timer);
        assertThat(timers.started).isEqualTo(1);
        entity.moveTo(100, 100);
        assertThat(entity.isActive()).isFalse();
        entity.moveTo(-17, 0);
        assertThat(entity.isActive()).isTrue();
        assertThat(timers.started).isEqualTo(2);
    }

    @Test
    void aThinkThatThrowsIsToldWithTheSerialAndStaysActive() {
        enter(0, 0);
        ThinkingEntity entity = Objects.requireNonNull(activation.add(42, 0, 0, () -> {
            throw new StackOverflowError("deep thought");
        }));

        timers.advanceTo(1_256);

        assertThat(told).containsExactly("42 deep thought", "42 deep thought", "42 deep thought");
        assertThat(entity.isActive()).isTrue();
        assertThat(activation.faults()).isEqualTo(3);
        assertThat(activation.thinks()).isEqualTo(3);
    }

    @Test
    void aHookThatThrowsDisturbsNothing() {
        SectorActivation one = new SectorActivation(AREA, ActivationOptions.defaults(), timers, (serial, fault) -> {
            throw new IllegalStateException("hook");
        });
        assertThat(one.enter(0, 0)).isNotNull();
        assertThat(one.add(1, 0, 0, () -> {
                    throw new IllegalStateException("think");
                }))
                .isNotNull();
        timers.advanceTo(256);
        assertThat(one.faults()).isEqualTo(2);
        assertThat(one.active()).isEqualTo(1);
    }

    @Test
    void aThinkMayMoveAndRemoveAnything() {
        NearPlayer player = enter(0, 0);
        ThinkingEntity other = add(2, 1, 1);
        List<ThinkingEntity> self = new ArrayList<>();
        self.add(activation.add(1, 0, 0, () -> {
            other.remove();
            player.moveTo(16, 0);
            self.get(0).moveTo(5, 5);
            self.get(0).remove();
            self.get(0).remove();
        }));

        timers.advanceTo(3_000);

        assertThat(activation.entities()).isZero();
        assertThat(activation.active()).isZero();
        assertThat(timers.pending).isEmpty();
        assertThatThrownBy(() -> other.moveTo(0, 0)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aFiringThatComesAfterSleepDoesNothing() {
        NearPlayer player = enter(0, 0);
        ThinkingEntity entity = add(1, 0, 0);
        player.leave();

        entity.run();

        assertThat(thinks).isZero();
        assertThat(activation.thinks()).isZero();
    }

    @Test
    void refusesPlacesOutsideTheMapAndChangesNothing() {
        ThinkingEntity entity = add(1, 0, 0);
        NearPlayer player = enter(0, 0);
        for (int[] bad : new int[][] {{160, 0}, {-161, 0}, {0, 160}, {0, Integer.MIN_VALUE}, {Integer.MAX_VALUE, 0}}) {
            assertThatThrownBy(() -> entity.moveTo(bad[0], bad[1])).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> player.moveTo(bad[0], bad[1])).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> activation.enter(bad[0], bad[1])).isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(entity.isActive()).isTrue();
        player.leave();
        assertThatThrownBy(() -> player.moveTo(0, 0)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void coversTheWidestAreaThereIs() {
        TileArea strip = new TileArea(Integer.MIN_VALUE, 0, Integer.MAX_VALUE, 1);
        ActivationOptions wide = new ActivationOptions(1_024, 2, 1, 256, 500, 10, 10, 0);
        SectorActivation one = new SectorActivation(strip, wide, timers, (serial, fault) -> {});
        assertThat(one.enter(-2, 0)).isNotNull();
        assertThat(Objects.requireNonNull(one.add(1, -5, 0, () -> {})).isActive())
                .isTrue();
        assertThat(Objects.requireNonNull(one.add(1, Integer.MIN_VALUE, 0, () -> {}))
                        .isActive())
                .isFalse();
        assertThatThrownBy(() -> new SectorActivation(strip, ActivationOptions.defaults(), timers, (s, f) -> {}))
                .hasMessageContaining("sectors");
    }

    @Test
    void timersThatAreFullStarveAndAreTriedAgain() {
        timers.capacity = 3;
        NearPlayer player = enter(0, 0);
        List<ThinkingEntity> all = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            all.add(add(i, 0, 0));
        }
        assertThat(activation.active()).isEqualTo(3);
        assertThat(activation.starved()).isEqualTo(2);

        timers.capacity = 4;
        player.moveTo(16, 0);
        assertThat(activation.active()).isEqualTo(4);
        assertThat(activation.starved()).isEqualTo(1);
        all.forEach(ThinkingEntity::remove);
        assertThat(activation.starved()).isZero();
        assertThat(activation.active()).isZero();
    }

    @Test
    void refusesMoreThanAllowedAndCounts() {
        ActivationOptions few = new ActivationOptions(16, 2, 1, 256, 500, 2, 1, 0);
        SectorActivation one = new SectorActivation(AREA, few, timers, (serial, fault) -> {});
        ThinkingEntity first = Objects.requireNonNull(one.add(1, 0, 0, () -> {}));
        assertThat(one.add(2, 0, 0, () -> {})).isNotNull();
        assertThat(one.add(3, 0, 0, () -> {})).isNull();
        assertThat(one.enter(0, 0)).isNotNull();
        assertThat(one.enter(0, 0)).isNull();
        assertThat(one.refused()).isEqualTo(2);
        first.remove();
        assertThat(one.add(3, 0, 0, () -> {})).isNotNull();
    }

    @Test
    void refusesBadOptionsAllAtOnce() {
        ActivationOptions bad = new ActivationOptions(0, -1, 10, 9, 0, 0, 0, 0);
        assertThatThrownBy(() -> new SectorActivation(AREA, bad, timers, (serial, fault) -> {}))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("sectorTiles")
                .hasMessageContaining("radiusSectors")
                .hasMessageContaining("firstMaxMillis = 9, allowed: 10")
                .hasMessageContaining("maxPlayers");
    }

    @Test
    void aThinkAndABorderCrossedAllocateNothing() {
        long[] ids = {0};
        ThinkTimers plain = new ThinkTimers() {
            @Override
            public long start(long firstMillis, long periodMillis, Runnable callback) {
                return ids[0]++;
            }

            @Override
            public boolean cancel(long id) {
                return true;
            }
        };
        SectorActivation one = new SectorActivation(AREA, ActivationOptions.defaults(), plain, (serial, fault) -> {});
        NearPlayer player = Objects.requireNonNull(one.enter(0, 0));
        ThinkingEntity entity = Objects.requireNonNull(one.add(1, 0, 0, () -> thinks++));
        ThreadMXBean bean = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long id = Thread.currentThread().getId();
        int rounds = 50_000;
        use(rounds, player, entity);
        long before = bean.getThreadAllocatedBytes(id);
        use(rounds, player, entity);
        assertThat(bean.getThreadAllocatedBytes(id) - before).isLessThan(rounds / 10);
    }

    private static void use(int rounds, NearPlayer player, ThinkingEntity entity) {
        for (int i = 0; i < rounds; i++) {
            player.moveTo((i & 1) * 100, 0);
            entity.moveTo((i & 2) * 40, 0);
            entity.run();
        }
    }
}
