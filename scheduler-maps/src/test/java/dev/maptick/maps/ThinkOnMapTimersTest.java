package dev.maptick.maps;

import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.maps.activation.ActivationOptions;
import dev.maptick.maps.activation.NearPlayer;
import dev.maptick.maps.activation.SectorActivation;
import dev.maptick.maps.activation.ThinkTimers;
import dev.maptick.maps.activation.TileArea;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Entities that think by their map's own timers. */
class ThinkOnMapTimersTest {
    private static final int ENTITIES = 3;

    private final World world = new World(-World.ms(777));
    private final Garden garden = new Garden();

    @Test
    void thinksEveryHalfSecondWhileAPlayerIsNearAndNeverOtherwise() {
        MapHandle map = open(MapOptions.defaults());
        world.run(2_000);
        assertThat(garden.thinks).isZero();

        map.post(garden::enter);
        world.run(2_100);
        // The first after 1 to 256 ms, on a tick, then one each 500 ms.
        assertThat(garden.thinks).isEqualTo(4 * ENTITIES);
        assertThat(map.workStats().timers().pending()).isEqualTo(ENTITIES);

        map.post(garden::leave);
        world.run(5_000);
        assertThat(garden.thinks).isLessThanOrEqualTo(5 * ENTITIES);
        assertThat(map.workStats().timers().pending()).isZero();
    }

    @Test
    void anEntityWithoutRoomForItsTimerStarvesAndIsCounted() {
        MapLimits limits = MapLimits.defaults();
        MapHandle map = open(
                MapOptions.defaults().limits(limits.withTimers(limits.timers().withPending(1))));
        map.post(garden::enter);
        world.run(1_000);

        assertThat(map.workStats().timers().refusedFull()).isEqualTo(ENTITIES - 1);
        assertThat(garden.activation().starved()).isEqualTo(ENTITIES - 1);
        assertThat(garden.activation().active()).isOne();
    }

    private MapHandle open(MapOptions options) {
        return MapHost.builder(world.scheduler).build().open("garden", options, garden);
    }

    private static final class Garden implements GameMap {
        int thinks;
        private @Nullable SectorActivation activation;
        private @Nullable NearPlayer player;

        SectorActivation activation() {
            assertThat(activation).isNotNull();
            return activation;
        }

        void enter() {
            player = activation().enter(1, 1);
        }

        void leave() {
            player.leave();
        }

        @Override
        public void onOpen(MapContext context) {
            activation = new SectorActivation(
                    new TileArea(0, 0, 20, 20),
                    ActivationOptions.defaults(),
                    ThinkTimers.on(context.timers()),
                    (serial, fault) -> {
                        throw new AssertionError(fault);
                    });
            for (int i = 0; i < ENTITIES; i++) {
                activation.add(i, 5 * i, 5, () -> thinks++);
            }
        }

        @Override
        public void onTick(MapContext context) {}
    }
}
