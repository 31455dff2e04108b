package dev.maptick.maps.save;

import dev.maptick.core.Names;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A store that lasts as long as the process: for tests, and for servers whose maps need not outlive it. Holds one copy of
 * each map's latest snapshot. Any thread; never blocks for input or output.
 */
public final class InMemoryMapStore implements MapStore {
    /** The default limit for one snapshot. */
    public static final int DEFAULT_MAX_BYTES = 64 << 20;

    private final int maxBytes;
    private final AtomicLong epochs = new AtomicLong();
    private final ConcurrentMap<String, Slot> slots = new ConcurrentHashMap<>();

    /** Makes an empty store with the default limit. */
    public InMemoryMapStore() {
        this(DEFAULT_MAX_BYTES);
    }

    /**
     * Makes an empty store.
     *
     * @param maxBytes the largest snapshot it takes, 1 or more
     */
    public InMemoryMapStore(int maxBytes) {
        if (maxBytes < 1) {
            throw new IllegalArgumentException("maxBytes=" + maxBytes + " is below 1");
        }
        this.maxBytes = maxBytes;
    }

    @Override
    public Optional<SavedMap> load(String mapName) {
        Slot slot = slots.get(check(mapName));
        return slot == null || slot.latest == null ? Optional.empty() : Optional.of(copy(slot.latest));
    }

    @Override
    public SaveEpoch claim(String mapName) {
        // The number is drawn inside, so that of two claims the later in the slot has the higher number.
        Slot claimed = slots.compute(check(mapName), (name, slot) -> {
            SaveEpoch owner = new SaveEpoch(name, epochs.incrementAndGet());
            return new Slot(owner, Long.MIN_VALUE, slot == null ? null : slot.latest);
        });
        return claimed.claim();
    }

    @Override
    public SaveResult save(SaveEpoch owner, long sequence, byte[] bytes) {
        if (bytes.length > maxBytes) {
            return isGood(owner) ? SaveResult.TOO_LARGE : SaveResult.STALE_EPOCH;
        }
        Slot next = new Slot(owner, sequence, new SavedMap(owner, sequence, bytes.clone()));
        for (; ; ) {
            Slot slot = slots.get(owner.mapName());
            if (slot == null || !owner.equals(slot.owner)) {
                return SaveResult.STALE_EPOCH;
            }
            if (sequence <= slot.sequence) {
                return SaveResult.STALE_SEQUENCE;
            }
            if (slots.replace(owner.mapName(), slot, next)) {
                return SaveResult.SAVED;
            }
        }
    }

    private boolean isGood(SaveEpoch owner) {
        Slot slot = slots.get(owner.mapName());
        return slot != null && owner.equals(slot.owner);
    }

    @Override
    public void release(SaveEpoch owner) {
        slots.computeIfPresent(owner.mapName(), (name, slot) -> {
            if (!owner.equals(slot.owner)) {
                return slot;
            }
            return slot.latest == null ? null : new Slot(null, Long.MIN_VALUE, slot.latest);
        });
    }

    @Override
    public List<String> list() {
        return slots.entrySet().stream()
                .filter(e -> e.getValue().latest != null)
                .map(Map.Entry::getKey)
                .toList();
    }

    @Override
    public boolean delete(String mapName) {
        Slot slot = slots.remove(check(mapName));
        return slot != null && slot.latest != null;
    }

    private static String check(String mapName) {
        if (!Names.isValid(mapName)) {
            throw new IllegalArgumentException("bad map name " + Names.quote(mapName) + ": allowed are " + Names.RULE);
        }
        return mapName;
    }

    private static SavedMap copy(SavedMap saved) {
        return new SavedMap(
                new SaveEpoch(saved.mapName(), saved.epoch()),
                saved.sequence(),
                saved.bytes().clone());
    }

    /** One map's claim and snapshot. Immutable and compared by identity, so a replace is a compare-and-set. */
    private static final class Slot {
        private final @Nullable SaveEpoch owner;
        private final long sequence;
        private final @Nullable SavedMap latest;

        Slot(@Nullable SaveEpoch owner, long sequence, @Nullable SavedMap latest) {
            this.owner = owner;
            this.sequence = sequence;
            this.latest = latest;
        }

        SaveEpoch claim() {
            if (owner == null) {
                throw new IllegalStateException("not claimed");
            }
            return owner;
        }
    }
}
