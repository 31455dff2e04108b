package dev.maptick.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.maptick.maps.save.SaveEpoch;
import dev.maptick.maps.save.SaveResult;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** One of a map's two files cannot be read at all: the other one counts, and is not lost to a save or a deletion. */
class UnreadableSlotTest {
    private static final int LIMIT = 100;

    @TempDir
    Path data;

    private FileMapStore store;
    private SaveEpoch owner;
    private Path first;
    private Path second;

    @BeforeEach
    void oneVersion() throws IOException {
        store = FileMapStore.open(data, LIMIT);
        owner = store.claim("house");
        store.save(owner, 1, new byte[] {1});
        first = data.resolve("m-house.0");
        second = data.resolve("m-house.1");
    }

    @AfterEach
    void close() throws IOException {
        store.close();
    }

    @Test
    void aDirectoryInPlaceOfOneFileLeavesTheOther() throws IOException {
        Files.createDirectories(second.resolve("below"));

        assertThat(loaded()).containsExactly(1);
        assertThat(store.list()).containsExactly("house");
    }

    @Test
    void aSaveThatCannotReplaceItFailsAndKeepsTheOther() throws IOException {
        Files.createDirectories(second.resolve("below"));
        SaveEpoch next = store.claim("house");

        for (int i = 1; i <= 2; i++) {
            int sequence = i;
            assertThatThrownBy(() -> store.save(next, sequence, new byte[] {2})).isInstanceOf(IOException.class);
            assertThat(loaded()).containsExactly(1);
        }
        Files.delete(second.resolve("below"));
        Files.delete(second);
        assertThat(store.save(next, 3, new byte[] {3})).isEqualTo(SaveResult.SAVED);
        assertThat(loaded()).containsExactly(3);
    }

    @Test
    void aDeletionThatCannotRemoveItKeepsTheOther() throws IOException {
        Files.createDirectories(second.resolve("below"));
        assertThatThrownBy(() -> store.delete("house")).isInstanceOf(IOException.class);
        assertThat(loaded()).containsExactly(1);

        Files.delete(second.resolve("below"));
        assertThat(store.delete("house")).isTrue();
        assertThat(store.load("house")).isEmpty();
        assertThat(second).doesNotExist();
    }

    @Test
    void aVersionAboveTheLimitLeavesTheOneBeforeAndIsReplacedByTheNextSave() throws IOException {
        store.save(owner, 2, new byte[LIMIT]);
        byte[] kept = Files.readAllBytes(first);
        reopen(LIMIT - 1);
        assertThat(loaded()).containsExactly(1);

        assertThat(store.save(store.claim("house"), 1, new byte[] {3})).isEqualTo(SaveResult.SAVED);

        assertThat(loaded()).containsExactly(3);
        assertThat(first).hasBinaryContent(kept);
    }

    @Test
    void noneLeftIsAnErrorThatNamesBoth() throws IOException {
        store.save(owner, 2, new byte[LIMIT]);
        Files.delete(first);
        Files.createDirectories(first);
        reopen(LIMIT - 1);

        assertThatThrownBy(this::loaded)
                .isInstanceOf(CorruptSnapshotException.class)
                .hasMessageContaining(first + ": ")
                .hasMessageContaining(second + ": snapshot of 100 bytes, above the limit of 99");
        assertThatThrownBy(() -> store.save(store.claim("house"), 1, new byte[1]))
                .isInstanceOf(CorruptSnapshotException.class)
                .hasMessageContaining("neither file can be read");
        assertThat(second).exists();
        assertThat(store.delete("house")).isTrue();
        assertThat(store.load("house")).isEmpty();
    }

    @Test
    void theOnlyFileIsNotOverwrittenThoughItCannotBeRead() throws IOException {
        SaveEpoch large = store.claim("hall");
        store.save(large, 1, new byte[LIMIT]);
        Path hall = data.resolve("m-hall.0");
        byte[] kept = Files.readAllBytes(hall);
        for (byte[] other : new byte[][] {null, new byte[10]}) {
            reopen(LIMIT - 1);
            if (other != null) {
                Files.write(data.resolve("m-hall.1"), other);
            }
            assertThat(store.save(store.claim("hall"), 1, new byte[] {4})).isEqualTo(SaveResult.SAVED);
            assertThat(hall).hasBinaryContent(kept);
            assertThat(store.load("hall").orElseThrow().bytes()).containsExactly(4);
        }
    }

    @Test
    void anInterruptWhileReadingDoesNotMakeAnOldVersionOfTheNewest() throws IOException {
        store.save(owner, 2, new byte[] {2});
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(this::loaded).isInstanceOf(ClosedByInterruptException.class);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(loaded()).containsExactly(2);
    }

    /** The older of its two files knows nothing of the numbers of the newest block. */
    @Test
    void epochsGoOnGrowingWhenTheNewestOfTheirFilesIsDamagedOrCannotBeRead() throws IOException {
        Logger log = (Logger) LoggerFactory.getLogger(FileMapStore.class);
        log.setLevel(Level.ERROR);
        try {
            for (int i = 0; i < EpochCounter.BLOCK; i++) {
                owner = store.claim("house");
            }
            store.save(owner, 1, new byte[] {5});
            Path newest = data.resolve("epochs.1");
            Files.write(newest, new byte[3]);
            reopen(LIMIT);
            SaveEpoch next = store.claim("house");
            assertThat(next.number()).isGreaterThan(owner.number());
            assertThat(store.save(next, 1, new byte[] {6})).isEqualTo(SaveResult.SAVED);
            assertThat(loaded()).containsExactly(6);

            Files.delete(newest);
            Files.createDirectory(newest);
            reopen(LIMIT);
            assertThatThrownBy(() -> store.claim("house")).isInstanceOf(IOException.class);
            Files.delete(newest);
            assertThat(store.claim("house").number()).isGreaterThan(next.number());
        } finally {
            log.setLevel(null);
        }
    }

    private void reopen(int maxBytes) throws IOException {
        store.close();
        store = FileMapStore.open(data, maxBytes);
    }

    private byte[] loaded() throws IOException {
        return store.load("house").orElseThrow().bytes();
    }
}
