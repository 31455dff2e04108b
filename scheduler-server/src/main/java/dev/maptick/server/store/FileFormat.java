package dev.maptick.server.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/**
 * What is in a file, big endian: a header of 48 bytes, the name, the body, and nothing behind it.
 *
 * <pre>
 *    0  magic "maptick" and a format version in the eighth byte
 *    8  epoch               16  sequence
 *   24  bytes of the name   28  bytes of the body
 *   32  reserved, 0         36  reserved, 0
 *   40  CRC-32C of the body
 *   44  CRC-32C of bytes 0 to 43 and the name
 * </pre>
 *
 * The header has a sum of its own so that the lengths can be trusted before anything is read by them. A file cut short or
 * changed in any one byte fails one of the two sums or the length.
 */
final class FileFormat {
    static final int HEADER_BYTES = 48;

    /** 128 characters of four bytes. */
    static final int MAX_NAME_BYTES = 512;

    private static final long MAGIC = 0x6D61707469636B_01L;
    private static final int SUMMED = HEADER_BYTES - 4;

    private FileFormat() {}

    static void write(FileChannel channel, Version version) throws IOException {
        byte[] name = version.name().getBytes(StandardCharsets.UTF_8);
        CRC32C bodySum = new CRC32C();
        bodySum.update(version.body());
        ByteBuffer head = ByteBuffer.allocate(HEADER_BYTES + name.length);
        head.putLong(MAGIC)
                .putLong(version.epoch())
                .putLong(version.sequence())
                .putInt(name.length)
                .putInt(version.body().length)
                .putLong(0)
                .putInt((int) bodySum.getValue())
                .putInt(headSum(head.array(), name))
                .put(name)
                .flip();
        // Two plain writes: a gathering one may end anywhere as well.
        writeAll(channel, head);
        writeAll(channel, ByteBuffer.wrap(version.body()));
    }

    private static void writeAll(FileChannel channel, ByteBuffer from) throws IOException {
        while (from.hasRemaining()) {
            channel.write(from);
        }
    }

    /**
     * Reads the head and checks that the file is as long as it says.
     *
     * @throws BadFileException if it is not complete
     */
    static Head readHead(FileChannel channel) throws IOException {
        byte[] bytes = readAt(channel, 0, HEADER_BYTES);
        ByteBuffer header = ByteBuffer.wrap(bytes);
        if (header.getLong(0) != MAGIC) {
            throw new BadFileException("not a file of this format");
        }
        int nameBytes = header.getInt(24);
        int bodyBytes = header.getInt(28);
        if (nameBytes < 0 || nameBytes > MAX_NAME_BYTES || bodyBytes < 0) {
            throw new BadFileException("bad lengths");
        }
        byte[] name = readAt(channel, HEADER_BYTES, nameBytes);
        if (header.getInt(SUMMED) != headSum(bytes, name)) {
            throw new BadFileException("wrong checksum of the header");
        }
        if (channel.size() != (long) HEADER_BYTES + nameBytes + bodyBytes) {
            throw new BadFileException("wrong length");
        }
        return new Head(
                new String(name, StandardCharsets.UTF_8),
                header.getLong(8),
                header.getLong(16),
                HEADER_BYTES + nameBytes,
                bodyBytes,
                header.getInt(40));
    }

    /**
     * Reads a whole file.
     *
     * @throws BadFileException if it is not complete
     * @throws IOException if it cannot be read, or is larger than allowed
     */
    static Version read(FileChannel channel, int maxBodyBytes) throws IOException {
        Head head = readHead(channel);
        if (head.bodyBytes() > maxBodyBytes) {
            throw new IOException("snapshot of " + head.bodyBytes() + " bytes, above the limit of " + maxBodyBytes);
        }
        byte[] body = readAt(channel, head.bodyAt(), head.bodyBytes());
        CRC32C bodySum = new CRC32C();
        bodySum.update(body);
        if (head.bodySum() != (int) bodySum.getValue()) {
            throw new BadFileException("wrong checksum of the body");
        }
        return new Version(head.name(), head.epoch(), head.sequence(), body);
    }

    private static int headSum(byte[] head, byte[] name) {
        CRC32C sum = new CRC32C();
        sum.update(head, 0, SUMMED);
        sum.update(name);
        return (int) sum.getValue();
    }

    private static byte[] readAt(FileChannel channel, long position, int length) throws IOException {
        byte[] bytes = new byte[length];
        ByteBuffer into = ByteBuffer.wrap(bytes);
        while (into.hasRemaining()) {
            if (channel.read(into, position + into.position()) < 0) {
                throw new BadFileException("cut short");
            }
        }
        return bytes;
    }
}
