package dev.maptick.server.store;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** What the two files of one thing hold. Filled in by one thread, then only read. */
final class Slots {
    private @Nullable Version newest;
    private int newestSlot = TwoSlotFile.NO_SLOT;

    /** A file that there is and that could not be read, so that nobody knows whether it is whole. */
    private int unreadSlot = TwoSlotFile.NO_SLOT;

    private int unread;
    private @Nullable String trouble;

    void whole(int slot, Version version) {
        if (newest == null || version.isNewerThan(newest)) {
            newest = version;
            newestSlot = slot;
        }
    }

    void damaged(Path file, BadFileException why) {
        note(file, why);
    }

    void unread(int slot, Path file, IOException why) {
        unread++;
        unreadSlot = slot;
        note(file, why);
    }

    private void note(Path file, IOException why) {
        // What the system says is often no more than the name of the file.
        String reason =
                why instanceof FileSystemException || why.getMessage() == null ? why.toString() : why.getMessage();
        String what = file + ": " + reason;
        trouble = trouble == null ? what : trouble + "; " + what;
    }

    /** The newest complete version; null if there is none. */
    @Nullable
    Version newest() {
        return newest;
    }

    /** Where it is. */
    int newestSlot() {
        return newestSlot;
    }

    /** What is wrong with the files that are there and are no complete versions; null if nothing is. */
    @Nullable
    String trouble() {
        return trouble;
    }

    /**
     * The slot that the next write has to leave alone: the newest complete version's, or else that of the one file that may
     * be whole though it cannot be read.
     *
     * @throws CorruptSnapshotException if no slot is left to write to, since neither can be read
     */
    int keptSlot() throws CorruptSnapshotException {
        if (newest != null) {
            return newestSlot;
        }
        if (unread == 2) {
            throw new CorruptSnapshotException("neither file can be read, and either may be whole: " + trouble);
        }
        return unreadSlot;
    }
}
