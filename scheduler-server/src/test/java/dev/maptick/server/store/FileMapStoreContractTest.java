package dev.maptick.server.store;

import dev.maptick.maps.save.MapStore;
import dev.maptick.maps.save.MapStoreContractTest;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

class FileMapStoreContractTest extends MapStoreContractTest {
    @TempDir
    Path directory;

    private FileMapStore store;

    @BeforeEach
    void open() throws IOException {
        store = FileMapStore.open(directory.resolve("data"), MAX_BYTES);
    }

    @AfterEach
    void close() throws IOException {
        store.close();
    }

    @Override
    protected MapStore store() {
        return store;
    }
}
