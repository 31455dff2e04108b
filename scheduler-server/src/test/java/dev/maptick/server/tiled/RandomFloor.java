package dev.maptick.server.tiled;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A random map, apart from how it is written: tiles 1 to 8 of which the even ones collide, on three layers of which the
 * last collides wherever it is drawn, and some landmarks on walkable tiles.
 */
record RandomFloor(int width, int height, List<int[]> layers, List<Thing> things) {

    static final int LAYERS = 3;
    static final int TILES = 8;
    static final int TILE_SIZE = 16;

    record Thing(String kind, String name, int x, int y) {}

    static RandomFloor of(Random random) {
        int width = 1 + random.nextInt(40);
        int height = 1 + random.nextInt(40);
        int[][] layers = new int[LAYERS][width * height];
        double drawn = random.nextDouble() * 0.7;
        for (int tile = 0; tile < width * height; tile++) {
            layers[0][tile] = 1 + 2 * random.nextInt(TILES / 2);
            layers[1][tile] = random.nextDouble() < drawn ? 1 + random.nextInt(TILES) : 0;
            layers[2][tile] = random.nextInt(20) == 0 ? 1 + random.nextInt(TILES) : 0;
        }
        int open = random.nextInt(width * height);
        layers[1][open] = 0;
        layers[2][open] = 0;
        RandomFloor floor = new RandomFloor(width, height, List.of(layers), new ArrayList<>());
        for (int tries = random.nextInt(20); tries > 0; tries--) {
            floor.addThing(random, tries);
        }
        return floor;
    }

    boolean blocked(int tile) {
        int middle = layers.get(1)[tile];
        return layers.get(2)[tile] != 0 || (middle != 0 && middle % 2 == 0);
    }

    private void addThing(Random random, int number) {
        int tile = random.nextInt(width * height);
        String kind =
                blocked(tile) ? "door" : List.of("resident", "spawn", "door").get(random.nextInt(3));
        things.add(new Thing(kind, kind + number, tile % width, tile / width));
    }
}
