package dev.maptick.server.tiled;

import java.util.Arrays;
import java.util.Locale;

/**
 * Which point of a tile object's picture its position names, as fractions of its width and height from the top left.
 *
 * <p>Tile objects, unlike rectangles, hang from their bottom left corner unless their tileset says otherwise.
 */
enum Alignment {
    UNSPECIFIED(0, 1),
    TOPLEFT(0, 0),
    TOP(0.5, 0),
    TOPRIGHT(1, 0),
    LEFT(0, 0.5),
    CENTER(0.5, 0.5),
    RIGHT(1, 0.5),
    BOTTOMLEFT(0, 1),
    BOTTOM(0.5, 1),
    BOTTOMRIGHT(1, 1);

    private final double across;
    private final double down;

    Alignment(double across, double down) {
        this.across = across;
        this.down = down;
    }

    double across() {
        return across;
    }

    double down() {
        return down;
    }

    static Alignment read(Element tileset) {
        String name = tileset.text("objectalignment");
        if (name.isEmpty()) {
            return UNSPECIFIED;
        }
        for (Alignment alignment : values()) {
            if (alignment.word().equals(name)) {
                return alignment;
            }
        }
        String words =
                Arrays.toString(Arrays.stream(values()).map(Alignment::word).toArray());
        throw tileset.problem("objectalignment", "is " + Printable.quote(name) + "; allowed: one of " + words);
    }

    private String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
