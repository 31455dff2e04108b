package dev.maptick.server.world.path;

import java.util.Arrays;
import java.util.Objects;

/** A stack of tile indexes that grows with use and keeps its room when cleared. Not thread-safe. */
final class TileStack {

    private static final int FIRST_ROOM = 16;

    private int[] tiles = {};
    private int size;

    void clear() {
        size = 0;
    }

    int size() {
        return size;
    }

    void push(int tile) {
        if (size == tiles.length) {
            tiles = Arrays.copyOf(tiles, Math.max(FIRST_ROOM, size * 2));
        }
        tiles[size++] = tile;
    }

    int pop() {
        return tiles[--size];
    }

    int get(int index) {
        return tiles[Objects.checkIndex(index, size)];
    }
}
