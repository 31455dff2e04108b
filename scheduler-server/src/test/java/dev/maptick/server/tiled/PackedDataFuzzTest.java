package dev.maptick.server.tiled;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.fail;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Damaged and hostile packed data, chunks and XML tilesets yield a plan or a refusal, at bounded cost. */
class PackedDataFuzzTest {

    private static final long SEED = 20_261_201L;
    private static final int RUNS = Boolean.getBoolean("maptick.soak") ? 40_000 : 900;
    private static final long MAX_ALLOCATED = 32L << 20;
    private static final Pattern DATA = Pattern.compile("\"data\" : \"([^\"]*)\"");
    private static final Pattern NUMBER = Pattern.compile("\"(x|y|width|height|firstgid)\" : (-?[0-9]+)");

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @TempDir
    Path directory;

    @ParameterizedTest
    @EnumSource(names = {"BASE64", "GZIP", "ZLIB"})
    void aDamagedInfiniteMapYieldsAPlanOrARefusal(MapForm.Data data) throws IOException {
        Random random = new Random(SEED);
        int plans = 0;
        byte[] sound = {};
        for (int run = 0; run < RUNS; run++) {
            if (run % 100 == 0) {
                MapForm form = new MapForm(data, true, MapForm.Tilesets.EMBEDDED, true, true);
                sound = new MapWriter(RandomFloor.of(random), form, random).bytes(directory);
            }
            byte[] damaged = damage(new String(sound, ISO_8859_1), random).getBytes(ISO_8859_1);
            plans += outcome(() -> FloorPlanLoader.parse("fuzz.tmj", damaged), "fuzz.tmj: ", run);
        }
        assertThat(plans).as("plans, seed %d", SEED).isBetween(RUNS / 200, RUNS * 9 / 10);
    }

    @Test
    void aDamagedXmlTilesetYieldsAPlanOrARefusal() throws IOException {
        Random random = new Random(SEED);
        MapForm form = new MapForm(MapForm.Data.ZLIB, false, MapForm.Tilesets.TSX, false, false);
        Path map = new MapWriter(RandomFloor.of(random), form, random).write(directory);
        Path tileset = directory.resolve("sets/tiles.tsx");
        byte[] sound = Files.readAllBytes(tileset);
        int plans = 0;
        for (int run = 0; run < RUNS / 3; run++) {
            byte[] damaged = sound.clone();
            for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(random.nextBoolean() ? 128 : 256);
            }
            Files.write(tileset, damaged);
            plans += outcome(() -> FloorPlanLoader.load(map), map + ": ", run);
        }
        assertThat(plans).as("plans, seed %d", SEED).isBetween(RUNS / 600, RUNS * 3 / 10);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "zlib"})
    void dataThatInflatesToManyMegabytesIsReadOneBytePastWhatIsAllowed(String compression) throws IOException {
        String bomb = bomb(compression, 1 << 26);
        String json = DrawnMap.with(
                "[2, 2, 2, 2, 2, 0, 0, 0, 2, 0, 5, 6]",
                "\"%s\", \"encoding\": \"base64\", \"compression\": \"%s\"".formatted(bomb, compression));
        long before = threads.getCurrentThreadAllocatedBytes();

        assertThatExceptionOfType(FloorPlanException.class)
                .isThrownBy(() -> DrawnMap.parse(json))
                .withMessage("maps/test.tmj: layers[1] \"walls\".data: holds more than 48 bytes;"
                        + " allowed: width x height x 4 = 4 x 3 x 4 = 48");
        // the text alone is some 170 KB, and copied a few times
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(8L << 20);
    }

    /** Each layer alone is allowed and packs into a few kilobytes, so only a bound on their sum helps. */
    @Test
    void manyFullLayersAreRefusedBeforeAnyIsInflated() throws IOException {
        int side = FloorPlan.MAX_SIDE;
        String layer = """
                {"type": "tilelayer", "encoding": "base64", "compression": "zlib", "data": "%s"}""".formatted(bomb("zlib", side * side * Integer.BYTES));
        String layers = (layer + ",").repeat(32);
        String map = """
                {"type": "map", "orientation": "orthogonal", "width": 1024, "height": 1024, "tilewidth": 1, "tileheight": 1,
                 "layers": [%s]}""";

        assertThat(DrawnMap.parse(map.formatted(layers.substring(0, layers.length() - 1)))
                        .walkableTiles())
                .isEqualTo(side * side);
        assertThatExceptionOfType(FloorPlanException.class)
                .isThrownBy(() -> DrawnMap.parse(map.formatted(layers + layer)))
                .withMessage("maps/test.tmj: layers[32]: brings the tiles of all layers to 34603008;"
                        + " allowed: at most 33554432");
    }

    @Test
    void moreChunksThanALargestMapHasAreRefused() {
        String map = """
                {"type": "map", "orientation": "orthogonal", "infinite": true, "tilewidth": 1, "tileheight": 1,
                 "layers": [%s]}""";

        assertThatExceptionOfType(FloorPlanException.class)
                .isThrownBy(() -> DrawnMap.parse(map.formatted(chunks(65_537))))
                .withMessage("maps/test.tmj: layers[0].chunks: has 65537 entries; allowed: at most 65536");
        assertThatExceptionOfType(FloorPlanException.class)
                .isThrownBy(() -> DrawnMap.parse(map.formatted(chunks(32_768) + "," + chunks(32_769))))
                .withMessage("maps/test.tmj: layers[1]: brings the chunks of all layers to 65537;"
                        + " allowed: at most 65536");
    }

    private static String chunks(int count) {
        String chunk = "{\"x\":0,\"y\":0,\"width\":1,\"height\":1,\"data\":[]}";
        return "{\"type\": \"tilelayer\", \"chunks\": [%s]}"
                .formatted(String.join(",", Collections.nCopies(count, chunk)));
    }

    private int outcome(Callable<FloorPlan> load, String prefix, int run) {
        long before = threads.getCurrentThreadAllocatedBytes();
        int plans = 0;
        try {
            assertThat(load.call().spawns()).isNotEmpty();
            plans = 1;
        } catch (FloorPlanException e) {
            assertThat(e.getMessage()).startsWith(prefix).doesNotContainPattern("[\\p{Cntrl}]");
        } catch (Exception | StackOverflowError e) {
            fail("seed " + SEED + " run " + run, e);
        }
        assertThat(threads.getCurrentThreadAllocatedBytes() - before)
                .as("bytes allocated, seed %d run %d", SEED, run)
                .isLessThan(MAX_ALLOCATED);
        return plans;
    }

    private static String damage(String sound, Random random) {
        return switch (random.nextInt(5)) {
            case 0 -> damageData(sound, random, false);
            case 1 -> damageData(sound, random, true);
            case 2 -> damageNumber(sound, random);
            case 3 -> sound.replaceFirst("\"(gzip|zlib|)\"", random.nextBoolean() ? "\"zlib\"" : "\"gzip\"");
            default -> flip(sound, random);
        };
    }

    /** Damages one block of data: its text, or the packed bytes within, so that base64 stays sound. */
    private static String damageData(String sound, Random random, boolean within) {
        Matcher matcher = DATA.matcher(sound);
        if (!matcher.find(random.nextInt(sound.length())) && !matcher.find(0)) {
            return sound;
        }
        String data = matcher.group(1);
        String damaged;
        if (within) {
            byte[] bytes = Base64.getDecoder().decode(data);
            bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            int length = random.nextInt(4) == 0 ? random.nextInt(bytes.length) : bytes.length;
            damaged = Base64.getEncoder().encodeToString(Arrays.copyOf(bytes, length));
        } else {
            damaged = random.nextBoolean() ? data.substring(random.nextInt(data.length())) : flip(data, random);
        }
        return sound.substring(0, matcher.start(1))
                + damaged.replaceAll("[\"\\\\\\p{Cntrl}]", "*")
                + sound.substring(matcher.end(1));
    }

    private static String damageNumber(String sound, Random random) {
        Matcher matcher = NUMBER.matcher(sound);
        if (!matcher.find(random.nextInt(sound.length())) && !matcher.find(0)) {
            return sound;
        }
        long value = random.nextBoolean() ? random.nextInt(40) - 20 : random.nextInt();
        return sound.substring(0, matcher.start(2)) + value + sound.substring(matcher.end(2));
    }

    private static String flip(String sound, Random random) {
        int at = random.nextInt(sound.length());
        return sound.substring(0, at) + (char) (32 + random.nextInt(95)) + sound.substring(at + 1);
    }

    private static String bomb(String compression, int size) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        byte[] zeros = new byte[1 << 20];
        try (OutputStream out =
                compression.equals("gzip") ? new GZIPOutputStream(packed) : new DeflaterOutputStream(packed)) {
            for (int written = 0; written < size; written += zeros.length) {
                out.write(zeros);
            }
        }
        return Base64.getEncoder().encodeToString(packed.toByteArray());
    }
}
