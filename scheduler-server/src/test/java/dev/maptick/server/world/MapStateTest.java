package dev.maptick.server.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.maptick.server.tiled.DrawnMap;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.zip.CRC32;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class MapStateTest {
    private static final Places PLACES = new Places(DrawnMap.ofRows("..#", "..."));
    private static final int[] FACTS = {7, -1};

    @Test
    void readsBackWhatItWrote() throws Exception {
        MapState read = MapState.decode(state(1, 0, 100).encode()).checkedFor(MapState.HOUSE, PLACES, FACTS.length, 1);

        assertThat(read.changes()).isEqualTo(Long.MAX_VALUE);
        assertThat(read.fact(0)).isEqualTo(7);
        assertThat(read.fact(1)).isEqualTo(-1);
        assertThat(new int[] {read.x(0), read.y(0), read.health(0)}).containsExactly(1, 0, 100);
        assertThat(read.encode()).isEqualTo(state(1, 0, 100).encode());
    }

    @Test
    void refusesEveryLengthAndEveryFlippedBit() {
        byte[] good = state(1, 0, 100).encode();
        for (int length = 0; length < good.length; length++) {
            assertRefused(Arrays.copyOf(good, length));
        }
        assertRefused(Arrays.copyOf(good, good.length + 1));
        for (int bit = 0; bit < 8 * good.length; bit++) {
            byte[] bad = good.clone();
            bad[bit / 8] ^= (byte) (1 << (bit % 8));
            assertRefused(bad);
        }
    }

    /** Bytes whose checksum is right and all else is not, so that the bounds have to hold by themselves. */
    @Test
    void refusesBytesWithARightChecksumOrReadsThemWhole() {
        long seed = 17;
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = state(1, 0, 100).encode();
            int changed = 1 + random.nextInt(4);
            for (int k = 0; k < changed; k++) {
                bytes[random.nextInt(bytes.length - 4)] = (byte) random.nextInt();
            }
            bytes = Arrays.copyOf(bytes, random.nextBoolean() ? bytes.length : 36 + random.nextInt(40));
            Throwable thrown = catchThrowable(decode(sealed(bytes)));
            assertThat(thrown == null || thrown instanceof BadStateException)
                    .as("round %s, seed %s: %s", i, seed, thrown)
                    .isTrue();
        }
    }

    @Test
    void refusesAStateOfAnotherMap() {
        MapState state = state(1, 0, 100);

        assertMisfit(() -> state.checkedFor(MapState.DUNGEON, PLACES, 2, 1), "kind 1, expected 2");
        assertMisfit(() -> state.checkedFor(MapState.HOUSE, PLACES, 3, 1), "number of facts 2, expected 3");
        assertMisfit(() -> state.checkedFor(MapState.HOUSE, PLACES, 2, 4), "number of residents 1, expected 4");
        Places other = new Places(DrawnMap.ofRows("...."));
        assertMisfit(() -> state.checkedFor(MapState.HOUSE, other, 2, 1), "3 x 2 tiles, this one, ");
        assertMisfit(() -> state(2, 0, 1).checkedFor(MapState.HOUSE, PLACES, 2, 1), "inside a wall at 2, 0");
        assertMisfit(() -> state(0, 2, 1).checkedFor(MapState.HOUSE, PLACES, 2, 1), "outside the floor plan at 0, 2");
        assertMisfit(() -> state(-1, 0, 1).checkedFor(MapState.HOUSE, PLACES, 2, 1), "outside the floor plan at -1, 0");
        assertMisfit(() -> state(0, 0, 101).checkedFor(MapState.HOUSE, PLACES, 2, 1), "health of a resident is 101");
        assertMisfit(() -> state.fact(0, "wood on the fire", 0, 6), "wood on the fire is 7, allowed: 0..6");
    }

    private static MapState state(int x, int y, int health) {
        return new MapState(MapState.HOUSE, Long.MAX_VALUE, 3, 2, FACTS.clone(), new int[] {x, y, health});
    }

    private static byte[] sealed(byte[] bytes) {
        CRC32 crc = new CRC32();
        crc.update(bytes, 0, bytes.length - 4);
        ByteBuffer.wrap(bytes).putInt(bytes.length - 4, (int) crc.getValue());
        return bytes;
    }

    private static void assertRefused(byte[] bytes) {
        assertThatThrownBy(decode(bytes)).isInstanceOf(BadStateException.class);
    }

    private static ThrowingCallable decode(byte[] bytes) {
        return () -> MapState.decode(bytes);
    }

    private static void assertMisfit(ThrowingCallable act, String reason) {
        assertThatThrownBy(act).isInstanceOf(BadStateException.class).hasMessageContaining(reason);
    }
}
