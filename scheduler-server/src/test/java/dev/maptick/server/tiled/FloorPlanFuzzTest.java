package dev.maptick.server.tiled;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.fail;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Damaged files yield a plan or a refusal, never anything else, and cost no more than a bounded share of memory. */
class FloorPlanFuzzTest {

    private static final long SEED = 20_260_117L;
    private static final int RUNS = 20_000;

    /** A sound file of this size takes under 1 MB; a damaged one may take more, but not without limit. */
    private static final long MAX_ALLOCATED = 16L << 20;

    private static final String[] VALUES = {
        "null",
        "true",
        "-1",
        "0",
        "1e999",
        "4294967295",
        "99999999999999999999",
        "\"\"",
        "[]",
        "{}",
        "\"\\u0000\"",
        "0.5",
        "[[[[]]]]",
        "2147483648",
        "-9223372036854775808",
        "{\"a\":[{}]}",
    };

    @Test
    void neverYieldsAnythingButAPlanOrARefusal() throws IOException {
        byte[] sound = Files.readAllBytes(ShippedWorlds.path("house-small"));
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        Random random = new Random(SEED);
        int plans = 0;
        for (int run = 0; run < RUNS; run++) {
            byte[] damaged = damage(sound, random);
            long before = threads.getCurrentThreadAllocatedBytes();
            try {
                FloorPlan plan = FloorPlanLoader.parse("fuzz.tmj", damaged);
                assertThat(plan.spawns()).isNotEmpty();
                plans++;
            } catch (FloorPlanException e) {
                assertThat(e.getMessage()).startsWith("fuzz.tmj: ").doesNotContainPattern("[\\p{Cntrl}]");
            } catch (RuntimeException | StackOverflowError e) {
                fail("seed " + SEED + " run " + run, e);
            }
            long allocated = threads.getCurrentThreadAllocatedBytes() - before;
            assertThat(allocated)
                    .as("bytes allocated, seed %d run %d", SEED, run)
                    .isLessThan(MAX_ALLOCATED);
        }
        // Both outcomes must occur, or the damage is too small or too great to test anything.
        assertThat(plans).isBetween(RUNS / 100, RUNS * 9 / 10);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'layers':[{'data':[|0,|]}]}",
                "{'layers':[|{},|]}",
                "{'layers':[|[],|]}",
                "{'zzz':{|'#':0,|}}",
                "{|'#':{},|}",
                "{'layers':[{'data':[|{'a':0},|]}]}",
                "{'layers':[|{'name':'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'},|]}",
            })
    void aHostileFileOfFullSizeIsRefusedWithinBounds(String shape) {
        byte[] json = hostile(shape.replace('\'', '"').split("\\|"));
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        long start = threads.getCurrentThreadCpuTime();

        assertThatExceptionOfType(FloorPlanException.class)
                .isThrownBy(() -> FloorPlanLoader.parse("hostile.tmj", json));

        // Measured at most 0.6 s and 64 MB. Processor time, since a loaded machine may hold the thread up for longer.
        assertThat(threads.getCurrentThreadCpuTime() - start).isLessThan(10_000_000_000L);
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(256L << 20);
    }

    /** Head, as many items as fit into the largest file ({@code #} numbers them), last comma cut off, tail. */
    private static byte[] hostile(String[] shape) {
        StringBuilder json = new StringBuilder(shape[0]);
        for (int i = 0; json.length() < MapFile.MAX_BYTES - 200; i++) {
            json.append(shape[1].replace("#", Integer.toString(i, Character.MAX_RADIX)));
        }
        json.setLength(json.length() - 1);
        return json.append(shape[2]).toString().getBytes(ISO_8859_1);
    }

    private static byte[] damage(byte[] sound, Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> flipBytes(sound, random);
            case 1 -> Arrays.copyOf(sound, random.nextInt(sound.length));
            case 2 -> replaceValue(sound, random);
            default -> moveBlock(sound, random);
        };
    }

    private static byte[] flipBytes(byte[] sound, Random random) {
        byte[] damaged = sound.clone();
        for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
            damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
        }
        return damaged;
    }

    /** Puts another value in place of one that follows a colon, so the text mostly stays well-formed. */
    private static byte[] replaceValue(byte[] sound, Random random) {
        String text = new String(sound, ISO_8859_1);
        int colon = text.indexOf(": ", random.nextInt(text.length()));
        if (colon < 0) {
            return flipBytes(sound, random);
        }
        int start = colon + 2;
        int end = start;
        while (end < text.length() && ",}\n".indexOf(text.charAt(end)) < 0) {
            end++;
        }
        String value = VALUES[random.nextInt(VALUES.length)];
        return (text.substring(0, start) + value + text.substring(end)).getBytes(ISO_8859_1);
    }

    private static byte[] moveBlock(byte[] sound, Random random) {
        byte[] damaged = sound.clone();
        int length = 1 + random.nextInt(64);
        int from = random.nextInt(sound.length - length);
        int to = random.nextInt(sound.length - length);
        System.arraycopy(sound, from, damaged, to, length);
        return damaged;
    }
}
