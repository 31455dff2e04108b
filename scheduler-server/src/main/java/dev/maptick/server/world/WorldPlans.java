package dev.maptick.server.world;

import dev.maptick.server.tiled.FloorPlan;
import dev.maptick.server.tiled.FloorPlanException;
import dev.maptick.server.tiled.FloorPlanLoader;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The floor plans of a world: on which ones houses are drawn, in turn, and on which dungeons. Immutable.
 *
 * @param houses at least one
 * @param dungeons at least one
 */
public record WorldPlans(List<FloorPlan> houses, List<FloorPlan> dungeons) {
    private static final String ENDING = ".tmj";

    /**
     * Copies the lists.
     *
     * @param houses as above
     * @param dungeons as above
     */
    public WorldPlans {
        houses = List.copyOf(houses);
        dungeons = List.copyOf(dungeons);
        if (houses.isEmpty() || dungeons.isEmpty()) {
            throw new IllegalArgumentException("houses and dungeons each need a floor plan");
        }
    }

    /**
     * Reads the plans. Blocks; not for a tick.
     *
     * @param worlds a directory with files {@code house*.tmj} and {@code dungeon*.tmj}, all of which are read
     * @param own plans for the houses in place of those of the directory; may be empty
     * @return the plans, in the order of the names of their files
     * @throws FloorPlanException naming the first file that cannot be used, the element and the reason
     * @throws IOException naming the directory, when it cannot be read or has no such files
     */
    public static WorldPlans load(Path worlds, List<Path> own) throws IOException {
        List<Path> houses = own.isEmpty() ? files(worlds, "house") : own;
        return new WorldPlans(load(houses), load(files(worlds, "dungeon")));
    }

    private static List<FloorPlan> load(List<Path> files) {
        return files.stream().map(FloorPlanLoader::load).toList();
    }

    private static List<Path> files(Path directory, String prefix) throws IOException {
        if (!Files.isDirectory(directory)) {
            throw new IOException("no directory of floor plans at " + directory.toAbsolutePath());
        }
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, prefix + "*" + ENDING)) {
            files.forEach(found::add);
        }
        if (found.isEmpty()) {
            throw new IOException("no file " + prefix + "*" + ENDING + " in " + directory.toAbsolutePath());
        }
        return found.stream().sorted().collect(Collectors.toList());
    }
}
