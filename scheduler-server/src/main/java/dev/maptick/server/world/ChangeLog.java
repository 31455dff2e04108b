package dev.maptick.server.world;

import java.util.Arrays;

/**
 * What has changed in one map since its last replication. Of each walker's moves only the last is kept. Its buffers are
 * kept from one replication to the next, so nothing is allocated once they have grown to what the map needs; a map of
 * thousands starts small. Used inside the map's tick.
 *
 * <p>On the wire a change is its kind (1 byte) followed by two numbers of 7 bits a byte, least significant first. Kinds: 1
 * moved (slot, tile), 2 met (slot, slot), 3 came (slot, visitor), 4 left (slot, visitor), 5 effect (tile, value), 6 health
 * (slot, points), 7 price (good, pence).
 */
final class ChangeLog {
    private static final int MOVED = 1;
    private static final int MET = 2;
    private static final int CAME = 3;
    private static final int LEFT = 4;
    private static final int EFFECT = 5;
    private static final int HEALTH = 6;
    private static final int PRICE = 7;

    private static final int FIELDS = 3;
    private static final int MOST_BYTES = 1 + 2 * 5;
    private static final int FIRST_ROOM = 8;

    private int[] changes = new int[FIRST_ROOM * FIELDS];
    private int count;
    private boolean news;
    private byte[] wire = new byte[FIRST_ROOM * 4];

    /** Where each walker's move stands in {@link #changes}, plus one; 0 for none. */
    private final int[] moveAt;

    ChangeLog(int slots) {
        moveAt = new int[slots];
    }

    void moved(int slot, int tile) {
        news = true;
        if (moveAt[slot] != 0) {
            changes[(moveAt[slot] - 1) * FIELDS + 2] = tile;
        } else {
            add(MOVED, slot, tile);
            moveAt[slot] = count;
        }
    }

    void met(int slot, int other) {
        add(MET, slot, other);
    }

    void came(int slot, int visitor) {
        add(CAME, slot, visitor);
    }

    void left(int slot, int visitor) {
        add(LEFT, slot, visitor);
    }

    void effect(int tile, int value) {
        add(EFFECT, tile, value);
    }

    void health(int slot, int points) {
        add(HEALTH, slot, points);
    }

    void price(int good, int pence) {
        add(PRICE, good, pence);
    }

    /** Whether anything has changed since the last call. */
    boolean takeNews() {
        boolean had = news;
        news = false;
        return had;
    }

    /** Sends everything collected, if anything was, and begins anew. */
    void flush(String map, ReplicationSink sink) {
        if (count == 0) {
            return;
        }
        int sent = count;
        int bytes = encode();
        Arrays.fill(moveAt, 0);
        count = 0;
        sink.send(map, wire, bytes, sent);
    }

    private void add(int kind, int first, int second) {
        news = true;
        int at = count * FIELDS;
        if (at == changes.length) {
            changes = Arrays.copyOf(changes, 2 * at);
        }
        changes[at] = kind;
        changes[at + 1] = first;
        changes[at + 2] = second;
        count++;
    }

    private int encode() {
        int at = 0;
        for (int i = 0; i < count * FIELDS; i += FIELDS) {
            if (wire.length - at < MOST_BYTES) {
                wire = Arrays.copyOf(wire, Math.max(2 * wire.length, at + MOST_BYTES));
            }
            wire[at++] = (byte) changes[i];
            at = number(changes[i + 1], at);
            at = number(changes[i + 2], at);
        }
        return at;
    }

    private int number(int value, int start) {
        int at = start;
        int rest = value;
        while (rest > 0x7f) {
            wire[at++] = (byte) ((rest & 0x7f) | 0x80);
            rest >>>= 7;
        }
        wire[at++] = (byte) rest;
        return at;
    }
}
