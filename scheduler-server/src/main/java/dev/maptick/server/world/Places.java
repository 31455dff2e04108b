package dev.maptick.server.world;

import dev.maptick.server.tiled.FloorPlan;
import dev.maptick.server.tiled.Landmark;
import java.util.SplittableRandom;

/**
 * The places of one floor plan that its maps send people to. Tiles are numbered {@code y * width + x}. Immutable, shared by
 * every map drawn on the plan; costs four bytes per walkable tile.
 */
final class Places {
    private static final int TRIES = 8;

    private final FloorPlan plan;
    private final int[] walkable;
    private final int[] residents;
    private final int[] spawns;
    private final int hearth;

    Places(FloorPlan plan) {
        this.plan = plan;
        walkable = walkableTiles(plan);
        residents = plan.residents().stream().mapToInt(this::tileOf).toArray();
        spawns = plan.spawns().stream().mapToInt(this::tileOf).toArray();
        hearth = nearestToCentre();
    }

    FloorPlan plan() {
        return plan;
    }

    int tile(int x, int y) {
        return y * plan.width() + x;
    }

    int x(int tile) {
        return tile % plan.width();
    }

    int y(int tile) {
        return tile / plan.width();
    }

    int area(int tile) {
        return plan.area(x(tile), y(tile));
    }

    /** How many tiles the plan has, walkable or not. */
    int tiles() {
        return plan.width() * plan.height();
    }

    /** Where residents live; may be empty. */
    int residentCount() {
        return residents.length;
    }

    int resident(int index) {
        return residents[index];
    }

    int anySpawn(SplittableRandom random) {
        return spawns[random.nextInt(spawns.length)];
    }

    /** The walkable tile nearest to the middle of the plan, where a house has its fire. */
    int hearth() {
        return hearth;
    }

    int anyTile(SplittableRandom random) {
        return walkable[random.nextInt(walkable.length)];
    }

    /** A random tile that can be walked to from another one; that one itself if none is found in a few tries. */
    int anyTileFrom(int from, SplittableRandom random) {
        int area = area(from);
        for (int i = 0; i < TRIES; i++) {
            int tile = anyTile(random);
            if (area(tile) == area) {
                return tile;
            }
        }
        return from;
    }

    private int tileOf(Landmark landmark) {
        return tile(landmark.x(), landmark.y());
    }

    private static int[] walkableTiles(FloorPlan plan) {
        int[] tiles = new int[plan.walkableTiles()];
        int count = 0;
        for (int y = 0; y < plan.height(); y++) {
            for (int x = 0; x < plan.width(); x++) {
                if (!plan.blocked(x, y)) {
                    tiles[count++] = y * plan.width() + x;
                }
            }
        }
        return tiles;
    }

    private int nearestToCentre() {
        int best = walkable[0];
        int bestDistance = Integer.MAX_VALUE;
        for (int tile : walkable) {
            int distance = Math.abs(x(tile) - plan.width() / 2) + Math.abs(y(tile) - plan.height() / 2);
            if (distance < bestDistance) {
                best = tile;
                bestDistance = distance;
            }
        }
        return best;
    }
}
