package dev.maptick.server.tiled;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads a map file, or one it refers to, whole, within a bound on its size. */
final class MapFile {

    /** Largest file that is read, in bytes. */
    static final int MAX_BYTES = 16 * 1024 * 1024;

    private MapFile() {}

    /** The bytes of the file that messages call {@code file}; refuses what is missing, no regular file, unreadable or too large. */
    static byte[] read(Path path, String file, String endings) {
        if (Files.isDirectory(path)) {
            throw refused(file, "is a directory; allowed: a " + endings + " file");
        }
        if (!Files.exists(path)) {
            throw refused(file, "does not exist");
        }
        // Pipes and devices have no size to check and may never end.
        if (!Files.isRegularFile(path)) {
            throw refused(file, "is not a regular file");
        }
        try {
            long size = Files.size(path);
            if (size > MAX_BYTES) {
                throw tooLarge(file, size);
            }
            try (InputStream in = Files.newInputStream(path)) {
                // The file may grow between the check and the read; the bound holds all the same.
                byte[] bytes = in.readNBytes(MAX_BYTES + 1);
                if (bytes.length > MAX_BYTES) {
                    throw tooLarge(file, bytes.length);
                }
                return bytes;
            }
        } catch (AccessDeniedException e) {
            throw new FloorPlanException(file, "file", "may not be read by this process", e);
        } catch (IOException e) {
            String reason = "cannot be read (" + Printable.escape(String.valueOf(e.getMessage())) + ")";
            throw new FloorPlanException(file, "file", reason, e);
        }
    }

    static FloorPlanException tooLarge(String file, long size) {
        return refused(file, "has " + size + " bytes; allowed: at most " + MAX_BYTES);
    }

    private static FloorPlanException refused(String file, String reason) {
        return new FloorPlanException(file, "file", reason);
    }
}
