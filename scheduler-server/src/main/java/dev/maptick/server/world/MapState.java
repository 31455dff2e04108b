package dev.maptick.server.world;

import dev.maptick.maps.save.Snapshot;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;

/**
 * What is kept of one map: who of its residents stands where and in what health, and a few facts of the map's kind.
 * Immutable; copied from the map on its tick, encoded off it.
 *
 * <pre>
 *   bytes  0  magic "MTWS"              20  height of the floor plan, in tiles
 *          4  kind: 1 house, 2 dungeon  24  number of facts F, then that many numbers
 *          5  version: 1            28+4F   number of residents R, then x, y, health of each
 *          6  0, 0             32+4F+12R    CRC-32 of all bytes before
 *          8  changes so far
 *         16  width of the plan             all numbers big-endian, of 4 bytes but for the changes, of 8
 * </pre>
 *
 * Bytes are trusted in nothing: each length is held against what the map itself expects before anything is read by it.
 */
final class MapState implements Snapshot {
    static final byte HOUSE = 1;
    static final byte DUNGEON = 2;
    static final int FIELDS = 3;

    private static final int MAGIC = 0x4d545753;
    private static final byte VERSION = 1;
    private static final int FIXED_BYTES = 36;
    private static final int MOST_HEALTH = 100;

    private final byte kind;
    private final long changes;
    private final int width;
    private final int height;
    private final int[] facts;
    private final int[] residents;

    /** Takes the arrays over. */
    MapState(byte kind, long changes, int width, int height, int[] facts, int[] residents) {
        this.kind = kind;
        this.changes = changes;
        this.width = width;
        this.height = height;
        this.facts = facts;
        this.residents = residents;
    }

    /** Grows with every tick that changes something; goes on where it was after a reload. */
    long changes() {
        return changes;
    }

    int fact(int index) {
        return facts[index];
    }

    int x(int resident) {
        return residents[FIELDS * resident];
    }

    int y(int resident) {
        return residents[FIELDS * resident + 1];
    }

    int health(int resident) {
        return residents[FIELDS * resident + 2];
    }

    @Override
    public byte[] encode() {
        ByteBuffer out = ByteBuffer.allocate(FIXED_BYTES + Integer.BYTES * (facts.length + residents.length));
        out.putInt(MAGIC).put(kind).put(VERSION).putShort((short) 0);
        out.putLong(changes).putInt(width).putInt(height);
        out.putInt(facts.length);
        for (int fact : facts) {
            out.putInt(fact);
        }
        out.putInt(residents.length / FIELDS);
        for (int field : residents) {
            out.putInt(field);
        }
        out.putInt(checksum(out.array(), out.position()));
        return out.array();
    }

    private static int checksum(byte[] bytes, int length) {
        CRC32 crc = new CRC32();
        crc.update(bytes, 0, length);
        return (int) crc.getValue();
    }

    /**
     * Reads what {@link #encode} wrote.
     *
     * @throws BadStateException saying what is wrong with the bytes
     */
    static MapState decode(byte[] bytes) throws BadStateException {
        if (bytes.length < FIXED_BYTES) {
            throw new BadStateException("saved state of " + bytes.length + " bytes, at least " + FIXED_BYTES);
        }
        ByteBuffer in = ByteBuffer.wrap(bytes);
        expect("magic number", in.getInt(), MAGIC);
        byte kind = in.get();
        expect("version", in.get(), VERSION);
        expect("reserved bytes", in.getShort(), 0);
        expect("checksum", checksum(bytes, bytes.length - Integer.BYTES), in.getInt(bytes.length - Integer.BYTES));
        long changes = in.getLong();
        if (changes < 0) {
            throw new BadStateException("saved state with " + changes + " changes, expected 0 or more");
        }
        int width = in.getInt();
        int height = in.getInt();
        int[] facts = numbers(in, "facts", 1);
        int[] residents = numbers(in, "residents", FIELDS);
        expect("bytes after the residents", in.remaining(), Integer.BYTES);
        return new MapState(kind, changes, width, height, facts, residents);
    }

    private static int[] numbers(ByteBuffer in, String what, int each) throws BadStateException {
        // The checksum after them, and the next count if there is one, are left out; so no count passes the bytes there
        // are.
        long room = Math.max(0, in.remaining() - 2L * Integer.BYTES) / Integer.BYTES;
        int count = in.remaining() < 2 * Integer.BYTES ? -1 : in.getInt();
        if (count < 0 || (long) count * each > room) {
            throw new BadStateException("saved state with " + count + " " + what + ", more than there is room for");
        }
        int[] numbers = new int[count * each];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = in.getInt();
        }
        return numbers;
    }

    private static void expect(String what, int found, int expected) throws BadStateException {
        if (found != expected) {
            throw new BadStateException("saved state with " + what + " " + found + ", expected " + expected);
        }
    }

    /**
     * Holds the state against the map that is to be made of it.
     *
     * @throws BadStateException saying what does not fit
     */
    MapState checkedFor(byte wantedKind, Places places, int factCount, int residentCount) throws BadStateException {
        expect("kind", kind, wantedKind);
        if (width != places.plan().width() || height != places.plan().height()) {
            throw new BadStateException("saved on a floor plan of " + width + " x " + height + " tiles, this one, "
                    + places.plan().name() + ", has " + places.plan().width() + " x "
                    + places.plan().height());
        }
        expect("number of facts", facts.length, factCount);
        expect("number of residents", residents.length / FIELDS, residentCount);
        for (int i = 0; i < residentCount; i++) {
            if (x(i) < 0 || y(i) < 0 || x(i) >= width || y(i) >= height) {
                throw new BadStateException("a resident outside the floor plan at " + x(i) + ", " + y(i));
            }
            if (places.plan().blocked(x(i), y(i))) {
                throw new BadStateException("a resident inside a wall at " + x(i) + ", " + y(i));
            }
            range("health of a resident", health(i), 0, MOST_HEALTH);
        }
        return this;
    }

    /** A fact that must lie in a range. */
    int fact(int index, String what, int min, int max) throws BadStateException {
        range(what, facts[index], min, max);
        return facts[index];
    }

    private static void range(String what, int found, int min, int max) throws BadStateException {
        if (found < min || found > max) {
            throw new BadStateException(what + " is " + found + ", allowed: " + min + ".." + max);
        }
    }
}
