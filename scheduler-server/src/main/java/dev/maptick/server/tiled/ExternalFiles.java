package dev.maptick.server.tiled;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The files a map refers to: finds and reads them, within one directory tree and within a bound on their sum.
 *
 * <p>A map comes from others, so it must not make the server read whatever file it names. A name is taken relative to
 * the map's directory; where it leads must lie within the root both as written, before anything is looked up, so a map
 * cannot even learn which files exist outside, and after following symbolic links. Somebody who can swap files within
 * the root while it is read is trusted, as is the path of the map itself.
 */
final class ExternalFiles {

    private static final int MAX_TOTAL = MapFile.MAX_BYTES;

    private final @Nullable Place place;
    private int total;

    private ExternalFiles(@Nullable Place place) {
        this.place = place;
    }

    /** For a map that lies in memory, so that nothing can be relative to it. */
    static ExternalFiles none() {
        return new ExternalFiles(null);
    }

    /** For a map in a file; refuses one that does not lie within the root itself. */
    static ExternalFiles of(Path map, Path root) {
        String file = map.toString();
        try {
            Path realRoot = root.toRealPath();
            Path directory = directoryOf(map).toRealPath();
            if (!directory.startsWith(realRoot)) {
                throw new FloorPlanException(
                        file,
                        "file",
                        "lies outside the root directory " + Printable.escape(root.toString())
                                + "; allowed: a map within it");
            }
            return new ExternalFiles(new Place(map, directory, realRoot));
        } catch (IOException e) {
            String reason = "has no usable root directory (" + Printable.escape(String.valueOf(e.getMessage()))
                    + "); allowed: a directory that exists and may be read";
            throw new FloorPlanException(file, "file", reason, e);
        }
    }

    static Path directoryOf(Path map) {
        Path absolute = map.toAbsolutePath();
        Path parent = absolute.getParent();
        return parent == null ? absolute : parent;
    }

    /** The tileset that the {@code source} of a map's entry leads to. */
    Element tileset(Element entry) {
        String source = entry.text("source");
        boolean xml = isXml(entry, source);
        if (place == null) {
            throw problem(
                    entry,
                    source,
                    "an external tileset of a map that was not read from a file; allowed: tilesets embedded in the map"
                            + " (\"Embed Tileset\")");
        }
        Path target = find(entry, source, place);
        String shown = shownPath(place.map, source);
        try {
            byte[] bytes = MapFile.read(target, shown, ".tsj or .tsx");
            count(entry, bytes.length);
            return xml ? TilesetXml.read(shown, bytes) : json(shown, bytes);
        } catch (FloorPlanException e) {
            throw e.file().equals(shown) ? unusable(entry, e) : e;
        }
    }

    /** The refusal of a map for a fault in a file it refers to; its message holds the other's, file and element included. */
    static FloorPlanException unusable(Element entry, FloorPlanException fault) {
        FloorPlanException refusal =
                entry.problem("source", "leads to a tileset that cannot be used: " + fault.getMessage());
        refusal.initCause(fault);
        return refusal;
    }

    private static boolean isXml(Element entry, String source) {
        String name = source.toLowerCase(Locale.ROOT);
        if (name.endsWith(".tsx")) {
            return true;
        }
        if (name.endsWith(".tsj") || name.endsWith(".json")) {
            return false;
        }
        throw problem(
                entry, source, "neither .tsj, .json nor .tsx; allowed: a Tiled tileset with one of these endings");
    }

    private static Path find(Element entry, String source, Place place) {
        Path relative;
        try {
            relative = Path.of(source);
        } catch (InvalidPathException e) {
            throw problem(entry, source, "no file name; allowed: a path relative to the map file");
        }
        Path target = place.directory.resolve(relative).normalize();
        if (relative.isAbsolute() || !target.startsWith(place.root)) {
            throw outside(entry, source, "outside", place);
        }
        if (!Files.exists(target)) {
            throw problem(
                    entry,
                    source,
                    "but there is no file " + Printable.escape(shownPath(place.map, source))
                            + "; allowed: a tileset that is there");
        }
        try {
            Path real = target.toRealPath();
            if (!real.startsWith(place.root)) {
                throw outside(entry, source, "by a symbolic link outside", place);
            }
            return real;
        } catch (IOException e) {
            String reason = "and cannot be followed (" + Printable.escape(String.valueOf(e.getMessage())) + ")";
            throw problem(entry, source, reason + "; allowed: a file that may be read");
        }
    }

    private void count(Element entry, int bytes) {
        // Both are at most 16 Mi, so the sum does not overflow.
        total += bytes;
        if (total > MAX_TOTAL) {
            throw entry.problem(
                    "source",
                    "brings the map's external files to " + total + " bytes; allowed: at most " + MAX_TOTAL
                            + " together");
        }
    }

    private static Element json(String file, byte[] bytes) {
        Element tileset = JsonTree.read(file, "tileset", bytes);
        String type = tileset.text("type");
        if (!type.isEmpty() && !type.equals("tileset")) {
            throw tileset.problem(
                    "type", "is " + Printable.quote(type) + ", so this is no tileset; allowed: \"tileset\"");
        }
        return tileset;
    }

    private static FloorPlanException outside(Element entry, String source, String how, Place place) {
        return problem(
                entry,
                source,
                "which leads " + how + " the root directory " + Printable.escape(place.root.toString())
                        + "; allowed: a path relative to the map file that stays within it");
    }

    private static FloorPlanException problem(Element entry, String source, String reason) {
        return entry.problem("source", "is " + Printable.quote(source) + ", " + reason);
    }

    private static String shownPath(Path map, String source) {
        return map.resolveSibling(source).normalize().toString();
    }

    /** Where the map lies: as it was given, its real directory, and the real root. */
    private record Place(Path map, Path directory, Path root) {}
}
