package dev.maptick.maps.save;

import org.jspecify.annotations.Nullable;

/**
 * One snapshot on its way to the store. Its encoding and attempts belong to the thread that writes it at the moment,
 * handed over by the coordinator's lock.
 */
final class SaveJob {
    final MapSaving map;
    final long sequence;
    final boolean last;

    /** How often a write was begun or refused by the executor. */
    int attempts;

    private @Nullable Snapshot snapshot;
    private byte @Nullable [] bytes;

    SaveJob(MapSaving map, long sequence, boolean last, Snapshot snapshot) {
        this.map = map;
        this.sequence = sequence;
        this.last = last;
        this.snapshot = snapshot;
    }

    /** The encoded snapshot; encoded the first time, after which the snapshot itself can go. */
    byte[] bytes() throws Exception {
        byte[] encoded = bytes;
        if (encoded == null) {
            Snapshot from = snapshot;
            if (from == null) {
                throw new IllegalStateException("encoding has failed before");
            }
            snapshot = null;
            encoded = from.encode();
            bytes = encoded;
        }
        return encoded;
    }

    /** Whether the encoding is behind it. */
    boolean isEncoded() {
        return bytes != null;
    }
}
