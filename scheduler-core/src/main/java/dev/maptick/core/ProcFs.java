package dev.maptick.core;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that is read from or written to the process and control group files of Linux. Whatever is missing, refused or not as
 * expected means "no": nothing here throws an exception for it. Elsewhere none of the files exist.
 */
final class ProcFs {
    private static final byte[] LEAST_SLACK = {'1'};
    private static final String THROTTLED = "nr_throttled ";

    /** In microseconds, in version 2. */
    private static final String THROTTLED_US = "throttled_usec ";

    /** In nanoseconds, in version 1. */
    private static final String THROTTLED_NS = "throttled_time ";

    /** Ticks of the processors are counted in hundredths of a second, whatever the system's own pace is. */
    private static final long STEAL_UNIT_NS = 10_000_000;

    /** Place of the stolen time in the line of all processors. */
    private static final int STEAL_FIELD = 8;

    private final Path root;

    /** Files with the counts of this process's control groups, found at the first look. One thread. */
    private @Nullable List<Path> cpuStats;

    ProcFs(Path root) {
        this.root = root;
    }

    static ProcFs ofSystem() {
        return new ProcFs(Path.of("/"));
    }

    /**
     * Lets timed waits of the calling thread end as soon as the system can, not up to 50 µs later.
     *
     * @return false if the system has no such thing or refuses
     */
    boolean lowerOwnTimerSlack() {
        try {
            // The entry is not in the task folder that the link leads to, but each thread has a folder by its number
            // too.
            Path thread =
                    Files.readSymbolicLink(root.resolve("proc/thread-self")).getFileName();
            if (thread == null) {
                return false;
            }
            Path slack = root.resolve("proc").resolve(thread.toString()).resolve("timerslack_ns");
            Files.write(slack, LEAST_SLACK, StandardOpenOption.WRITE);
            return true;
        } catch (IOException | RuntimeException e) {
            return false;
        }
    }

    /**
     * In how many periods of a CPU quota so far this process, or a control group it is in, was stopped. One thread.
     *
     * @return 0 where nothing tells
     */
    long throttledPeriods() {
        return sum(THROTTLED, 1);
    }

    /**
     * For how long so far it was stopped for that, nanoseconds. One thread.
     *
     * @return 0 where nothing tells
     */
    long throttledNs() {
        return sum(THROTTLED_US, 1_000) + sum(THROTTLED_NS, 1);
    }

    /**
     * For how long so far another machine had the processors while this one wanted them, nanoseconds, summed over processors.
     *
     * @return 0 where nothing tells
     */
    long stolenNs() {
        for (String line : lines(root.resolve("proc/stat"))) {
            String[] fields = line.trim().split(" +", -1);
            if (fields[0].equals("cpu")) {
                return fields.length > STEAL_FIELD ? number(fields[STEAL_FIELD]) * STEAL_UNIT_NS : 0;
            }
        }
        return 0;
    }

    private long sum(String key, long unit) {
        List<Path> files = cpuStats;
        if (files == null) {
            files = findCpuStats();
            cpuStats = files;
        }
        long sum = 0;
        for (Path file : files) {
            for (String line : lines(file)) {
                if (line.startsWith(key)) {
                    sum += unit * number(line.substring(key.length()).trim());
                }
            }
        }
        return sum;
    }

    /** In version 2 all controllers share one tree, in version 1 the one with {@code cpu} counts; both may be mounted. */
    private List<Path> findCpuStats() {
        List<Path> found = new ArrayList<>();
        List<String> mounts = lines(root.resolve("proc/self/mountinfo"));
        for (String line : lines(root.resolve("proc/self/cgroup"))) {
            String[] group = line.split(":", 3);
            if (group.length < 3) {
                continue;
            }
            boolean unified = group[1].isEmpty();
            if (unified || Arrays.asList(group[1].split(",", -1)).contains("cpu")) {
                mounts.forEach(mount -> addCpuStats(found, mount, unified, group[2]));
            }
        }
        return found;
    }

    /** A line reads {@code id parent device root mountpoint options… - type source superoptions}. */
    private void addCpuStats(List<Path> found, String mountLine, boolean unified, String group) {
        String[] halves = mountLine.split(" - ", 2);
        String[] place = halves[0].split(" ", -1);
        String[] kind = halves.length < 2 ? new String[0] : halves[1].split(" ", -1);
        if (place.length < 5 || kind.length < 3) {
            return;
        }
        boolean fits = unified
                ? kind[0].equals("cgroup2")
                : kind[0].equals("cgroup")
                        && Arrays.asList(kind[2].split(",", -1)).contains("cpu");
        if (!fits) {
            return;
        }
        try {
            Path mount = root.resolve(relative(place[4])).normalize();
            // In a container only the part below the mount's root can be seen.
            String below = group.startsWith(place[3]) ? group.substring(place[3].length()) : group;
            Path own = mount.resolve(relative(below)).normalize();
            // A quota of any group above holds for this process too.
            for (Path at = own.startsWith(mount) ? own : mount;
                    at != null && at.startsWith(mount);
                    at = at.getParent()) {
                Path file = at.resolve("cpu.stat");
                if (Files.isReadable(file)) {
                    found.add(file);
                }
            }
        } catch (RuntimeException e) {
            // A path that is none: as if it were not there.
        }
    }

    private static String relative(String path) {
        return path.startsWith("/") ? path.substring(1) : path;
    }

    private static long number(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file, StandardCharsets.UTF_8);
        } catch (IOException | RuntimeException e) {
            return List.of();
        }
    }
}
