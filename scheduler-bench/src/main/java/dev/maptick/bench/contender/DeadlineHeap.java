package dev.maptick.bench.contender;

import java.util.Arrays;

/** A binary heap in two arrays, deadlines beside their maps: the plainest queue there is. One thread. */
final class DeadlineHeap {
    private long[] deadlines = new long[16];
    private GridMap[] maps = new GridMap[16];
    private int size;

    DeadlineHeap() {}

    int size() {
        return size;
    }

    /** Only if not empty. */
    long headDeadline() {
        return deadlines[0];
    }

    /** Only if not empty. */
    GridMap head() {
        return maps[0];
    }

    void add(GridMap map) {
        if (size == maps.length) {
            deadlines = Arrays.copyOf(deadlines, 2 * size);
            maps = Arrays.copyOf(maps, 2 * size);
        }
        siftUp(size++, map, map.deadlineNs);
    }

    /** The head has a later deadline now. */
    void headMoved() {
        GridMap map = maps[0];
        siftDown(0, map, map.deadlineNs);
    }

    /** Takes out by search. */
    void remove(GridMap map) {
        for (int i = 0; i < size; i++) {
            if (maps[i] == map) {
                removeAt(i);
                return;
            }
        }
    }

    private void removeAt(int at) {
        GridMap last = maps[--size];
        Arrays.fill(maps, size, size + 1, null);
        if (at < size) {
            siftDown(at, last, last.deadlineNs);
            if (maps[at] == last) {
                siftUp(at, last, last.deadlineNs);
            }
        }
    }

    private void siftUp(int from, GridMap map, long deadlineNs) {
        int at = from;
        while (at > 0) {
            int parent = (at - 1) >>> 1;
            if (deadlines[parent] - deadlineNs <= 0) {
                break;
            }
            set(at, maps[parent], deadlines[parent]);
            at = parent;
        }
        set(at, map, deadlineNs);
    }

    private void siftDown(int from, GridMap map, long deadlineNs) {
        int at = from;
        int child = 2 * at + 1;
        while (child < size) {
            if (child + 1 < size && deadlines[child + 1] - deadlines[child] < 0) {
                child++;
            }
            if (deadlines[child] - deadlineNs >= 0) {
                break;
            }
            set(at, maps[child], deadlines[child]);
            at = child;
            child = 2 * at + 1;
        }
        set(at, map, deadlineNs);
    }

    private void set(int at, GridMap map, long deadlineNs) {
        maps[at] = map;
        deadlines[at] = deadlineNs;
    }
}
