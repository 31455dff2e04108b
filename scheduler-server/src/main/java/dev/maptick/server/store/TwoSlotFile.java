package dev.maptick.server.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * One thing kept in two files, of which the newest complete version counts. Its users exclude each other by other means,
 * readers included: one that looks at the two files while writes pass by, or a deletion, could come out with the older.
 */
final class TwoSlotFile {
    static final int NO_SLOT = -1;

    private static final String TEMPORARY = ".tmp";

    private final DataDirectory directory;
    private final String base;
    private final String name;
    private final int maxBodyBytes;

    TwoSlotFile(DataDirectory directory, String base, String name, int maxBodyBytes) {
        this.directory = directory;
        this.base = base;
        this.name = name;
        this.maxBodyBytes = maxBodyBytes;
    }

    static boolean isTemporary(String fileName) {
        return fileName.endsWith(TEMPORARY);
    }

    static boolean isSlot(String fileName) {
        return fileName.endsWith(".0") || fileName.endsWith(".1");
    }

    /** The name without what tells slots and temporaries apart. */
    static String baseOf(String fileName) {
        return fileName.substring(0, fileName.lastIndexOf('.'));
    }

    /** The head of one file; null if there is none or it is not complete. */
    static @Nullable Head peek(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return FileFormat.readHead(channel);
        } catch (NoSuchFileException | BadFileException e) {
            return null;
        }
    }

    /**
     * The newest complete version.
     *
     * @return null if there is no file at all
     * @throws CorruptSnapshotException if there are files and none is complete
     */
    @Nullable
    Version read() throws IOException {
        Newest newest = newest();
        if (newest.version == null && newest.trouble != null) {
            throw new CorruptSnapshotException(newest.trouble);
        }
        return newest.version;
    }

    /** Which slot the newest complete version is in, {@link #NO_SLOT} if there is none. */
    int newestSlot() throws IOException {
        return newest().slot;
    }

    /**
     * Writes a version that is newer than all before, into the other slot than the newest's. Durable once this returns; if
     * it throws, the newest version before is untouched, and the new one may or may not be there, whole.
     *
     * @return the slot it is in
     */
    int write(Version version, int newestSlot) throws IOException {
        int slot = newestSlot == 0 ? 1 : 0;
        Path temporary = directory.resolve(base + TEMPORARY);
        try (FileChannel channel = FileChannel.open(
                temporary, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            FileFormat.write(channel, version);
            channel.force(true);
        }
        Files.move(temporary, path(slot), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        directory.force();
        return slot;
    }

    /**
     * Removes everything, the older version first: whatever is left by a failure in between is the newest one.
     *
     * @return whether there was anything
     */
    boolean delete() throws IOException {
        int last = newestSlot() == 0 ? 0 : 1;
        boolean older = Files.deleteIfExists(path(1 - last));
        boolean newer = Files.deleteIfExists(path(last));
        if (older || newer) {
            directory.force();
        }
        return older || newer;
    }

    private Path path(int slot) {
        return directory.resolve(base + "." + slot);
    }

    private Newest newest() throws IOException {
        Newest found = new Newest();
        found.look(0);
        found.look(1);
        return found;
    }

    /** What reading the two slots has come to so far. */
    private final class Newest {
        @Nullable
        Version version;

        /** What is wrong with the files that are not complete; null if all are. */
        @Nullable
        String trouble;

        int slot = NO_SLOT;

        void look(int at) throws IOException {
            try (FileChannel channel = FileChannel.open(path(at), StandardOpenOption.READ)) {
                Version found = FileFormat.read(channel, maxBodyBytes);
                if (!found.name().equals(name)) {
                    throw new BadFileException("of another map");
                }
                if (version == null || found.isNewerThan(version)) {
                    version = found;
                    slot = at;
                }
            } catch (NoSuchFileException e) {
                // Nothing was written there yet.
            } catch (BadFileException e) {
                String what = path(at) + ": " + e.getMessage();
                trouble = trouble == null ? what : trouble + "; " + what;
            }
        }
    }
}
