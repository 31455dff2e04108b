package dev.maptick.server.store;

import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Numbers that grow across restarts. The file holds a number that none given out has passed; numbers are taken in blocks,
 * so that a claim seldom costs a write. What is left of a block when the process ends is never given out.
 */
final class EpochCounter {
    /** How many claims one write of the file covers. */
    static final int BLOCK = 1_024;

    /** How far numbers jump when the file is lost or damaged: over every claim that ended without a save to tell of it. */
    static final long JUMP = 1L << 32;

    /** What its two files are called. */
    static final String NAME = "epochs";

    private static final Logger LOG = LoggerFactory.getLogger(FileMapStore.class);

    private final TwoSlotFile file;

    private long next;
    private long reserved;
    private int slot;

    private EpochCounter(TwoSlotFile file, long last, int slot) {
        this.file = file;
        next = last + 1;
        reserved = last;
        this.slot = slot;
    }

    /** What can tell the highest epoch of any snapshot, should the file be lost. */
    @FunctionalInterface
    interface Snapshots {
        /** The highest epoch; 0 if there are no snapshots. */
        long highestEpoch() throws IOException;
    }

    static EpochCounter open(DataDirectory directory, Snapshots snapshots) throws IOException {
        TwoSlotFile file = new TwoSlotFile(directory, NAME, NAME, 0);
        Slots slots = file.look();
        Version version = slots.newest();
        String trouble = slots.trouble();
        if (version != null && trouble == null) {
            return new EpochCounter(file, version.epoch(), slots.newestSlot());
        }
        // A version that is left may be the older of the two, and numbers past it may have been given out.
        long highest = Math.max(version == null ? 0 : version.epoch(), snapshots.highestEpoch());
        if (highest > 0 || trouble != null) {
            LOG.warn(
                    "{}: the count of epochs is lost or damaged; going on from {} past the highest known{}",
                    directory.path(),
                    JUMP,
                    trouble == null ? "" : " (" + trouble + ")");
            highest += JUMP;
        }
        return new EpochCounter(file, highest, slots.keptSlot());
    }

    /** A number greater than all before. */
    synchronized long next() throws IOException {
        if (next > reserved) {
            long upTo = reserved + BLOCK;
            slot = file.write(new Version(NAME, upTo, 0, new byte[0]), slot);
            reserved = upTo;
        }
        return next++;
    }
}
