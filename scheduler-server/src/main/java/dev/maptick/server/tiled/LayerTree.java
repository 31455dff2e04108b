package dev.maptick.server.tiled;

import java.util.ArrayList;
import java.util.List;

/**
 * The layers of a map with its groups dissolved, in the order of the file.
 *
 * <p>Layers and groups hidden in the editor count like shown ones: a separate layer of collision tiles is usually hidden.
 */
final class LayerTree {

    private static final int MAX_LAYERS = 256;
    private static final int MAX_GROUP_DEPTH = 16;

    private final Element map;
    private final List<PlacedLayer> tileLayers = new ArrayList<>();
    private final List<PlacedLayer> objectLayers = new ArrayList<>();
    private int layers;

    private LayerTree(Element map) {
        this.map = map;
    }

    static LayerTree read(Element map) {
        LayerTree tree = new LayerTree(map);
        tree.gather(PlacedLayer.map(map), 0);
        return tree;
    }

    List<PlacedLayer> tileLayers() {
        return tileLayers;
    }

    List<PlacedLayer> objectLayers() {
        return objectLayers;
    }

    private void gather(PlacedLayer group, int depth) {
        Element owner = group.element();
        if (!owner.has("layers")) {
            throw owner.wrongType("layers", null, "an array of objects");
        }
        List<Element> inside = owner.elements("layers", MAX_LAYERS);
        layers += inside.size();
        if (layers > MAX_LAYERS) {
            throw map.problem(
                    "layers",
                    "has more than " + MAX_LAYERS + " layers with those in groups; allowed: at most that many");
        }
        for (Element layer : inside) {
            switch (layer.text("type")) {
                case "tilelayer" -> tileLayers.add(group.inner(layer));
                case "objectgroup" -> objectLayers.add(group.innerObjects(layer));
                case "imagelayer" -> {
                    // a picture; nothing to stand on or bump into
                }
                case "group" -> gatherGroup(group.inner(layer), depth + 1);
                default ->
                    throw layer.problem(
                            "type",
                            "is " + Printable.quote(layer.text("type"))
                                    + "; allowed: \"tilelayer\", \"objectgroup\", \"imagelayer\", \"group\"");
            }
        }
    }

    private void gatherGroup(PlacedLayer group, int depth) {
        if (depth > MAX_GROUP_DEPTH) {
            throw group.element()
                    .problem("is a group within " + (depth - 1) + " groups; allowed: at most " + MAX_GROUP_DEPTH
                            + " groups within each other");
        }
        gather(group, depth);
    }
}
