package dev.maptick.server.store;

import dev.maptick.core.SettingProblem;
import dev.maptick.core.SettingsException;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A directory that this process has for itself until closed. Another process is kept out by a file lock, which the system
 * lets go of however the process ends.
 *
 * <p>A second opening by this same process is refused by a set of its own before it comes near the lock file: on POSIX
 * systems closing any channel of a file lets go of the process's locks on it, so a second opening that failed would open
 * the door for everyone.
 */
final class DataDirectory implements AutoCloseable {
    /** What a refusal names. */
    static final String SETTING = "--data";

    private static final String LOCK = "lock";
    private static final String EPOCHS = EpochCounter.NAME;

    /** Digits of the largest process id. */
    private static final int LONGEST_ID = 20;

    private static final Set<Path> OPEN = ConcurrentHashMap.newKeySet();
    private static final boolean WINDOWS = File.separatorChar == '\\';

    /** Far behind the process id in the file, so that a system whose locks forbid reading still lets others read that. */
    private static final long LOCKED_BYTE = Long.MAX_VALUE - 1;

    private final Path path;
    private final FileChannel lockFile;

    private DataDirectory(Path path, FileChannel lockFile) {
        this.path = path;
        this.lockFile = lockFile;
    }

    /**
     * Makes the directory where it is not there, and takes it; one that is there and of another use is left untouched.
     *
     * @throws SettingsException naming the setting, if it cannot be had
     */
    static DataDirectory open(Path wanted) {
        Path path;
        try {
            Files.createDirectories(wanted);
            path = wanted.toRealPath();
        } catch (FileAlreadyExistsException e) {
            throw refusal(wanted, "a directory; this is a file");
        } catch (IOException | SecurityException e) {
            throw refusal(wanted, "a directory that can be made and written to (" + e + ")");
        }
        if (!OPEN.add(path)) {
            throw refusal(wanted, "a directory that no other server uses; this one is open in this process");
        }
        try {
            if (isForeign(path)) {
                throw refusal(
                        wanted,
                        "a data directory, an empty directory or a new one; this one holds files and is none of a server's"
                                + " (neither " + LOCK + " nor " + EPOCHS + ".0 or .1 is there)");
            }
            return new DataDirectory(path, lock(path, wanted));
        } catch (IOException | RuntimeException e) {
            OPEN.remove(path);
            if (e instanceof SettingsException refused) {
                throw refused;
            }
            throw refusal(wanted, "a directory that can be written to and locked (" + e + ")");
        }
    }

    /**
     * Whether there is something in it and nothing that tells of this store, or a lock file with a text of another's, which
     * taking the lock would destroy.
     */
    private static boolean isForeign(Path path) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(path)) {
            if (!files.iterator().hasNext()) {
                return false;
            }
        }
        if (Files.exists(path.resolve(EPOCHS + ".0")) || Files.exists(path.resolve(EPOCHS + ".1"))) {
            return false;
        }
        // Looked at last: a server that is just starting here makes its lock file before any other.
        Path lock = path.resolve(LOCK);
        return !Files.exists(lock) || (Files.isRegularFile(lock) && !isProcessId(lock));
    }

    private static boolean isProcessId(Path file) throws IOException {
        if (Files.size(file) > LONGEST_ID) {
            return false;
        }
        // Empty while its server writes it.
        return Files.readString(file, StandardCharsets.ISO_8859_1).matches("[0-9]*");
    }

    private static FileChannel lock(Path path, Path wanted) throws IOException {
        FileChannel channel = FileChannel.open(
                path.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            FileLock lock = channel.tryLock(LOCKED_BYTE, 1, false);
            if (lock == null) {
                throw refusal(
                        wanted,
                        "a directory that no other server uses; this one is in use by process " + owner(channel));
            }
            channel.truncate(0);
            channel.write(
                    ByteBuffer.wrap(Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.US_ASCII)));
            return channel;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static String owner(FileChannel channel) throws IOException {
        ByteBuffer digits = ByteBuffer.allocate(LONGEST_ID);
        channel.read(digits, 0);
        String pid = new String(digits.array(), 0, digits.position(), StandardCharsets.US_ASCII);
        return pid.matches("[0-9]+") ? pid : "(unknown)";
    }

    private static SettingsException refusal(Path wanted, String allowed) {
        return new SettingsException(List.of(new SettingProblem(SETTING, wanted.toString(), allowed)));
    }

    Path resolve(String fileName) {
        return path.resolve(fileName);
    }

    Path path() {
        return path;
    }

    /** Makes renames and deletions in the directory durable. Windows has no such call and needs none. */
    void force() throws IOException {
        if (!WINDOWS) {
            // A channel for each call, since an interrupt closes the channel it strikes.
            try (FileChannel directory = FileChannel.open(path, StandardOpenOption.READ)) {
                directory.force(true);
            }
        }
    }

    @Override
    public void close() throws IOException {
        try {
            lockFile.close();
        } finally {
            OPEN.remove(path);
        }
    }
}
