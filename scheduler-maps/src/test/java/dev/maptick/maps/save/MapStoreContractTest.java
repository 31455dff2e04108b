package dev.maptick.maps.save;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every {@link MapStore} must do. Extended once for each of them. */
public abstract class MapStoreContractTest {
    /** The limit for one snapshot of the stores under test. */
    public static final int MAX_BYTES = 1_000;

    /** The store under test, empty, which takes snapshots of up to {@link #MAX_BYTES}. */
    protected abstract MapStore store() throws IOException;

    @Test
    void aMapNeverSavedIsEmptyAndNotListed() throws IOException {
        MapStore store = store();
        SaveEpoch owner = store.claim("house");

        assertThat(store.load("house")).isEmpty();
        assertThat(store.load("other")).isEmpty();
        assertThat(store.list()).isEmpty();
        assertThat(owner.mapName()).isEqualTo("house");
    }

    @Test
    void loadsWhatWasSavedLast() throws IOException {
        MapStore store = store();
        SaveEpoch owner = store.claim("house");

        for (int i = 1; i <= 5; i++) {
            assertThat(store.save(owner, i, bytes(i * 10))).isEqualTo(SaveResult.SAVED);

            SavedMap loaded = store.load("house").orElseThrow();
            assertThat(loaded.bytes()).isEqualTo(bytes(i * 10));
            assertThat(loaded.sequence()).isEqualTo(i);
            assertThat(loaded.epoch()).isEqualTo(owner.number());
            assertThat(loaded.mapName()).isEqualTo("house");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, MAX_BYTES})
    void takesSnapshotsOfAnySizeUpToTheLimit(int size) throws IOException {
        MapStore store = store();

        assertThat(store.save(store.claim("house"), 1, bytes(size))).isEqualTo(SaveResult.SAVED);

        assertThat(store.load("house").orElseThrow().bytes()).isEqualTo(bytes(size));
    }

    @Test
    void refusesASnapshotAboveTheLimitAndKeepsTheOneBefore() throws IOException {
        MapStore store = store();
        SaveEpoch owner = store.claim("house");
        store.save(owner, 1, bytes(3));

        assertThat(store.save(owner, 2, new byte[MAX_BYTES + 1])).isEqualTo(SaveResult.TOO_LARGE);
        assertThat(store.load("house").orElseThrow().bytes()).isEqualTo(bytes(3));
        assertThat(store.save(owner, 2, bytes(4))).isEqualTo(SaveResult.SAVED);
        store.claim("house");
        assertThat(store.save(owner, 3, new byte[MAX_BYTES + 1])).isEqualTo(SaveResult.STALE_EPOCH);
    }

    @Test
    void everyClaimIsGreaterThanAllBeforeWhateverTheMap() throws IOException {
        MapStore store = store();
        long before = 0;
        for (int i = 0; i < 3_000; i++) {
            long number = store.claim("house-" + i % 7).number();
            assertThat(number).isGreaterThan(before);
            before = number;
        }
    }

    @Test
    void refusesTheEarlierOwnerOnceTheMapIsClaimedAnew() throws IOException {
        MapStore store = store();
        SaveEpoch old = store.claim("house");
        store.save(old, 7, bytes(7));
        SaveEpoch young = store.claim("house");

        assertThat(store.save(old, 8, bytes(8))).isEqualTo(SaveResult.STALE_EPOCH);
        assertThat(store.load("house").orElseThrow().bytes()).isEqualTo(bytes(7));

        // The new owner counts from its own beginning.
        assertThat(store.save(young, 1, bytes(1))).isEqualTo(SaveResult.SAVED);
        assertThat(store.save(old, 9, bytes(9))).isEqualTo(SaveResult.STALE_EPOCH);
        assertThat(store.load("house").orElseThrow().epoch()).isEqualTo(young.number());
    }

    @Test
    void refusesASequenceThatIsNotNewer() throws IOException {
        MapStore store = store();
        SaveEpoch owner = store.claim("house");
        store.save(owner, 5, bytes(5));

        assertThat(store.save(owner, 5, bytes(6))).isEqualTo(SaveResult.STALE_SEQUENCE);
        assertThat(store.save(owner, 4, bytes(6))).isEqualTo(SaveResult.STALE_SEQUENCE);
        assertThat(store.load("house").orElseThrow().bytes()).isEqualTo(bytes(5));
        assertThat(store.save(owner, 9, bytes(9))).isEqualTo(SaveResult.SAVED);
    }

    @Test
    void refusesAnEpochItNeverGave() throws IOException {
        MapStore store = store();
        SaveEpoch owner = store.claim("house");

        assertThat(store.save(new SaveEpoch("house", owner.number() + 1), 1, bytes(1)))
                .isEqualTo(SaveResult.STALE_EPOCH);
        assertThat(store.save(new SaveEpoch("other", owner.number()), 1, bytes(1)))
                .isEqualTo(SaveResult.STALE_EPOCH);
        assertThat(store.list()).isEmpty();
    }

    @Test
    void aReleaseEndsTheRightToSaveAndKeepsTheSnapshot() throws IOException {
        MapStore store = store();
        SaveEpoch owner = store.claim("house");
        store.save(owner, 1, bytes(1));

        store.release(owner);
        store.release(owner);

        assertThat(store.save(owner, 2, bytes(2))).isEqualTo(SaveResult.STALE_EPOCH);
        assertThat(store.load("house").orElseThrow().bytes()).isEqualTo(bytes(1));
        assertThat(store.claim("house").number()).isGreaterThan(owner.number());
    }

    @Test
    void aReleaseByAnEarlierOwnerDoesNotTouchTheNewOne() throws IOException {
        MapStore store = store();
        SaveEpoch old = store.claim("house");
        SaveEpoch young = store.claim("house");

        store.release(old);

        assertThat(store.save(young, 1, bytes(1))).isEqualTo(SaveResult.SAVED);
    }

    @Test
    void aDeletedMapIsEmptyAndItsOwnerStale() throws IOException {
        MapStore store = store();
        SaveEpoch owner = store.claim("house");
        store.save(owner, 1, bytes(1));
        store.save(owner, 2, bytes(2));

        assertThat(store.delete("house")).isTrue();
        assertThat(store.delete("house")).isFalse();
        assertThat(store.load("house")).isEmpty();
        assertThat(store.list()).isEmpty();
        assertThat(store.save(owner, 3, bytes(3))).isEqualTo(SaveResult.STALE_EPOCH);
        assertThat(store.load("house")).isEmpty();

        SaveEpoch next = store.claim("house");
        assertThat(next.number()).isGreaterThan(owner.number());
        assertThat(store.save(next, 1, bytes(4))).isEqualTo(SaveResult.SAVED);
    }

    @Test
    void keepsAwkwardNamesApart() throws IOException {
        MapStore store = store();
        List<String> names = List.of(
                "house",
                "House",
                "HOUSE",
                "a/b",
                "a\\b",
                "..",
                ".",
                "../../etc",
                "con",
                "NUL",
                "a:b",
                "a%2fb",
                "a%2Fb",
                "ü",
                "u\u0308",
                "house.0",
                "house~1",
                "*",
                "😀".repeat(128),
                "😀".repeat(127),
                "x".repeat(128),
                "x".repeat(127) + "y",
                "lock",
                "epochs");
        for (int i = 0; i < names.size(); i++) {
            assertThat(store.save(store.claim(names.get(i)), 1, bytes(i))).isEqualTo(SaveResult.SAVED);
        }

        assertThat(store.list()).containsExactlyInAnyOrderElementsOf(names);
        for (int i = 0; i < names.size(); i++) {
            assertThat(store.load(names.get(i)).orElseThrow().bytes()).isEqualTo(bytes(i));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", " a", "a ", "a\nb", "a\u0000b", "\ud83d"})
    void refusesBadNames(String name) throws IOException {
        MapStore store = store();

        assertThatThrownBy(() -> store.claim(name)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> store.load(name)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> store.delete(name)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void sharesNoArrayWithItsCallers() throws IOException {
        MapStore store = store();
        byte[] given = bytes(10);
        store.save(store.claim("house"), 1, given);

        given[0]++;
        byte[] first = store.load("house").orElseThrow().bytes();
        first[1]++;

        assertThat(store.load("house").orElseThrow().bytes()).isEqualTo(bytes(10));
    }

    /**
     * Owners that claim from each other and save, while readers load: what is read is whole and never older than what was
     * read before. A store that checks the claim and replaces the snapshot in two steps is caught by the order.
     */
    @Test
    void racingOwnersNeverTakeASnapshotBack() throws Exception {
        MapStore store = store();
        AtomicBoolean stop = new AtomicBoolean();
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<Integer>> owners = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                int seed = i;
                owners.add(threads.submit(() -> claimAndSave(store, seed)));
            }
            Future<Integer> reader = threads.submit(() -> readInOrder(store, stop));
            int saved = 0;
            for (Future<Integer> owner : owners) {
                saved += owner.get();
            }
            stop.set(true);
            assertThat(saved).isPositive();
            assertThat(reader.get()).isPositive();
        } finally {
            threads.shutdownNow();
        }
    }

    private static int claimAndSave(MapStore store, int seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        int saved = 0;
        for (int i = 0; i < 100; i++) {
            SaveEpoch owner = store.claim("house");
            int saves = random.nextInt(5);
            for (int s = 1; s <= saves; s++) {
                if (store.save(owner, s, stamped(owner.number(), s)) == SaveResult.SAVED) {
                    saved++;
                }
            }
        }
        return saved;
    }

    private static int readInOrder(MapStore store, AtomicBoolean stop) throws IOException {
        int read = 0;
        long epoch = 0;
        long sequence = 0;
        boolean lastRound = false;
        while (!lastRound) {
            lastRound = stop.get();
            SavedMap map = store.load("house").orElse(null);
            if (map != null) {
                assertThat(map.bytes()).isEqualTo(stamped(map.epoch(), map.sequence()));
                boolean notOlder = map.epoch() > epoch || (map.epoch() == epoch && map.sequence() >= sequence);
                assertThat(notOlder).as("%s after %s/%s", map, epoch, sequence).isTrue();
                epoch = map.epoch();
                sequence = map.sequence();
                read++;
            }
        }
        return read;
    }

    /** Bytes that tell where they come from. */
    protected static byte[] stamped(long epoch, long sequence) {
        byte[] bytes = new byte[200];
        Arrays.fill(bytes, (byte) (31 * epoch + sequence));
        ByteBuffer.wrap(bytes).putLong(epoch).putLong(sequence);
        return bytes;
    }

    /** So many bytes, none of them the same in two sizes. */
    protected static byte[] bytes(int size) {
        byte[] bytes = new byte[size];
        for (int i = 0; i < size; i++) {
            bytes[i] = (byte) (i * 7 + size);
        }
        return bytes;
    }
}
