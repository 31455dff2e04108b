package dev.maptick.server.tiled;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One tile layer: where its data lies, and which tiles it blocks.
 *
 * <p>A tile blocks if its own {@code collides} property is true, or any tile is drawn and the {@code collides} property
 * of the layer, or of a group round it, is true. A place where no layer draws anything is walkable, as in the game
 * engines that use the same property.
 *
 * <p>Laying out comes before reading any data: sizes and places tell what reading would cost, so a file that would
 * inflate to more than is allowed is refused before the first byte is inflated.
 */
final class TileLayer {

    /** Chunks of a largest map, cut as small as the editor allows: 4x4 tiles. */
    private static final int MAX_CHUNKS = 65_536;

    /** Tiles of all layers together; the data is compressed, so the size of the file bounds nothing. */
    private static final int MAX_TILES = 32 * FloorPlan.MAX_SIDE * FloorPlan.MAX_SIDE;

    private final PlacedLayer placed;
    private final Element layer;
    private final TileFormat format;
    private final @Nullable TileShift shift;
    private final List<TileBlock> blocks;

    private TileLayer(PlacedLayer placed, MapHeader header) {
        this.placed = placed;
        this.layer = placed.element();
        this.format = TileFormat.read(layer);
        this.shift = TileShift.of(placed, header);
        this.blocks = header.infinite() ? chunks(layer) : List.of(whole(layer, header));
    }

    /** Lays out all tile layers of a map. */
    static List<TileLayer> layOut(List<PlacedLayer> tileLayers, MapHeader header) {
        List<TileLayer> layers = new ArrayList<>();
        int chunks = 0;
        long tiles = 0;
        for (PlacedLayer placed : tileLayers) {
            TileLayer laidOut = new TileLayer(placed, header);
            layers.add(laidOut);
            chunks += laidOut.blocks.size();
            if (chunks > MAX_CHUNKS) {
                throw placed.element()
                        .problem("brings the chunks of all layers to " + chunks + "; allowed: at most " + MAX_CHUNKS);
            }
            for (TileBlock block : laidOut.blocks) {
                tiles += block.tiles();
            }
            if (tiles > MAX_TILES) {
                throw placed.element()
                        .problem("brings the tiles of all layers to " + tiles + "; allowed: at most " + MAX_TILES);
            }
        }
        return layers;
    }

    List<TileBlock> blocks() {
        return blocks;
    }

    /** Column in the drawing of a block's first tile. */
    int column(TileBlock block) {
        return shift == null ? block.x() : block.x() + shift.columns();
    }

    /** Row in the drawing of a block's first tile. */
    int row(TileBlock block) {
        return shift == null ? block.y() : block.y() + shift.rows();
    }

    /** Adds this layer's blocking tiles to {@code blocked}, by index {@code y * width + x} of the plan. */
    void markBlocked(Extent extent, TilesetTable tilesets, BitSet blocked) {
        BitSet covered = new BitSet();
        boolean any = false;
        for (TileBlock block : blocks) {
            if (blocks.size() > 1) {
                cover(block, extent, covered);
            }
            any |= markBlocked(block, extent, tilesets, blocked);
        }
        // Half-shifted decoration is harmless; half-shifted walls would be drawn off the tiles they block.
        if (any && shift == null) {
            throw layer.problem("is drawn off by (" + placed.offsetX() + ", " + placed.offsetY()
                    + ") pixels, not by whole tiles, and has colliding tiles; allowed: an offset (with those of its"
                    + " groups) of whole tiles, or no colliding tile");
        }
    }

    private boolean markBlocked(TileBlock block, Extent extent, TilesetTable tilesets, BitSet blocked) {
        GidArray gids = format.decode(block);
        int left = column(block) - extent.left();
        int top = row(block) - extent.top();
        boolean any = false;
        for (int tile = 0; tile < gids.size(); tile++) {
            int gid = Gid.withoutFlags(gids.get(tile));
            if (gid != Gid.EMPTY && (collides(block, tilesets, gid, tile) || placed.collides())) {
                any = true;
                int x = left + tile % block.width();
                int y = top + tile / block.width();
                // A shifted layer of a fixed map may reach past the plan, where everything is blocked anyway.
                if (x >= 0 && y >= 0 && x < extent.width() && y < extent.height()) {
                    blocked.set(y * extent.width() + x);
                }
            }
        }
        return any;
    }

    private static boolean collides(TileBlock block, TilesetTable tilesets, int gid, int tile) {
        Tileset tileset = tilesets.find(gid);
        if (tileset == null) {
            throw block.holder()
                    .problem(
                            "data[" + tile + "]",
                            "is tile " + gid + ", which no tileset has; allowed: 0 (empty) or " + tilesets.ranges());
        }
        return tileset.collides(gid);
    }

    /** Refuses a chunk over another one: which of the two counts would be a guess. Chunks lie within the extent. */
    private void cover(TileBlock block, Extent extent, BitSet covered) {
        int first = (row(block) - extent.top()) * extent.width() + column(block) - extent.left();
        for (int y = 0; y < block.height(); y++) {
            int from = first + y * extent.width();
            // One by one: looking for the next covered tile could search all the rest of the map for each row.
            for (int tile = from; tile < from + block.width(); tile++) {
                if (covered.get(tile)) {
                    throw block.holder().problem("covers tiles of another chunk; allowed: chunks that do not overlap");
                }
                covered.set(tile);
            }
        }
    }

    private static List<TileBlock> chunks(Element layer) {
        if (layer.has("data")) {
            throw layer.problem("data", "belongs to maps of fixed size, and map.infinite is true; allowed: chunks");
        }
        List<TileBlock> blocks = new ArrayList<>();
        for (Element chunk : layer.elements("chunks", MAX_CHUNKS)) {
            blocks.add(TileBlock.chunk(chunk));
        }
        return blocks;
    }

    private static TileBlock whole(Element layer, MapHeader header) {
        if (layer.has("chunks")) {
            throw layer.problem("chunks", "belong to infinite maps, and map.infinite is not true; allowed: data");
        }
        checkSide(layer, "width", header.width());
        checkSide(layer, "height", header.height());
        return new TileBlock(layer, 0, 0, header.width(), header.height());
    }

    private static void checkSide(Element layer, String side, int expected) {
        if (layer.has(side)) {
            int found = layer.integer(side, 1, FloorPlan.MAX_SIDE);
            if (found != expected) {
                throw layer.problem(side, "is " + found + "; allowed: the map's " + side + ", " + expected);
            }
        }
    }
}
