package dev.maptick.it.maps.walk;

import dev.maptick.maps.save.InMemoryMapStore;
import dev.maptick.maps.save.MapStore;
import dev.maptick.maps.save.SaveEpoch;
import dev.maptick.maps.save.SaveResult;
import dev.maptick.maps.save.SavedMap;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A store that fails now and then, and knows what was written last: no map may be written back to an older version. */
final class WalkedStore implements MapStore {
    private final InMemoryMapStore store = new InMemoryMapStore();
    private final MapWalk walk;
    private final Map<String, Long> versions = new HashMap<>();

    volatile boolean fails = true;

    WalkedStore(MapWalk walk) {
        this.walk = walk;
    }

    static long version(SavedMap saved) {
        String text = new String(saved.bytes(), StandardCharsets.UTF_8);
        return Long.parseLong(text.substring(text.indexOf(':') + 1));
    }

    long version(String name) {
        return versions.getOrDefault(name, 0L);
    }

    @Override
    public Optional<SavedMap> load(String mapName) {
        return store.load(mapName);
    }

    @Override
    public SaveEpoch claim(String mapName) {
        return store.claim(mapName);
    }

    @Override
    public SaveResult save(SaveEpoch owner, long sequence, byte[] bytes) throws IOException {
        if (fails && walk.oneIn(5)) {
            throw new IOException("planned");
        }
        SaveResult result = store.save(owner, sequence, bytes);
        walk.findings.check(result == SaveResult.SAVED, "the owner of a map saves it, answered " + result, owner);
        if (result == SaveResult.SAVED) {
            String text = new String(bytes, StandardCharsets.UTF_8);
            walk.findings.check(text.startsWith(owner.mapName() + ":"), "a map is saved under its name", text);
            long version = Long.parseLong(text.substring(text.indexOf(':') + 1));
            walk.findings.check(version >= version(owner.mapName()), "no save is replaced by an older one", text);
            versions.put(owner.mapName(), version);
        }
        return result;
    }

    @Override
    public void release(SaveEpoch owner) {
        store.release(owner);
    }

    @Override
    public List<String> list() {
        return store.list();
    }

    @Override
    public boolean delete(String mapName) {
        return store.delete(mapName);
    }
}
