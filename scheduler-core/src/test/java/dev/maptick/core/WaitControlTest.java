package dev.maptick.core;

import static dev.maptick.core.CoreFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.maptick.core.spi.DeadlineWaiter;
import dev.maptick.core.spi.SchedulerSeam;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** When spinning is left off, and when it comes back. */
class WaitControlTest {
    private static final long MS = 1_000_000;

    @TempDir
    private Path root;

    private final FakeMachine machine = new FakeMachine(Long.MAX_VALUE - 1_000 * MS);
    private WaitControl control;
    private DeadlineWaiter waiter;
    private int suspicions;

    @BeforeEach
    void aProcessWithAQuota() throws Exception {
        Files.createDirectories(root.resolve("proc/self"));
        Files.createDirectories(root.resolve("sys/fs/cgroup"));
        Files.writeString(root.resolve("proc/self/cgroup"), "0::/\n");
        Files.writeString(
                root.resolve("proc/self/mountinfo"), "31 24 0:27 / /sys/fs/cgroup rw shared:4 - cgroup2 cgroup2 rw\n");
        throttled(7);
        control = WaitControl.of(WaitMode.PRECISE, 2, "Linux", machine, new ProcFs(root), machine);
        control.onSuspicion(() -> suspicions++);
        waiter = control.get();
        assertThat(control.look()).isNull();
    }

    private void throttled(int periods) throws Exception {
        Files.writeString(
                root.resolve("sys/fs/cgroup/cpu.stat"),
                "usage_usec 1\nnr_periods 90\nnr_throttled " + periods + "\nthrottled_usec 5\n");
    }

    private void await(long ns, long overNs) {
        machine.overNs = overNs;
        waiter.prepare();
        waiter.awaitUntil(machine.nowNs + ns);
    }

    @Test
    void aThrottledProcessStopsSpinningForAWhileAndThenSpinsAgain() throws Exception {
        assertThat(control.spins()).isTrue();
        throttled(9);
        await(MS, 40 * MS);
        assertThat(suspicions).isOne();
        assertThat(control.look())
                .isEqualTo("the CPU quota of this process is used up at times: ticks are late then; wait mode PRECISE,"
                        + " without spinning since its CPU quota throttles the process");
        int spins = machine.spins;
        await(MS, 1_000);
        await(50_000, 1_000);
        assertThat(machine.spins).as("no spin").isEqualTo(spins);
        assertThat(control.spins()).isFalse();

        machine.nowNs += WaitControl.NO_SPIN_NS;
        assertThat(control.spins()).isTrue();
        assertThat(control).hasToString("wait mode PRECISE");
        await(50_000, 1_000);
        assertThat(machine.spins).isGreaterThan(spins);
    }

    @Test
    void throttlingThatGoesOnPutsTheEndOffWithoutMoreNews() throws Exception {
        throttled(8);
        await(MS, 40 * MS);
        assertThat(control.look()).isNotNull();
        machine.nowNs += WaitControl.NO_SPIN_NS - 1_000 * MS;
        throttled(10);
        await(MS, 40 * MS);
        assertThat(control.look()).isNull();
        machine.nowNs += WaitControl.NO_SPIN_NS - 1_000 * MS;
        assertThat(control.spins()).isFalse();
        machine.nowNs += 1_000 * MS;
        assertThat(control.spins()).isTrue();
    }

    @Test
    void aStallWithoutThrottlingChangesNothing() {
        await(MS, 40 * MS);
        assertThat(suspicions).isOne();
        assertThat(control.look()).isNull();
        assertThat(control.looks()).isEqualTo(2);
        assertThat(control.spins()).isTrue();
    }

    @Test
    void itLooksOnlyAfterASuspiciousWaitAndOnceInSomeSeconds() {
        await(MS, 1 * MS);
        assertThat(suspicions).isZero();
        assertThat(control.look()).isNull();
        for (int i = 0; i < 50; i++) {
            await(MS, 40 * MS);
            assertThat(control.look()).isNull();
        }
        assertThat(suspicions).isOne();
        assertThat(control.looks()).isEqualTo(2);
        machine.nowNs += WaitControl.LOOK_EVERY_NS;
        await(MS, 40 * MS);
        assertThat(suspicions).isEqualTo(2);
    }

    @Test
    void aSpinHeldUpIsSuspiciousToo() {
        machine.inSpin = () -> machine.nowNs += 40 * MS;
        await(50_000, 0);
        assertThat(suspicions).isOne();
    }

    @Test
    void slackThatCannotBeLoweredIsNotedOnceAtDebug() {
        try (LogCapture log = new LogCapture()) {
            ((Logger) LoggerFactory.getLogger(TickScheduler.class)).setLevel(Level.DEBUG);
            for (int i = 0; i < 3; i++) {
                DeadlineWaiter other = control.get();
                other.prepare();
                other.signal();
                other.awaitSignal();
            }
            assertThat(log.messages(Level.DEBUG)).singleElement().asString().contains("timer slack");
            assertThat(log.messages(Level.WARN)).isEmpty();
        }
    }

    @Test
    void efficientNeverLooks() {
        WaitControl efficient = WaitControl.of(WaitMode.EFFICIENT, 2, "Linux", machine, new ProcFs(root), machine);
        efficient.late(40 * MS);
        assertThat(efficient.look()).isNull();
        assertThat(efficient.looks()).isZero();
    }

    @Test
    @DisplayName("in a scheduler it is the keeper that looks, and what is in force is told at the start")
    void theKeeperLooks() {
        ThreadPlan plan = ThreadPlan.of(4, 1, 0);
        SchedulerContext context = new SchedulerContext(
                plan,
                WaitMode.BALANCED,
                1,
                false,
                0,
                EventSettings.DEFAULT,
                InsightSettings.DEFAULT,
                WatchdogSettings.OFF,
                LoadSettings.DEFAULT,
                SchedulerSeam.SYSTEM,
                List.of());
        try (LogCapture log = new LogCapture();
                DefaultTickScheduler scheduler =
                        new DefaultTickScheduler(context, new ThreadLauncher(SchedulerSeam.SYSTEM))) {
            scheduler.start();
            assertThat(log.messages(Level.INFO)).anyMatch(m -> m.endsWith("; wait mode BALANCED"));
            WaitControl waits = context.waits;
            assertThat(waits).isNotNull();
            eventually("the first look", () -> waits.looks() >= 1);
            long before = waits.looks();
            waits.late(WaitControl.SUSPICIOUS_NS);
            // A stall of this machine may have asked for the look already, and then it is not due again.
            eventually("a look", () -> waits.looks() > before || before >= 2);
        }
        CoreFixture.noThreadRemains();
    }
}
