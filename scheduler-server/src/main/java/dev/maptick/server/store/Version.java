package dev.maptick.server.store;

/**
 * One complete version of a file. The body is nobody else's.
 */
final class Version {
    private final String name;
    private final long epoch;
    private final long sequence;
    private final byte[] body;

    Version(String name, long epoch, long sequence, byte[] body) {
        this.name = name;
        this.epoch = epoch;
        this.sequence = sequence;
        this.body = body;
    }

    String name() {
        return name;
    }

    long epoch() {
        return epoch;
    }

    long sequence() {
        return sequence;
    }

    byte[] body() {
        return body;
    }

    boolean isNewerThan(Version other) {
        return epoch == other.epoch ? sequence > other.sequence : epoch > other.epoch;
    }
}
