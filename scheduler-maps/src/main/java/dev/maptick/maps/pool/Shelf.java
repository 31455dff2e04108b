package dev.maptick.maps.pool;

import java.util.function.IntFunction;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Free arrays of one type, in powers of two from 16 to 65,536 elements. Larger ones are made and dropped. What would take
 * the free ones above the limit is dropped too, so the memory kept is bounded whatever a bad tick once borrowed.
 */
final class Shelf<A> {
    static final int SMALLEST = 16;
    static final int LARGEST = 1 << 16;

    private static final int CLASSES = 13;

    /** The most free arrays of one size. */
    private static final int PER_CLASS = 64;

    private final IntFunction<A> maker;
    private final ToIntFunction<A> lengthOf;
    private final int elementBytes;
    private final Retained retained;
    private final @Nullable Object[][] free = new @Nullable Object[CLASSES][PER_CLASS];
    private final int[] count = new int[CLASSES];

    /** How many bytes all shelves of a pool keep, and may. */
    static final class Retained {
        final long limitBytes;
        long bytes;
        long made;
        long reused;
        long dropped;

        Retained(long limitBytes) {
            this.limitBytes = limitBytes;
        }
    }

    Shelf(IntFunction<A> maker, ToIntFunction<A> lengthOf, int elementBytes, Retained retained) {
        this.maker = maker;
        this.lengthOf = lengthOf;
        this.elementBytes = elementBytes;
        this.retained = retained;
    }

    /** An array of at least so many elements, their values unknown. */
    @SuppressWarnings("unchecked") // only arrays of this type are put here
    A take(int atLeast) {
        if (atLeast > LARGEST) {
            retained.made++;
            return maker.apply(atLeast);
        }
        int size = classOf(atLeast);
        int n = count[size];
        if (n == 0) {
            retained.made++;
            return maker.apply(SMALLEST << size);
        }
        count[size] = n - 1;
        Object array = free[size][n - 1];
        free[size][n - 1] = null;
        if (array == null) {
            throw new AssertionError("a free array is missing");
        }
        retained.bytes -= bytes(SMALLEST << size);
        retained.reused++;
        return (A) array;
    }

    void giveBack(A array) {
        int length = lengthOf.applyAsInt(array);
        int size = length > LARGEST ? -1 : classOf(length);
        if (size < 0 || count[size] == PER_CLASS || retained.bytes + bytes(length) > retained.limitBytes) {
            retained.dropped++;
            return;
        }
        free[size][count[size]] = array;
        count[size]++;
        retained.bytes += bytes(length);
    }

    private long bytes(int length) {
        return (long) length * elementBytes;
    }

    /** 0 for 16 elements, 1 for 32, and so on. */
    private static int classOf(int atLeast) {
        int rounded = Math.max(SMALLEST, atLeast);
        return 32 - Integer.numberOfLeadingZeros(rounded - 1) - 4;
    }
}
