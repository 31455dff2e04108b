package dev.maptick.maps.activation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random walks of players and entities against a naive recomputation: after every step an entity is active if and only if
 * a player's sector is within reach of its own, keeps its timer exactly as long as that was never false, and thinks when
 * that timer says.
 */
class SectorActivationModelTest {
    private static final TileArea AREA = new TileArea(-50, 7, 200, 150);

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void agreesWithTheNaiveModel(long seed) {
        new Walk(seed, Integer.MAX_VALUE).steps(3_000);
    }

    @ParameterizedTest
    @ValueSource(longs = {7, 8})
    void agreesWithTheNaiveModelWhileTimersAreFull(long seed) {
        new Walk(seed, 10).steps(3_000);
    }

    @Test
    @Tag("soak")
    void agreesWithTheNaiveModelForLong() {
        long seed = System.nanoTime();
        for (int i = 0; i < 200; i++) {
            new Walk(seed + i, i % 4 == 0 ? 10 : Integer.MAX_VALUE).steps(10_000);
        }
    }

    private static final class Walk {
        final long seed;
        final SplittableRandom random;
        final FakeTimers timers = new FakeTimers();
        final ActivationOptions options;
        final SectorActivation activation;
        final List<Entity> entities = new ArrayList<>();
        final List<Player> players = new ArrayList<>();
        long serials;
        long activations;

        Walk(long seed, int capacity) {
            this.seed = seed;
            random = new SplittableRandom(seed);
            timers.capacity = capacity;
            options = new ActivationOptions(1 + random.nextInt(20), random.nextInt(4), 1, 256, 500, 40, 6, seed);
            activation = new SectorActivation(AREA, options, timers, (serial, fault) -> {});
        }

        static final class Entity {
            ThinkingEntity entity;
            int x;
            int y;
            long timer = ThinkTimers.NONE;
            long thinks;
        }

        static final class Player {
            final NearPlayer player;
            int x;
            int y;

            Player(NearPlayer player, int x, int y) {
                this.player = player;
                this.x = x;
                this.y = y;
            }
        }

        void steps(int steps) {
            for (int i = 0; i < steps; i++) {
                step();
                check(i);
            }
            players.forEach(p -> p.player.leave());
            players.clear();
            check(steps);
            assertThat(timers.pending).isEmpty();
        }

        private void step() {
            int x = AREA.minX() + random.nextInt(AREA.width());
            int y = AREA.minY() + random.nextInt(AREA.height());
            switch (random.nextInt(10)) {
                case 0 -> enter(x, y);
                case 1 -> {
                    if (!players.isEmpty()) {
                        players.remove(random.nextInt(players.size())).player.leave();
                    }
                }
                case 2, 3 -> add(x, y);
                case 4 -> {
                    if (!entities.isEmpty()) {
                        entities.remove(random.nextInt(entities.size())).entity.remove();
                    }
                }
                case 5, 6 ->
                    players.stream()
                            .skip(random.nextInt(players.size() + 1))
                            .findFirst()
                            .ifPresent(p -> {
                                p.x = near(p.x, AREA.minX(), AREA.width());
                                p.y = near(p.y, AREA.minY(), AREA.height());
                                p.player.moveTo(p.x, p.y);
                            });
                case 7, 8 ->
                    entities.stream()
                            .skip(random.nextInt(entities.size() + 1))
                            .findFirst()
                            .ifPresent(e -> {
                                e.x = near(e.x, AREA.minX(), AREA.width());
                                e.y = near(e.y, AREA.minY(), AREA.height());
                                e.entity.moveTo(e.x, e.y);
                            });
                default -> timers.advanceTo(timers.nowMs + random.nextInt(50));
            }
        }

        /** A walk of a few tiles, or a jump to anywhere. */
        private int near(int at, int min, int size) {
            int to = random.nextInt(5) == 0 ? min + random.nextInt(size) : at + random.nextInt(31) - 15;
            return Math.max(min, Math.min(min + size - 1, to));
        }

        private void enter(int x, int y) {
            NearPlayer player = activation.enter(x, y);
            if (player != null) {
                players.add(new Player(player, x, y));
            } else {
                assertThat(players).hasSize(6);
            }
        }

        private void add(int x, int y) {
            Entity made = new Entity();
            ThinkingEntity entity = activation.add(++serials, x, y, () -> made.thinks++);
            if (entity == null) {
                assertThat(entities).hasSize(40);
                return;
            }
            made.entity = entity;
            made.x = x;
            made.y = y;
            entities.add(made);
        }

        private boolean isNear(Entity e) {
            return players.stream()
                    .anyMatch(p -> Math.abs(column(p.x) - column(e.x)) <= options.radiusSectors()
                            && Math.abs(row(p.y) - row(e.y)) <= options.radiusSectors());
        }

        private int column(int x) {
            return (x - AREA.minX()) / options.sectorTiles();
        }

        private int row(int y) {
            return (y - AREA.minY()) / options.sectorTiles();
        }

        private void check(int step) {
            String when = "seed " + seed + ", step " + step;
            int active = 0;
            int near = 0;
            long thinks = 0;
            for (Entity e : entities) {
                boolean isNear = isNear(e);
                near += isNear ? 1 : 0;
                boolean isActive = e.entity.isActive();
                active += isActive ? 1 : 0;
                thinks += e.thinks;
                if (timers.capacity == Integer.MAX_VALUE) {
                    assertThat(isActive).as(when).isEqualTo(isNear);
                } else {
                    assertThat(isActive && !isNear).as(when).isFalse();
                }
                if (isActive) {
                    FakeTimers.Timer timer = timers.pending.get(e.entity.timer);
                    assertThat(Objects.requireNonNull(timer, when).callback)
                            .as(when)
                            .isSameAs(e.entity);
                    if (e.timer != ThinkTimers.NONE && e.timer == e.entity.timer) {
                        activations--;
                    }
                    activations++;
                }
                e.timer = e.entity.timer;
            }
            assertThat(timers.pending).as(when).hasSize(active);
            assertThat(activation.active()).as(when).isEqualTo(active);
            assertThat(activation.starved()).as(when).isEqualTo(near - active);
            assertThat(activation.entities()).as(when).isEqualTo(entities.size());
            assertThat(activation.players()).as(when).isEqualTo(players.size());
            assertThat(activation.thinks()).as(when).isGreaterThanOrEqualTo(thinks);
            assertThat(activation.activations()).as(when).isEqualTo(timers.started);
            // One step moves one thing once, so what was near before and after has kept its timer.
            assertThat(activations).as(when).isEqualTo(timers.started);
        }
    }
}
