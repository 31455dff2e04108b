package dev.maptick.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.maptick.core.SettingsException;
import dev.maptick.maps.save.SaveEpoch;
import dev.maptick.maps.save.SaveResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

class FileMapStoreTest {
    @TempDir
    Path temp;

    private Path data() {
        return temp.resolve("data");
    }

    @Test
    void keepsSnapshotsAcrossRestarts() throws IOException {
        String longName = "😀".repeat(128);
        try (FileMapStore store = FileMapStore.open(data())) {
            store.save(store.claim("house"), 1, new byte[] {1});
            SaveEpoch owner = store.claim(longName);
            store.save(owner, 1, new byte[] {2});
            store.save(owner, 2, new byte[] {3});
        }
        try (FileMapStore store = FileMapStore.open(data())) {
            assertThat(store.list()).containsExactlyInAnyOrder("house", longName);
            assertThat(store.load("house").orElseThrow().bytes()).containsExactly(1);
            assertThat(store.load(longName).orElseThrow().bytes()).containsExactly(3);
        }
    }

    @Test
    void ownersFromBeforeARestartAreStaleWhetherOrNotTheyEverSaved() throws IOException {
        List<SaveEpoch> old = new ArrayList<>();
        try (FileMapStore store = FileMapStore.open(data())) {
            for (int i = 0; i < EpochCounter.BLOCK + 5; i++) {
                old.add(store.claim("house-" + i));
            }
            store.save(old.get(0), 1, new byte[] {1});
        }
        try (FileMapStore store = FileMapStore.open(data())) {
            for (SaveEpoch owner : old) {
                assertThat(store.save(owner, 2, new byte[] {2})).isEqualTo(SaveResult.STALE_EPOCH);
            }
            long highest = old.get(old.size() - 1).number();
            SaveEpoch young = store.claim("house-0");
            assertThat(young.number()).isGreaterThan(highest);
            assertThat(store.save(old.get(0), 2, new byte[] {2})).isEqualTo(SaveResult.STALE_EPOCH);
            assertThat(store.load("house-0").orElseThrow().bytes()).containsExactly(1);
            assertThat(store.save(young, 1, new byte[] {3})).isEqualTo(SaveResult.SAVED);
            assertThat(store.load("house-0").orElseThrow().bytes()).containsExactly(3);
        }
    }

    @Test
    void epochsGoOnGrowingWhenTheirFileIsLostOrDamaged() throws IOException {
        Logger log = (Logger) LoggerFactory.getLogger(FileMapStore.class);
        log.setLevel(Level.ERROR);
        try {
            loseEpochsAgainAndAgain();
        } finally {
            log.setLevel(null);
        }
    }

    private void loseEpochsAgainAndAgain() throws IOException {
        long before = 0;
        for (int i = 0; i < 3; i++) {
            try (FileMapStore store = FileMapStore.open(data())) {
                SaveEpoch owner = store.claim("house");
                assertThat(owner.number()).isGreaterThan(before);
                store.save(owner, 1, new byte[] {(byte) i});
                before = store.claim("other").number();
            }
            Files.deleteIfExists(data().resolve("epochs.1"));
            if (i == 0) {
                Files.delete(data().resolve("epochs.0"));
            } else {
                Files.write(data().resolve("epochs.0"), new byte[3]);
            }
        }
        try (FileMapStore store = FileMapStore.open(data())) {
            assertThat(store.load("house").orElseThrow().bytes()).containsExactly(2);
        }
    }

    @Test
    void aSecondOpeningInTheSameProcessIsRefusedAndDoesNotOpenTheDoor() throws Exception {
        try (FileMapStore store = FileMapStore.open(data())) {
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> FileMapStore.open(data().resolve(".")))
                        .isInstanceOf(SettingsException.class)
                        .hasMessageContaining("--data")
                        .hasMessageContaining("in this process");
                assertThat(StoreChild.runToEnd("open", data()))
                        .contains("--data")
                        .contains("in use by process " + ProcessHandle.current().pid());
            }
            assertThat(store.list()).isEmpty();
        }
        assertThat(StoreChild.runToEnd("open", data())).contains("opened");
        FileMapStore.open(data()).close();
    }

    @Test
    void aDirectoryThatCannotBeHadIsRefusedWithTheSetting() throws IOException {
        Path file = Files.writeString(temp.resolve("file"), "x");

        for (Path bad : List.of(file, file.resolve("below"), Path.of("/proc/none/data"))) {
            assertThatThrownBy(() -> FileMapStore.open(bad))
                    .isInstanceOf(SettingsException.class)
                    .hasMessageContaining("--data = " + bad);
        }
        Files.createDirectories(data().resolve("lock"));
        assertThatThrownBy(() -> FileMapStore.open(data()))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("written to and locked");
        Files.delete(data().resolve("lock"));
        assertThatCode(() -> FileMapStore.open(data()).close()).doesNotThrowAnyException();
    }

    @Test
    void closeEndsUseAndIsIdempotent() throws IOException {
        FileMapStore store = FileMapStore.open(data());
        SaveEpoch owner = store.claim("house");
        store.close();
        try (FileMapStore next = FileMapStore.open(data())) {
            store.close();
            assertThatThrownBy(() -> FileMapStore.open(data())).isInstanceOf(SettingsException.class);
            assertThatThrownBy(() -> store.save(owner, 1, new byte[1])).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> store.load("house")).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(store::list).isInstanceOf(IllegalStateException.class);
            assertThat(next.list()).isEmpty();
        }
    }

    @Test
    void aSnapshotAboveALimitSetLowerLaterIsToldNotTakenForNone() throws IOException {
        try (FileMapStore store = FileMapStore.open(data(), 100)) {
            store.save(store.claim("house"), 1, new byte[100]);
        }
        try (FileMapStore store = FileMapStore.open(data(), 99)) {
            assertThatThrownBy(() -> store.load("house"))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("above the limit of 99");
            assertThat(store.list()).containsExactly("house");
        }
    }

    @Test
    void aWriteThatFailsLeavesTheSnapshotAndMayBeRepeated() throws IOException {
        try (FileMapStore store = FileMapStore.open(data())) {
            SaveEpoch owner = store.claim("house");
            store.save(owner, 1, new byte[] {1});
            Path inTheWay = Files.createDirectory(data().resolve("m-house.tmp"));

            assertThatThrownBy(() -> store.save(owner, 2, new byte[] {2})).isInstanceOf(IOException.class);
            assertThat(store.load("house").orElseThrow().bytes()).containsExactly(1);

            Files.delete(inTheWay);
            assertThat(store.save(owner, 2, new byte[] {2})).isEqualTo(SaveResult.SAVED);
            assertThat(store.load("house").orElseThrow().bytes()).containsExactly(2);
        }
    }

    @Test
    void aDirectoryOfAnotherUseIsRefusedAndNothingInItTouched() throws IOException {
        Files.createDirectories(data());
        Files.writeString(data().resolve("m-draft.tmp"), "mine");
        assertForeign("m-draft.tmp");

        Files.writeString(data().resolve("lock"), "a lock of another program");
        assertForeign("m-draft.tmp", "lock");
        assertThat(data().resolve("m-draft.tmp")).hasContent("mine");
        assertThat(data().resolve("lock")).hasContent("a lock of another program");
    }

    private void assertForeign(String... files) throws IOException {
        assertThatThrownBy(() -> FileMapStore.open(data()))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("--data = " + data())
                .hasMessageContaining("holds files and is none of a server's");
        assertThat(names()).containsExactlyInAnyOrder(files);
    }

    @Test
    void aDirectoryThatLostItsLockFileOrNeverGotFurtherThanItIsItsOwn() throws IOException {
        try (FileMapStore store = FileMapStore.open(data())) {
            store.save(store.claim("house"), 1, new byte[] {1});
        }
        Files.delete(data().resolve("lock"));
        try (FileMapStore store = FileMapStore.open(data())) {
            assertThat(store.list()).containsExactly("house");
        }
        Path begun = Files.createDirectory(temp.resolve("begun"));
        Files.createFile(begun.resolve("lock"));
        assertThatCode(() -> FileMapStore.open(begun).close()).doesNotThrowAnyException();
    }

    @Test
    void removesWhatItsOwnWritesLeftAndNoOtherTemporaries() throws IOException {
        String longName = FileNames.of("😀".repeat(128)) + ".tmp";
        FileMapStore.open(data()).close();
        for (String file :
                List.of("epochs.tmp", "m-house.tmp", longName, "notes.tmp", "m-My Notes.tmp", ".tmp", "tmp")) {
            Files.writeString(data().resolve(file), "x");
        }
        Files.createDirectories(data().resolve("x.tmp/below"));
        Files.createDirectories(data().resolve("m-other.tmp/below"));

        FileMapStore.open(data()).close();

        assertThat(names())
                .containsExactlyInAnyOrder(
                        "lock", "notes.tmp", "m-My Notes.tmp", ".tmp", "tmp", "x.tmp", "m-other.tmp");
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(data())) {
            return files.map(f -> f.getFileName().toString()).toList();
        }
    }

    @Test
    void ignoresFilesThatAreNotItsOwn() throws IOException {
        FileMapStore.open(data()).close();
        Files.writeString(data().resolve("README"), "x");
        Files.writeString(data().resolve("m-%zz.0"), "x");
        try (FileMapStore store = FileMapStore.open(data())) {
            assertThat(store.list()).isEmpty();
            store.save(store.claim("house"), 1, new byte[] {1});
            assertThat(store.list()).containsExactly("house");
        }
        assertThat(data().resolve("README")).exists();
    }

    @Test
    void aFileMovedToAnotherMapsNameIsNotTakenForIt() throws IOException {
        try (FileMapStore store = FileMapStore.open(data())) {
            store.save(store.claim("house"), 1, new byte[] {1});
            Files.move(data().resolve("m-house.0"), data().resolve("m-other.0"));
            assertThatThrownBy(() -> store.load("other"))
                    .isInstanceOf(CorruptSnapshotException.class)
                    .hasMessageContaining("of another map");
        }
    }

    @Test
    void leavesTwoFilesForEachMapAndNoTemporaries() throws IOException {
        try (FileMapStore store = FileMapStore.open(data())) {
            SaveEpoch owner = store.claim("house");
            for (int i = 1; i <= 10; i++) {
                store.save(owner, i, new byte[i]);
            }
        }
        assertThat(names()).containsExactlyInAnyOrder("lock", "epochs.0", "m-house.0", "m-house.1");
    }
}
