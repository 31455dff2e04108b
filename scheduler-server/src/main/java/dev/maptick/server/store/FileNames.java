package dev.maptick.server.store;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * File names for map names. Pure functions.
 *
 * <p>Small letters, digits, {@code -} and {@code _} stay; every other byte of the name's UTF-8 becomes {@code %XX}. So the
 * result has no separator, no dot, no capital letter that a file system might fold onto another name, and is no name that a
 * system reserves, thanks to the prefix. A result that would be too long is cut and ends in {@code ~} and 128 bits of the
 * name's SHA-256; {@code ~} occurs in no other name, so the two forms never meet.
 */
final class FileNames {
    private static final String PREFIX = "m-";
    private static final int LONGEST = 150;
    private static final int KEPT = 100;
    private static final int HASH_BYTES = 16;
    private static final Pattern CUT = Pattern.compile(
            PREFIX + "[a-z0-9_%A-F-]{" + (KEPT - PREFIX.length()) + "}~[0-9A-F]{" + 2 * HASH_BYTES + "}");
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private FileNames() {}

    /** The file name of a map, without the slot. */
    static String of(String mapName) {
        byte[] utf8 = mapName.getBytes(StandardCharsets.UTF_8);
        StringBuilder out = new StringBuilder(PREFIX);
        for (byte b : utf8) {
            if (isPlain(b)) {
                out.append((char) b);
            } else {
                HEX.toHexDigits(out.append('%'), b);
            }
        }
        if (out.length() <= LONGEST) {
            return out.toString();
        }
        out.setLength(KEPT);
        return out.append('~')
                .append(HEX.formatHex(sha256(utf8), 0, HASH_BYTES))
                .toString();
    }

    /** Whether a file name without its slot may be that of a map. */
    static boolean isMap(String fileName) {
        return fileName.startsWith(PREFIX);
    }

    /** Whether {@link #of} can have made this name; of a cut one it cannot be told for certain. */
    static boolean isMade(String fileName) {
        return mapName(fileName) != null || CUT.matcher(fileName).matches();
    }

    /** The map's name if the file name tells it; null if it was cut or is none of ours. */
    static @Nullable String mapName(String fileName) {
        byte[] utf8 = new byte[fileName.length()];
        int length = 0;
        for (int i = PREFIX.length(); i < fileName.length(); i++) {
            char c = fileName.charAt(i);
            if (c == '%' && i + 2 < fileName.length() && isHex(fileName, i + 1)) {
                utf8[length++] = (byte) HexFormat.fromHexDigits(fileName, i + 1, i + 3);
                i += 2;
            } else {
                utf8[length++] = (byte) c;
            }
        }
        String name = new String(utf8, 0, length, StandardCharsets.UTF_8);
        return of(name).equals(fileName) ? name : null;
    }

    private static boolean isHex(String text, int at) {
        return HexFormat.isHexDigit(text.charAt(at)) && HexFormat.isHexDigit(text.charAt(at + 1));
    }

    private static boolean isPlain(byte b) {
        return (b >= 'a' && b <= 'z') || (b >= '0' && b <= '9') || b == '-' || b == '_';
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
