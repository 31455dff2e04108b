package dev.maptick.server.tiled;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Finds the maps shipped in {@code worlds/}, from whichever directory the tests are started. */
public final class ShippedWorlds {

    public static final List<String> NAMES = List.of("house-small", "house-garden", "house-tavern", "dungeon");

    private ShippedWorlds() {}

    public static Path path(String name) {
        Path directory = Path.of("").toAbsolutePath();
        while (directory != null && !Files.isDirectory(directory.resolve("worlds"))) {
            directory = directory.getParent();
        }
        if (directory == null) {
            throw new IllegalStateException(
                    "no worlds directory above " + Path.of("").toAbsolutePath());
        }
        return directory.resolve("worlds").resolve(name + ".tmj");
    }

    public static FloorPlan load(String name) {
        return FloorPlanLoader.load(path(name));
    }
}
