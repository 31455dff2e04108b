package dev.maptick.core;

import static dev.maptick.core.CoreFixture.pool;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Read from a tree made up, and once from this machine's own. */
class ProcFsTest {
    private static final String V1_MOUNTS = """
            31 23 0:28 / /sys/fs/cgroup rw,relatime - tmpfs tmpfs rw,mode=755
            32 31 0:29 %s /sys/fs/cgroup/cpu rw,relatime - cgroup cgroup rw,cpu,cpuacct
            34 31 0:31 / /sys/fs/cgroup/cpuset rw,relatime - cgroup cgroup rw,cpuset
            41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw
            """;

    @TempDir
    private Path root;

    private void file(String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static String throttled(int periods) {
        return "nr_periods 100\nnr_throttled " + periods + "\nthrottled_time 12\n";
    }

    private long counted() {
        return new ProcFs(root).throttledPeriods();
    }

    @Test
    void countsOfVersion2AddUpOverTheGroupsAbove() throws Exception {
        file("proc/self/mountinfo", "24 1 0:22 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw,nsdelegate\n");
        file("proc/self/cgroup", "0::/system.slice/game.service\n");
        file("sys/fs/cgroup/cpu.stat", "usage_usec 5\n");
        file("sys/fs/cgroup/system.slice/cpu.stat", throttled(3));
        file("sys/fs/cgroup/system.slice/game.service/cpu.stat", throttled(40));
        file("sys/fs/cgroup/system.slice/other.service/cpu.stat", throttled(500));

        ProcFs procFs = new ProcFs(root);
        assertThat(procFs.throttledPeriods()).isEqualTo(43);
        file("sys/fs/cgroup/system.slice/game.service/cpu.stat", throttled(41));
        assertThat(procFs.throttledPeriods()).isEqualTo(44);
    }

    @Test
    void throttledAndStolenTimeAreInNanoseconds() throws Exception {
        ProcFs none = new ProcFs(root.resolve("none"));
        assertThat(none.throttledNs()).isZero();
        assertThat(none.stolenNs()).isZero();
        file("proc/self/mountinfo", "24 1 0:22 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw,nsdelegate\n");
        file("proc/self/cgroup", "0::/game\n");
        file("sys/fs/cgroup/game/cpu.stat", "nr_throttled 2\nthrottled_usec 1500\n");
        file("sys/fs/cgroup/cpu.stat", "nr_throttled 2\nthrottled_time 7\n");
        file("proc/stat", "cpu  10 0 20 3000 4 0 1 25 0 0\ncpu0 5 0 10 1500 2 0 1 12 0 0\n");
        ProcFs procFs = new ProcFs(root);
        assertThat(procFs.throttledNs()).isEqualTo(1_500_007);
        assertThat(procFs.stolenNs()).isEqualTo(250_000_000);
        file("proc/stat", "cpu  10 0 20\n");
        assertThat(procFs.stolenNs()).isZero();
    }

    @Test
    void countsOfVersion1AreInTheTreeOfTheCpuController() throws Exception {
        file("proc/self/mountinfo", V1_MOUNTS.formatted("/"));
        file("proc/self/cgroup", "4:memory:/x\n3:cpuset:/games\n1:cpu,cpuacct:/games\n0::/\n");
        file("sys/fs/cgroup/cpu/games/cpu.stat", throttled(5));
        file("sys/fs/cgroup/cpuset/games/cpu.stat", throttled(900));

        assertThat(counted()).isEqualTo(5);
    }

    @Test
    void inAContainerOfVersion1TheOwnGroupIsTheRootOfTheMount() throws Exception {
        file("proc/self/mountinfo", V1_MOUNTS.formatted("/docker/abc"));
        file("proc/self/cgroup", "1:cpu,cpuacct:/docker/abc\n");
        file("sys/fs/cgroup/cpu/cpu.stat", throttled(6));

        assertThat(counted()).isEqualTo(6);
    }

    @Test
    void aGroupOutsideTheMountIsReadAtTheMount() throws Exception {
        file("proc/self/mountinfo", "24 1 0:22 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
        file("proc/self/cgroup", "0::/../../pod7/abc\n");
        file("sys/fs/cgroup/cpu.stat", throttled(8));

        assertThat(counted()).isEqualTo(8);
    }

    @Test
    void whatIsMissingOrOddCountsNothing() throws Exception {
        assertThat(counted()).isZero();
        file("proc/self/mountinfo", "\nx\n24 1\n24 1 0:22 / /sys/fs/cgroup rw - cgroup2\n - \n");
        file("proc/self/cgroup", "\nnothing\n0:\n0::\n7:cpu\n1:cpu:\0/\n");
        assertThat(counted()).isZero();
        file("proc/self/mountinfo", "24 1 0:22 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
        file("proc/self/cgroup", "0::/\n");
        file("sys/fs/cgroup/cpu.stat", "nr_throttled \nnr_throttled many\nnr_throttled 99999999999999999999\n");
        assertThat(counted()).isZero();
    }

    @Test
    void slackIsWrittenToTheEntryOfTheCallingThread() throws Exception {
        file("proc/4711/timerslack_ns", "50000");
        file("proc/4700/task/4711/stat", "");
        assertThat(new ProcFs(root).lowerOwnTimerSlack()).as("no link").isFalse();
        Files.createSymbolicLink(root.resolve("proc/thread-self"), Path.of("4700/task/4711"));

        assertThat(new ProcFs(root).lowerOwnTimerSlack()).isTrue();
        assertThat(root.resolve("proc/4711/timerslack_ns")).content().startsWith("1");
    }

    @Test
    void aMissingEntryIsNotMade() throws Exception {
        file("proc/4711/stat", "");
        Files.createSymbolicLink(root.resolve("proc/thread-self"), Path.of("4700/task/4711"));

        assertThat(new ProcFs(root).lowerOwnTimerSlack()).isFalse();
        assertThat(root.resolve("proc/4711/timerslack_ns")).doesNotExist();
    }

    @ParameterizedTest
    @EnumSource(WaitMode.class)
    void aWorkersSlackIsOneNanosecondFromItsFirstWaitOn(WaitMode mode) throws Exception {
        assumeTrue(
                Files.exists(Path.of("/proc/thread-self")) && Files.isWritable(Path.of("/proc/self/timerslack_ns")),
                "this system has no timer slack that a thread may set");
        // A worker inherits the slack of the thread that starts it, and another test may have waited on this one.
        Files.writeString(ownSlack(), "50000");
        CompletableFuture<String> read = new CompletableFuture<>();
        try (TickScheduler scheduler = pool(1).waitMode(mode).start()) {
            scheduler.register("map", TickOptions.every(Duration.ofMillis(5)), tick -> {
                if (tick.number() > 1) {
                    read.complete(Files.readString(ownSlack()).strip());
                }
            });
            assertThat(read.get(20, TimeUnit.SECONDS)).isEqualTo("1");
        }
        assertThat(Files.readString(ownSlack()).strip()).as("the caller's own").isEqualTo("50000");
    }

    private static Path ownSlack() throws IOException {
        Path thread = Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName();
        return Path.of("/proc", thread.toString(), "timerslack_ns");
    }
}
