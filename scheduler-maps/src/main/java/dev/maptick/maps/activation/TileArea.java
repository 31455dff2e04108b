package dev.maptick.maps.activation;

/**
 * The tiles a map has. Immutable.
 *
 * @param minX the lowest x
 * @param minY the lowest y
 * @param width how many tiles from there, 1 or more
 * @param height how many tiles from there, 1 or more
 */
public record TileArea(int minX, int minY, int width, int height) {
    /**
     * Checks the numbers.
     *
     * @param minX the lowest x
     * @param minY the lowest y
     * @param width how many tiles from there, 1 or more
     * @param height how many tiles from there, 1 or more
     * @throws IllegalArgumentException if the area is empty or reaches past the range of an int
     */
    public TileArea {
        if (width < 1
                || height < 1
                || (long) minX + width - 1 > Integer.MAX_VALUE
                || (long) minY + height - 1 > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "no area of tiles: " + width + " x " + height + " from " + minX + ", " + minY);
        }
    }

    /**
     * Whether a tile lies inside.
     *
     * @param x its x
     * @param y its y
     * @return true if it does
     */
    public boolean contains(int x, int y) {
        long right = (long) x - minX;
        long down = (long) y - minY;
        return right >= 0 && right < width && down >= 0 && down < height;
    }
}
