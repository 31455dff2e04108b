package dev.maptick.server.world;

import dev.maptick.server.tiled.FloorPlan;

/**
 * Something that spreads from tile to tile and thins out: the warmth of a fire, a cloud of poison. It covers a square
 * around its source and never passes a blocked tile. Used inside the map's tick; allocates only when made.
 */
final class SpreadField {
    private final FloorPlan plan;
    private final int radius;
    private final int side;
    private final int keepPermille;

    /** One ring of zeros around the square spares the border checks. */
    private int[] amount;

    private int[] next;
    private final boolean[] open;
    private int centreX;
    private int centreY;

    /**
     * An empty field.
     *
     * @param plan where it spreads
     * @param radius how far from its source it can be felt, in tiles
     * @param keepPermille how many thousandths are left of it after each step
     */
    SpreadField(FloorPlan plan, int radius, int keepPermille) {
        this.plan = plan;
        this.radius = radius;
        this.keepPermille = keepPermille;
        side = 2 * radius + 3;
        amount = new int[side * side];
        next = new int[side * side];
        open = new boolean[side * side];
    }

    /** Moves the source, and with it the square; what was there is gone. */
    void moveTo(int x, int y) {
        centreX = x;
        centreY = y;
        for (int row = 0; row < side; row++) {
            for (int column = 0; column < side; column++) {
                int cell = row * side + column;
                boolean ring = row == 0 || column == 0 || row == side - 1 || column == side - 1;
                open[cell] = !ring && !plan.blocked(x - radius - 1 + column, y - radius - 1 + row);
                amount[cell] = 0;
                next[cell] = 0;
            }
        }
    }

    /** Adds to the source. */
    void feed(int more) {
        amount[(radius + 1) * side + radius + 1] += more;
    }

    /** One step: each tile gives an eighth of what it has to each open neighbour, and a little is lost. */
    void spread() {
        for (int row = 1; row < side - 1; row++) {
            for (int cell = row * side + 1; cell < (row + 1) * side - 1; cell++) {
                next[cell] = open[cell] ? spreadInto(cell) : 0;
            }
        }
        int[] old = amount;
        amount = next;
        next = old;
    }

    private int spreadInto(int cell) {
        int own = amount[cell];
        int mixed =
                own + share(cell - 1, own) + share(cell + 1, own) + share(cell - side, own) + share(cell + side, own);
        return (int) ((long) mixed * keepPermille / 1000);
    }

    /** What a neighbour gives, less what it is given; nothing passes into a wall. */
    private int share(int neighbour, int own) {
        return open[neighbour] ? (amount[neighbour] - own) / 8 : 0;
    }

    /** How much of it there is on a tile; 0 outside the square. */
    int at(int x, int y) {
        int column = x - centreX + radius + 1;
        int row = y - centreY + radius + 1;
        if (column < 0 || row < 0 || column >= side || row >= side) {
            return 0;
        }
        return amount[row * side + column];
    }
}
