package dev.maptick.server.tiled;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Loads floor plans from maps drawn in Tiled, in its JSON form ({@code .tmj}).
 *
 * <p>Usable are orthogonal maps, of fixed size or infinite; tile data as CSV or base64, plain or with gzip or zlib;
 * tilesets embedded or in files of their own ({@code .tsj}, {@code .tsx}); any number of tile and object layers, in groups
 * or not; tiles mirrored and turned. Image layers are passed over. All else is refused. Files are taken as untrusted: their
 * size, depth, number of values and what they inflate to are bounded, so loading needs at most some 200 MB and two
 * seconds, whatever they hold.
 *
 * <p>Stateless; may be called from any thread. Reads blocking, so never from a tick.
 */
public final class FloorPlanLoader {

    private FloorPlanLoader() {}

    /**
     * Reads one file. Tilesets in files of their own must lie in the map's directory or below.
     *
     * @param path a {@code .tmj} file of at most 16 MiB
     * @return the plan, named after the file without its ending
     * @throws FloorPlanException if the file is missing, unreadable, or anything in it cannot be used
     */
    public static FloorPlan load(Path path) {
        return load(path, ExternalFiles.directoryOf(path));
    }

    /**
     * Reads one file whose tilesets may lie anywhere in a directory tree, beside the map's directory for example.
     *
     * @param path a {@code .tmj} file of at most 16 MiB, within {@code root}
     * @param root directory that no file the map refers to may lie outside of, symbolic links followed
     * @return the plan, named after the file without its ending
     * @throws FloorPlanException if the file is missing, unreadable, outside {@code root}, or anything in it cannot be
     *     used
     */
    public static FloorPlan load(Path path, Path root) {
        byte[] json = MapFile.read(path, path.toString(), ".tmj");
        return parse(path.toString(), json, ExternalFiles.of(path, root));
    }

    /**
     * Reads a map already in memory. Its tilesets must be embedded.
     *
     * @param file what to call it in messages, and to name the plan after; path and ending are cut off
     * @param json the file's bytes, at most 16 MiB, UTF-8 (or UTF-16 or UTF-32); not kept
     * @return the plan
     * @throws FloorPlanException if anything in it cannot be used
     */
    public static FloorPlan parse(String file, byte[] json) {
        if (json.length > MapFile.MAX_BYTES) {
            throw MapFile.tooLarge(file, json.length);
        }
        return parse(file, json, ExternalFiles.none());
    }

    private static FloorPlan parse(String file, byte[] json, ExternalFiles files) {
        Element map = JsonTree.read(file, "map", json);
        MapHeader header = MapHeader.read(map);
        TilesetTable tilesets = TilesetTable.read(map, files);
        LayerTree layers = LayerTree.read(map);
        List<TileLayer> tileLayers = TileLayer.layOut(layers.tileLayers(), header);
        Extent extent = Extent.of(map, header, tileLayers);
        BitSet blocked = new BitSet(extent.tiles());
        for (TileLayer layer : tileLayers) {
            layer.markBlocked(extent, tilesets, blocked);
        }
        FloorAreas areas = new FloorAreas(extent.width(), extent.height(), blocked);
        if (areas.walkableTiles() == 0) {
            throw map.problem("has no walkable tile: all " + extent.tiles() + " tiles collide");
        }
        // Objects come after all tiles, as a later layer may still block the tile that a resident stands on.
        Landmarks landmarks = new Landmarks(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (PlacedLayer layer : layers.objectLayers()) {
            new ObjectLayer(layer, header, extent, tilesets).gather(areas, landmarks);
        }
        return new FloorPlan(planName(file), areas, landmarks.withSpawn(areas));
    }

    private static String planName(String file) {
        String name = file.substring(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
        int dot = name.lastIndexOf('.');
        return dot > 0 ? name.substring(0, dot) : name;
    }
}
