package dev.maptick.server.world;

import dev.maptick.server.tiled.FloorPlan;

/** Whether one tile can be seen from another: a straight line between them that no blocked tile cuts. Pure functions. */
final class Sight {
    private Sight() {}

    /**
     * Follows the line tile by tile (Bresenham), both ends included.
     *
     * @return false as soon as the line meets a blocked tile
     */
    static boolean sees(FloorPlan plan, int fromX, int fromY, int toX, int toY) {
        int dx = Math.abs(toX - fromX);
        int dy = -Math.abs(toY - fromY);
        int stepX = Integer.signum(toX - fromX);
        int stepY = Integer.signum(toY - fromY);
        int error = dx + dy;
        int x = fromX;
        int y = fromY;
        while (!plan.blocked(x, y)) {
            if (x == toX && y == toY) {
                return true;
            }
            int doubled = 2 * error;
            if (doubled >= dy) {
                error += dy;
                x += stepX;
            }
            if (doubled <= dx) {
                error += dx;
                y += stepY;
            }
        }
        return false;
    }
}
