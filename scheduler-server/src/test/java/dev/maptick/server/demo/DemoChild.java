package dev.maptick.server.demo;

import dev.maptick.maps.save.MapStore;
import dev.maptick.maps.save.SaveEpoch;
import dev.maptick.maps.save.SaveResult;
import dev.maptick.maps.save.SavedMap;
import dev.maptick.server.store.FileMapStore;
import dev.maptick.server.world.SavedChanges;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A process that runs the demo on a data directory until it is killed, as {@code maptick demo --data DIR} does, and tells of
 * each map loaded and of each save once it is complete: {@code loaded house-1 17 .}, the number being the changes that are
 * in it. The point at the end shows that a line is whole.
 */
final class DemoChild {
    private DemoChild() {}

    public static void main(String[] args) throws Exception {
        DemoSettings settings =
                DemoSettings.read(args[2], "1", null, "1", "balanced", null, "0", args[3], "10s", args[0], "100ms");
        try (StopSignal signal = new StopSignal();
                FileMapStore store = FileMapStore.open(Path.of(args[0]))) {
            int code = new DemoRun(
                            settings, DemoPlans.load(Path.of(args[1]), List.of()), System.out, new Telling(store))
                    .run(signal);
            signal.done(code);
            System.exit(code);
        }
    }

    static Process start(Path data, Path worlds, int houses, long seed) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        DemoChild.class.getName(),
                        data.toString(),
                        worlds.toString(),
                        Integer.toString(houses),
                        Long.toString(seed))
                .redirectErrorStream(true)
                .start();
    }

    private record Telling(MapStore store) implements MapStore {
        private static void tell(String what, String map, byte[] bytes) {
            String line = what + " " + map + " " + SavedChanges.of(bytes) + " .";
            synchronized (System.out) {
                System.out.println(line);
                System.out.flush();
            }
        }

        @Override
        public SaveResult save(SaveEpoch owner, long sequence, byte[] bytes) throws IOException {
            SaveResult result = store.save(owner, sequence, bytes);
            if (result == SaveResult.SAVED) {
                tell("saved", owner.mapName(), bytes);
            }
            return result;
        }

        @Override
        public Optional<SavedMap> load(String mapName) throws IOException {
            Optional<SavedMap> loaded = store.load(mapName);
            loaded.ifPresent(saved -> tell("loaded", mapName, saved.bytes()));
            return loaded;
        }

        @Override
        public SaveEpoch claim(String mapName) throws IOException {
            return store.claim(mapName);
        }

        @Override
        public void release(SaveEpoch owner) {
            store.release(owner);
        }

        @Override
        public List<String> list() throws IOException {
            return store.list();
        }

        @Override
        public boolean delete(String mapName) throws IOException {
            return store.delete(mapName);
        }
    }
}
