package dev.maptick.server.store;

import dev.maptick.core.Names;
import dev.maptick.core.SettingsException;
import dev.maptick.maps.save.MapStore;
import dev.maptick.maps.save.SaveEpoch;
import dev.maptick.maps.save.SaveResult;
import dev.maptick.maps.save.SavedMap;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Keeps snapshots in the files of a data directory, which it has for itself as long as it is open.
 *
 * <p>A process killed at any byte of a write leaves the version before. The version before the latest is kept as well, so
 * that a file damaged later costs one save and not the map. Claims live in memory: every claim ends with the store that
 * gave it, and the numbers given after it is opened again are greater.
 *
 * <p>Any thread. Saves of different maps run side by side, but for a few that share one of 64 locks; a save forces one file
 * and the directory to the disk.
 */
public final class FileMapStore implements MapStore, AutoCloseable {
    /** The default limit for one snapshot. */
    public static final int DEFAULT_MAX_BYTES = 64 << 20;

    private static final int STRIPES = 64;

    private final DataDirectory directory;
    private final int maxBytes;
    private final EpochCounter epochs;

    /** The newest claim of each map. Changed to a newer claim, and used to save, under the name's lock only. */
    private final ConcurrentMap<String, Claim> claims = new ConcurrentHashMap<>();

    /** One for all names of the same hash: files of a name are touched under it. Held while files are read and written. */
    private final ReentrantLock[] stripes = new ReentrantLock[STRIPES];

    private final AtomicBoolean closed = new AtomicBoolean();

    private FileMapStore(DataDirectory directory, int maxBytes) throws IOException {
        this.directory = directory;
        this.maxBytes = maxBytes;
        for (int i = 0; i < STRIPES; i++) {
            stripes[i] = new ReentrantLock();
        }
        removeTemporaries(directory);
        epochs = EpochCounter.open(directory, () -> highestEpoch(directory));
    }

    /**
     * Opens a data directory, which is made if it is not there, and removes what an interrupted write has left in it.
     *
     * @param path the directory
     * @return a store, to be closed
     * @throws SettingsException naming the setting {@code --data} if the directory cannot be had, another server has it, or it holds
     *     files and is not a data directory
     * @throws IOException if it cannot be read
     */
    public static FileMapStore open(Path path) throws IOException {
        return open(path, DEFAULT_MAX_BYTES);
    }

    /**
     * Opens a data directory with another limit for snapshots.
     *
     * @param path the directory
     * @param maxBytes the largest snapshot it takes, 1 or more
     * @return a store, to be closed
     * @throws SettingsException naming the setting {@code --data} if the directory cannot be had, another server has it, or it holds
     *     files and is not a data directory
     * @throws IOException if it cannot be read
     */
    public static FileMapStore open(Path path, int maxBytes) throws IOException {
        if (maxBytes < 1) {
            throw new IllegalArgumentException("maxBytes=" + maxBytes + " is below 1");
        }
        DataDirectory directory = DataDirectory.open(path);
        try {
            return new FileMapStore(directory, maxBytes);
        } catch (IOException | RuntimeException e) {
            directory.close();
            throw e;
        }
    }

    @Override
    public Optional<SavedMap> load(String mapName) throws IOException {
        TwoSlotFile file = file(mapName);
        return locked(mapName, () -> Optional.ofNullable(file.read()).map(FileMapStore::saved));
    }

    private static SavedMap saved(Version version) {
        return new SavedMap(new SaveEpoch(version.name(), version.epoch()), version.sequence(), version.body());
    }

    @Override
    public SaveEpoch claim(String mapName) throws IOException {
        TwoSlotFile file = file(mapName);
        return locked(mapName, () -> {
            // Drawn under the lock, so that of two claims the later in the table has the higher number.
            SaveEpoch owner = new SaveEpoch(mapName, epochs.next());
            claims.put(mapName, new Claim(owner, file));
            return owner;
        });
    }

    @Override
    public SaveResult save(SaveEpoch owner, long sequence, byte[] bytes) throws IOException {
        return locked(owner.mapName(), () -> {
            Claim claim = claims.get(owner.mapName());
            if (claim == null || !claim.owner.equals(owner)) {
                return SaveResult.STALE_EPOCH;
            }
            if (bytes.length > maxBytes) {
                return SaveResult.TOO_LARGE;
            }
            return claim.save(sequence, bytes) ? SaveResult.SAVED : SaveResult.STALE_SEQUENCE;
        });
    }

    @Override
    public void release(SaveEpoch owner) {
        // Without the lock, which may be held over a slow write: a save under way finds its claim or does not.
        claims.computeIfPresent(owner.mapName(), (name, claim) -> claim.owner.equals(owner) ? null : claim);
    }

    @Override
    public List<String> list() throws IOException {
        checkOpen();
        TreeSet<String> names = new TreeSet<>();
        forEachMap(directory, base -> {
            String name = FileNames.mapName(base);
            if (name != null) {
                names.add(name);
            } else {
                nameInside(base, names);
            }
        });
        return List.copyOf(names);
    }

    /** A name that was too long for a file name is in the file. */
    private void nameInside(String base, Set<String> names) throws IOException {
        for (int slot = 0; slot < 2; slot++) {
            Head head = TwoSlotFile.peek(directory.resolve(base + "." + slot));
            if (head != null && FileNames.of(head.name()).equals(base)) {
                names.add(head.name());
                return;
            }
        }
    }

    @Override
    public boolean delete(String mapName) throws IOException {
        TwoSlotFile file = file(mapName);
        return locked(mapName, () -> {
            boolean deleted = file.delete();
            claims.remove(mapName);
            return deleted;
        });
    }

    /**
     * Waits for what is being read and written, ends every claim and gives the directory free. Idempotent.
     *
     * @throws IOException if the lock file cannot be closed
     */
    @Override
    public void close() throws IOException {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        for (ReentrantLock stripe : stripes) {
            // Whoever takes it after this sees that the store is closed, so what is put in before is all there is.
            stripe.lock();
            try {
                claims.clear();
            } finally {
                stripe.unlock();
            }
        }
        directory.close();
    }

    @Override
    public String toString() {
        return "FileMapStore[" + Names.escape(directory.path().toString()) + ", " + claims.size() + " claims"
                + (closed.get() ? ", closed]" : "]");
    }

    private TwoSlotFile file(String mapName) {
        if (!Names.isValid(mapName)) {
            throw new IllegalArgumentException("bad map name " + Names.quote(mapName) + ": allowed are " + Names.RULE);
        }
        return new TwoSlotFile(directory, FileNames.of(mapName), mapName, maxBytes);
    }

    private void checkOpen() {
        if (closed.get()) {
            throw new IllegalStateException(this + " was used after close");
        }
    }

    private <T> T locked(String mapName, Act<T> act) throws IOException {
        int hash = mapName.hashCode();
        ReentrantLock stripe = stripes[(hash ^ (hash >>> 16)) & (STRIPES - 1)];
        stripe.lock();
        try {
            checkOpen();
            return act.run();
        } finally {
            stripe.unlock();
        }
    }

    /** What is done under a name's lock. */
    @FunctionalInterface
    private interface Act<T> {
        T run() throws IOException;
    }

    private static void removeTemporaries(DataDirectory directory) throws IOException {
        forEachFile(directory, fileName -> {
            Path file = directory.resolve(fileName);
            // Only what a write of this store may have left: other files are their owner's, whatever they are called.
            if (TwoSlotFile.isTemporary(fileName)
                    && isOwn(TwoSlotFile.baseOf(fileName))
                    && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                Files.deleteIfExists(file);
            }
        });
    }

    private static boolean isOwn(String base) {
        return base.equals(EpochCounter.NAME) || FileNames.isMade(base);
    }

    private static long highestEpoch(DataDirectory directory) throws IOException {
        long[] highest = {0};
        forEachFile(directory, fileName -> {
            if (FileNames.isMap(fileName) && TwoSlotFile.isSlot(fileName)) {
                Head head = TwoSlotFile.peek(directory.resolve(fileName));
                if (head != null) {
                    highest[0] = Math.max(highest[0], head.epoch());
                }
            }
        });
        return highest[0];
    }

    private static void forEachMap(DataDirectory directory, Visit visit) throws IOException {
        TreeSet<String> bases = new TreeSet<>();
        forEachFile(directory, fileName -> {
            if (FileNames.isMap(fileName) && TwoSlotFile.isSlot(fileName)) {
                bases.add(TwoSlotFile.baseOf(fileName));
            }
        });
        for (String base : bases) {
            visit.file(base);
        }
    }

    private static void forEachFile(DataDirectory directory, Visit visit) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory.path())) {
            for (Path file : files) {
                Path name = file.getFileName();
                if (name != null) {
                    visit.file(name.toString());
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
    }

    /** Is given one file name after the other. */
    @FunctionalInterface
    private interface Visit {
        void file(String fileName) throws IOException;
    }

    /** One owner's right to save a map, and what it has saved. Used under the name's lock. */
    private static final class Claim {
        private static final int NOT_LOOKED = -2;

        private final SaveEpoch owner;
        private final TwoSlotFile file;
        private int slot = NOT_LOOKED;
        private long sequence = Long.MIN_VALUE;

        Claim(SaveEpoch owner, TwoSlotFile file) {
            this.owner = owner;
            this.file = file;
        }

        /** Whether the sequence is newer; if so, the snapshot is saved. */
        boolean save(long next, byte[] bytes) throws IOException {
            if (next <= sequence) {
                return false;
            }
            if (slot == NOT_LOOKED) {
                slot = file.look().keptSlot();
            }
            slot = file.write(new Version(owner.mapName(), owner.number(), next, bytes), slot);
            sequence = next;
            return true;
        }
    }
}
