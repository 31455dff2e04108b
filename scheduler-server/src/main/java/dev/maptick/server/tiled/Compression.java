package dev.maptick.server.tiled;

import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;

/** What base64 tile data is packed with. */
enum Compression {
    NONE,
    GZIP,
    ZLIB;

    /** Unpacks while reading; the checksum is verified once the end is read. Closing it frees the native inflater. */
    InputStream open(InputStream packed) throws IOException {
        return switch (this) {
            case NONE -> packed;
            case GZIP -> new GZIPInputStream(packed);
            case ZLIB -> new InflaterInputStream(packed);
        };
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
