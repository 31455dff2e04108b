package dev.maptick.server.tiled;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The {@code data} array of a tile layer, kept as plain ints.
 *
 * <p>These arrays are nearly the whole file; as boxed numbers they would cost many times the file's size. A first value
 * that is no tile number is remembered, not thrown, because the layer's name, wanted in the message, comes later in the
 * file. Values past the largest map are counted and dropped.
 */
final class GidArray {

    private static final int MAX_KEPT = FloorPlan.MAX_SIDE * FloorPlan.MAX_SIDE;
    private static final long MAX_GID = 0xFFFF_FFFFL;

    /** Small at first: an infinite map has thousands of these, a hostile one as many as fit into the file. */
    private int[] gids = new int[16];

    private int size;
    private @Nullable String firstBad;
    private int firstBadIndex;

    /** Tile numbers as base64 data holds them: 32 bits each, lowest byte first. */
    static GidArray ofLittleEndian(byte[] bytes) {
        GidArray array = new GidArray();
        array.gids = new int[bytes.length / Integer.BYTES];
        array.size = array.gids.length;
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().get(array.gids);
        return array;
    }

    void add(long gid) {
        if (gid < 0 || gid > MAX_GID) {
            addBad("is " + gid);
            return;
        }
        // After a bad value the array is only counted: it will be refused, and the room kept is for none but good ones.
        if (firstBad == null && size < MAX_KEPT) {
            if (size == gids.length) {
                gids = Arrays.copyOf(gids, size * 2);
            }
            gids[size] = (int) gid;
        }
        size++;
    }

    void addBad(String what) {
        if (firstBad == null) {
            firstBad = what;
            firstBadIndex = size;
        }
        size++;
    }

    int size() {
        return size;
    }

    /** The 32-bit tile number at an index, flip flags included. */
    int get(int index) {
        return gids[index];
    }

    /** What the first value that is no tile number is, or null if all are. */
    @Nullable
    String firstBad() {
        return firstBad;
    }

    int firstBadIndex() {
        return firstBadIndex;
    }
}
