package dev.maptick.server.store;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
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

    /** The head of one file; null if there is none, or it is not complete or cannot be read. */
    static @Nullable Head peek(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return FileFormat.readHead(channel);
        } catch (ClosedChannelException e) {
            throw e;
        } catch (IOException e) {
            return null;
        }
    }

    /**
     * The newest complete version.
     *
     * @return null if there is no file at all
     * @throws CorruptSnapshotException if there are files and none can be read as a complete version
     */
    @Nullable
    Version read() throws IOException {
        Slots slots = look();
        Version newest = slots.newest();
        String trouble = slots.trouble();
        if (newest == null && trouble != null) {
            throw new CorruptSnapshotException(trouble);
        }
        return newest;
    }

    /**
     * Writes a version that is newer than all before, into the other slot than the {@linkplain Slots#keptSlot kept} one.
     * Durable once this returns; if it throws, the kept slot is untouched, and the new version may or may not be there,
     * whole.
     *
     * @return the slot it is in
     */
    int write(Version version, int keptSlot) throws IOException {
        int slot = keptSlot == 0 ? 1 : 0;
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
     * Removes everything, the older version or what cannot be read first: whatever is left by a failure in between is the
     * newest complete one.
     *
     * @return whether there was anything
     */
    boolean delete() throws IOException {
        int last = look().newestSlot() == 0 ? 0 : 1;
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

    /**
     * Looks at both. One that cannot be read is a trouble of that one, as damage is: the other may be whole.
     *
     * @throws IOException if the reading was broken off, which says nothing about the file
     */
    Slots look() throws IOException {
        Slots slots = new Slots();
        look(0, slots);
        look(1, slots);
        return slots;
    }

    private void look(int slot, Slots slots) throws IOException {
        Path file = path(slot);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            Version found = FileFormat.read(channel, maxBodyBytes);
            if (!found.name().equals(name)) {
                throw new BadFileException("of another map");
            }
            slots.whole(slot, found);
        } catch (NoSuchFileException e) {
            // Nothing was written there yet.
        } catch (ClosedChannelException e) {
            // By an interrupt. To go on with the other would make an old version of a good new one.
            throw e;
        } catch (BadFileException e) {
            slots.damaged(file, e);
        } catch (IOException e) {
            slots.unread(slot, file, e);
        }
    }
}
