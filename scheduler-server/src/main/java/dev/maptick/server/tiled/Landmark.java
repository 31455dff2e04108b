package dev.maptick.server.tiled;

/**
 * A named place on a floor plan: where a resident starts, where a door is, or where players appear.
 *
 * @param name name given in the editor, or the kind ({@code resident}, {@code door}, {@code spawn}) when none was given;
 *     1 to 128 characters without control characters, not necessarily unique
 * @param x column in tiles, from 0 at the left
 * @param y row in tiles, from 0 at the top
 */
public record Landmark(String name, int x, int y) {}
