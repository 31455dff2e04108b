package dev.maptick.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.maptick.maps.save.SaveEpoch;
import dev.maptick.maps.save.SaveResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A write cut off or a file damaged at every single byte: what is loaded is the last complete version, never a torn one. */
class TornFilesTest {
    private static final byte[] FIRST = "the first version".getBytes(StandardCharsets.UTF_8);
    private static final byte[] SECOND = "the second version!".getBytes(StandardCharsets.UTF_8);

    @TempDir
    Path data;

    private FileMapStore store;
    private SaveEpoch owner;
    private Path older;
    private Path newer;

    @BeforeEach
    void twoVersions() throws IOException {
        store = FileMapStore.open(data);
        owner = store.claim("house");
        store.save(owner, 1, FIRST);
        store.save(owner, 2, SECOND);
        older = data.resolve("m-house.0");
        newer = data.resolve("m-house.1");
    }

    @AfterEach
    void close() throws IOException {
        store.close();
    }

    @Test
    void aWriteCutOffAtAnyByteLeavesTheVersionBeforeAndIsCleanedUp() throws IOException {
        byte[] whole = Files.readAllBytes(newer);
        Path temporary = data.resolve("m-house.tmp");
        store.close();
        for (int length = 0; length <= whole.length; length++) {
            Files.write(temporary, Arrays.copyOf(whole, length));
            try (FileMapStore again = FileMapStore.open(data)) {
                assertThat(again.load("house").orElseThrow().bytes()).isEqualTo(SECOND);
                assertThat(temporary).doesNotExist();
            }
        }
    }

    @Test
    void theNewestVersionCutOffAtAnyByteFallsBackToTheOneBefore() throws IOException {
        byte[] whole = Files.readAllBytes(newer);
        for (int length = 0; length < whole.length; length++) {
            Files.write(newer, Arrays.copyOf(whole, length));
            assertThat(loaded()).as("cut to %s", length).isEqualTo(FIRST);
        }
        Files.write(newer, Arrays.copyOf(whole, whole.length + 1));
        assertThat(loaded()).isEqualTo(FIRST);
    }

    @Test
    void theNewestVersionDamagedAtAnyByteFallsBackToTheOneBefore() throws IOException {
        byte[] whole = Files.readAllBytes(newer);
        for (int at = 0; at < whole.length; at++) {
            for (int flip : new int[] {1, 0x80, 0xFF}) {
                byte[] damaged = whole.clone();
                damaged[at] ^= (byte) flip;
                Files.write(newer, damaged);
                assertThat(loaded()).as("byte %s ^ %s", at, flip).isEqualTo(FIRST);
            }
        }
    }

    @Test
    void theOlderVersionDamagedAtAnyByteChangesNothing() throws IOException {
        byte[] whole = Files.readAllBytes(older);
        for (int at = 0; at < whole.length; at++) {
            byte[] damaged = whole.clone();
            damaged[at] ^= 0x55;
            Files.write(older, damaged);
            assertThat(loaded()).isEqualTo(SECOND);
        }
    }

    @Test
    void theNextSaveAfterDamageKeepsTheVersionThatIsWhole() throws IOException {
        Files.write(newer, new byte[10]);
        SaveEpoch next = store.claim("house");
        byte[] kept = Files.readAllBytes(older);

        assertThat(store.save(next, 1, new byte[] {3})).isEqualTo(SaveResult.SAVED);

        assertThat(Files.readAllBytes(older)).isEqualTo(kept);
        assertThat(loaded()).containsExactly(3);
    }

    @Test
    void noCompleteVersionIsAnErrorThatTellsWhyAndNotAnEmptyMap() throws IOException {
        Files.write(newer, new byte[3]);
        Files.write(older, new byte[100]);

        assertThatThrownBy(this::loaded)
                .isInstanceOf(CorruptSnapshotException.class)
                .hasMessageContaining("m-house.0: not a file of this format")
                .hasMessageContaining("m-house.1: cut short");
        assertThat(store.list()).containsExactly("house");
        assertThat(store.delete("house")).isTrue();
        assertThat(store.load("house")).isEmpty();
    }

    /** A deletion removes the older file first, so this is what one cut off halfway leaves. */
    @Test
    void theNewestVersionAloneIsEnough() throws IOException {
        Files.delete(older);
        assertThat(loaded()).isEqualTo(SECOND);
        assertThat(store.save(owner, 3, FIRST)).isEqualTo(SaveResult.SAVED);
        assertThat(loaded()).isEqualTo(FIRST);
        assertThat(store.delete("house")).isTrue();
        assertThat(older).doesNotExist();
        assertThat(newer).doesNotExist();
    }

    private byte[] loaded() throws IOException {
        return store.load("house").orElseThrow().bytes();
    }
}
