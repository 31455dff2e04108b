package dev.maptick.server.tiled;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Base64;

/** How a layer writes its tile data: a plain array ("CSV"), or base64 text, perhaps compressed. */
enum TileFormat {
    CSV(Compression.NONE),
    BASE64(Compression.NONE),
    BASE64_GZIP(Compression.GZIP),
    BASE64_ZLIB(Compression.ZLIB);

    private static final String ALLOWED =
            "; allowed: the tile layer formats CSV and Base64, uncompressed or with gzip or zlib (map properties)";

    private final Compression compression;

    TileFormat(Compression compression) {
        this.compression = compression;
    }

    static TileFormat read(Element layer) {
        String encoding = layer.text("encoding");
        String compression = layer.text("compression");
        return switch (encoding) {
            case "", "csv" -> {
                if (!compression.isEmpty()) {
                    throw layer.problem(
                            "compression", "is " + Printable.quote(compression) + " without encoding base64" + ALLOWED);
                }
                yield CSV;
            }
            case "base64" ->
                switch (compression) {
                    case "" -> BASE64;
                    case "gzip" -> BASE64_GZIP;
                    case "zlib" -> BASE64_ZLIB;
                    case "zstd" ->
                        throw layer.problem("compression", "is \"zstd\", which Java cannot read by itself" + ALLOWED);
                    default -> throw layer.problem("compression", "is " + Printable.quote(compression) + ALLOWED);
                };
            default -> throw layer.problem("encoding", "is " + Printable.quote(encoding) + ALLOWED);
        };
    }

    /** The tiles of a block, exactly as many as its sides say. */
    GidArray decode(TileBlock block) {
        return this == CSV ? plain(block) : encoded(block);
    }

    private static GidArray plain(TileBlock block) {
        Element holder = block.holder();
        Object raw = holder.raw("data");
        if (raw instanceof String) {
            throw holder.problem("data", "is text, and the layer names no encoding" + ALLOWED);
        }
        if (!(raw instanceof GidArray data)) {
            throw holder.wrongType("data", raw, "an array of tile numbers");
        }
        String bad = data.firstBad();
        if (bad != null) {
            throw holder.problem(
                    "data[" + data.firstBadIndex() + "]", bad + "; allowed: a whole number from 0 to 4294967295");
        }
        if (data.size() != block.tiles()) {
            throw holder.problem(
                    "data",
                    "has " + data.size() + " tiles; allowed: width x height = " + block.width() + " x " + block.height()
                            + " = " + block.tiles());
        }
        return data;
    }

    private GidArray encoded(TileBlock block) {
        Element holder = block.holder();
        if (!(holder.raw("data") instanceof String text)) {
            throw holder.wrongType("data", holder.raw("data"), "base64 text, as the layer's encoding says");
        }
        int expected = block.tiles() * Integer.BYTES;
        byte[] bytes = inflate(holder, base64(holder, text), expected);
        if (bytes.length != expected) {
            throw holder.problem(
                    "data",
                    "holds " + (bytes.length > expected ? "more than " + expected : Integer.toString(bytes.length))
                            + " bytes; allowed: width x height x 4 = " + block.width() + " x " + block.height()
                            + " x 4 = " + expected);
        }
        return GidArray.ofLittleEndian(bytes);
    }

    private static byte[] base64(Element holder, String text) {
        try {
            return Base64.getDecoder().decode(text.strip());
        } catch (IllegalArgumentException e) {
            String reason = "is not base64 text (" + Printable.escape(String.valueOf(e.getMessage())) + ")";
            throw holder.problem("data", reason + "; allowed: A-Z, a-z, 0-9, +, / and padding");
        }
    }

    /** Stops one byte past what is expected, whatever the data would go on to: a few kilobytes may hold gigabytes. */
    private byte[] inflate(Element holder, byte[] packed, int expected) {
        try (InputStream in = compression.open(new ByteArrayInputStream(packed))) {
            return in.readNBytes(expected + 1);
        } catch (IOException e) {
            String reason = "is no sound " + compression.word() + " data ("
                    + Printable.escape(String.valueOf(e.getMessage())) + "); allowed: what the editor writes, whole";
            throw holder.problem("data", reason);
        }
    }
}
