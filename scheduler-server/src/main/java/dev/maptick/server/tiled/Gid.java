package dev.maptick.server.tiled;

/**
 * The 32-bit tile numbers of tile layers and tile objects: the upper four bits say how the tile is turned.
 *
 * <p>From the top: mirrored left to right, mirrored top to bottom, mirrored along the diagonal, and turned by 120 degrees
 * (on hexagonal maps; elsewhere the bit is still a flag and no part of the number).
 */
final class Gid {

    /** Largest tile number once the flags are off. */
    static final int MAX = 0x0FFF_FFFF;

    /** The number that means "no tile here". */
    static final int EMPTY = 0;

    private Gid() {}

    /** The tile's number without the flags: turning or mirroring a tile does not change whether it collides. */
    static int withoutFlags(int raw) {
        return raw & MAX;
    }
}
