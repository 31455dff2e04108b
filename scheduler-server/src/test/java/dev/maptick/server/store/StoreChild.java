package dev.maptick.server.store;

import dev.maptick.maps.save.SaveEpoch;
import dev.maptick.maps.save.SaveResult;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/** A second process that opens a store, or saves into one until it is killed. */
final class StoreChild {
    static final int MAPS = 4;

    private StoreChild() {}

    public static void main(String[] args) throws Exception {
        Path data = Path.of(args[1]);
        if (args[0].equals("open")) {
            try (FileMapStore store = FileMapStore.open(data)) {
                System.out.println("opened " + store);
            } catch (IllegalArgumentException e) {
                System.out.println(e.getMessage());
            }
            return;
        }
        FileMapStore store = FileMapStore.open(data);
        Thread[] savers = new Thread[MAPS];
        for (int i = 0; i < MAPS; i++) {
            String map = "house-" + i;
            savers[i] = new Thread(() -> saveForEver(store, map));
            savers[i].start();
        }
        for (Thread saver : savers) {
            saver.join();
        }
    }

    private static void saveForEver(FileMapStore store, String map) {
        try {
            SaveEpoch owner = store.claim(map);
            for (long sequence = 1; ; sequence++) {
                if (store.save(owner, sequence, body(owner.number(), sequence)) != SaveResult.SAVED) {
                    throw new IllegalStateException("refused");
                }
                synchronized (System.out) {
                    System.out.println(map + " " + owner.number() + " " + sequence);
                    System.out.flush();
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Bytes that tell where they come from, long enough to be torn. */
    static byte[] body(long epoch, long sequence) {
        byte[] bytes = new byte[20_000 + (int) (sequence % 1_000)];
        Arrays.fill(bytes, (byte) (31 * epoch + sequence));
        ByteBuffer.wrap(bytes).putLong(epoch).putLong(sequence);
        return bytes;
    }

    static Process start(String what, Path data) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        StoreChild.class.getName(),
                        what,
                        data.toString())
                .redirectErrorStream(true)
                .start();
    }

    static String runToEnd(String what, Path data) throws IOException, InterruptedException {
        Process child = start(what, data);
        try {
            String said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            child.waitFor(60, TimeUnit.SECONDS);
            return said;
        } finally {
            child.destroyForcibly();
        }
    }

    static BufferedReader output(Process child) {
        return new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8));
    }
}
