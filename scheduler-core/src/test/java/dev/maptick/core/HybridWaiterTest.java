package dev.maptick.core;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.maptick.core.spi.DeadlineWaiter;
import dev.maptick.core.spi.NanoClock;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How a wait is divided into parks and a spin, in virtual time. */
class HybridWaiterTest {
    private static final long MS = 1_000_000;
    private static final ProcFs NONE = new ProcFs(Path.of("none-such"));

    private final FakeMachine machine = new FakeMachine(Long.MAX_VALUE - 20 * MS);

    private WaitControl control(WaitMode mode, int processors) {
        return WaitControl.of(mode, processors, "Linux", machine, NONE, machine);
    }

    /** One wait from now. @return how late it ended */
    private long await(DeadlineWaiter waiter, long ns) {
        long deadlineNs = machine.nowNs + ns;
        waiter.prepare();
        waiter.awaitUntil(deadlineNs);
        return machine.nowNs - deadlineNs;
    }

    @ParameterizedTest
    @ValueSource(longs = {MS / 4, MS, 25 * MS, 3_600_000 * MS})
    void precisionComesFromTheSpinAfterTheMarginHasAdapted(long waitNs) {
        DeadlineWaiter waiter = control(WaitMode.PRECISE, 2).get();
        machine.overNs = 70_000;
        for (int i = 0; i < 200; i++) {
            await(waiter, waitNs);
        }
        int spunBefore = machine.spins;
        int parkedBefore = machine.parks;
        int inTime = 0;
        long worstNs = 0;
        for (int i = 0; i < 100; i++) {
            long lateNs = await(waiter, waitNs);
            assertThat(lateNs).as("never early").isNotNegative();
            inTime += lateNs <= FakeMachine.TURN_NS ? 1 : 0;
            worstNs = Math.max(worstNs, lateNs);
        }
        assertThat(inTime).isGreaterThanOrEqualTo(90);
        assertThat(worstNs).isLessThan(10_000);
        assertThat(machine.parks - parkedBefore).as("one park a wait").isEqualTo(100);
        long spunNs = (machine.spins - spunBefore) * FakeMachine.TURN_NS;
        assertThat(spunNs / 100).as("spun for each wait, ns").isLessThan(10_000);
    }

    @ParameterizedTest
    @EnumSource(WaitMode.class)
    void withOneProcessorNoModeSpins(WaitMode mode) {
        WaitControl alone = control(mode, 1);
        DeadlineWaiter waiter = alone.get();
        for (int i = 0; i < 100; i++) {
            await(waiter, MS);
        }
        assertThat(machine.spins).isZero();
        assertThat(machine.parks).isEqualTo(100);
        assertThat(alone)
                .hasToString("wait mode " + mode
                        + (mode == WaitMode.EFFICIENT ? "" : ", without spinning since there is one processor"));
    }

    @Test
    void efficientSpinsForNoDeadline() {
        WaitControl control = control(WaitMode.EFFICIENT, 8);
        DeadlineWaiter waiter = control.get();
        machine.overNs = 60_000;
        assertThat(await(waiter, MS)).isEqualTo(60_000);
        assertThat(await(waiter, HybridWaiter.BRIEF_NS + 1)).isEqualTo(60_000);
        assertThat(machine.spins).isZero();
        assertThat(control).hasToString("wait mode EFFICIENT");
    }

    @Test
    void onWindowsOnlyPreciseSpins() {
        for (WaitMode mode : WaitMode.values()) {
            WaitControl control = WaitControl.of(mode, 8, "Windows Server 2022", machine, NONE, machine);
            assertThat(control.spins()).isEqualTo(mode == WaitMode.PRECISE);
        }
    }

    @Test
    void aDeadlineInsideTheMarginIsSpunForWithoutAPark() {
        DeadlineWaiter waiter = control(WaitMode.BALANCED, 2).get();
        assertThat(await(waiter, 20_000)).isZero();
        assertThat(machine.parks).isZero();
        assertThat(machine.spins).isEqualTo(200);
    }

    @Test
    @DisplayName("a wait too short to park for is spun without a permit, in any mode, but not on one processor")
    void briefWaits() {
        WaitControl control = control(WaitMode.BALANCED, 2);
        DeadlineWaiter leader = control.get();
        DeadlineWaiter deputy = control.get();
        machine.inSpin = () -> {
            machine.inSpin = () -> {};
            await(deputy, HybridWaiter.BRIEF_NS);
        };
        await(leader, 20_000);
        for (int i = 0; i < 1_000; i++) {
            await(deputy, HybridWaiter.BRIEF_NS);
        }
        await(control(WaitMode.EFFICIENT, 2).get(), HybridWaiter.BRIEF_NS);
        assertThat(machine.parks).isZero();

        await(control(WaitMode.EFFICIENT, 1).get(), HybridWaiter.BRIEF_NS);
        await(control(WaitMode.PRECISE, 1).get(), HybridWaiter.BRIEF_NS);
        assertThat(machine.parks).isEqualTo(2);
    }

    @Test
    @DisplayName("while one waiter spins another that comes to its margin parks to its deadline; later it spins again")
    void onlyOneSpins() {
        WaitControl control = control(WaitMode.PRECISE, 2);
        DeadlineWaiter leader = control.get();
        DeadlineWaiter deputy = control.get();
        int[] spinsOfDeputy = new int[1];
        int[] parksOfDeputy = new int[1];
        machine.inSpin = () -> {
            machine.inSpin = () -> {};
            int spinsBefore = machine.spins;
            int parksBefore = machine.parks;
            await(deputy, 20_000);
            spinsOfDeputy[0] = machine.spins - spinsBefore;
            parksOfDeputy[0] = machine.parks - parksBefore;
        };

        await(leader, 50_000);

        assertThat(spinsOfDeputy[0]).isZero();
        assertThat(parksOfDeputy[0]).isOne();
        assertThat(machine.spins).as("the leader's").isPositive();
        int spinsBefore = machine.spins;
        await(deputy, 20_000);
        assertThat(machine.spins - spinsBefore).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(longs = {MS, 25 * MS})
    @DisplayName("the first part parks to the margin of the whole wait, the second one spins the rest of it")
    void inTwoParts(long waitNs) {
        DeadlineWaiter waiter = control(WaitMode.PRECISE, 2).get();
        machine.overNs = 20_000;
        long deadlineNs = machine.nowNs + waitNs;
        waiter.prepare();
        assertThat(waiter.awaitNear(deadlineNs)).isTrue();
        assertThat(machine.parks).isOne();
        assertThat(machine.spins).isZero();
        assertThat(deadlineNs - machine.nowNs).isBetween(1L, 250_000L);

        waiter.awaitUntil(deadlineNs);
        assertThat(machine.parks).isOne();
        assertThat(machine.spins).isPositive();
        assertThat(machine.nowNs - deadlineNs).isBetween(0L, FakeMachine.TURN_NS);
    }

    @Test
    @DisplayName(
            "the first part is false where the wait does not spin, comes too late or is signalled; the second waits all the same")
    void theFirstPartMayHaveNothingToGive() {
        DeadlineWaiter efficient = control(WaitMode.EFFICIENT, 2).get();
        efficient.prepare();
        long deadlineNs = machine.nowNs + MS;
        assertThat(efficient.awaitNear(deadlineNs)).isFalse();
        assertThat(machine.parks).isZero();
        efficient.awaitUntil(deadlineNs);
        assertThat(machine.nowNs).isEqualTo(deadlineNs);

        DeadlineWaiter precise = control(WaitMode.PRECISE, 2).get();
        machine.overNs = 300_000;
        precise.prepare();
        deadlineNs = machine.nowNs + MS;
        assertThat(precise.awaitNear(deadlineNs)).isFalse();
        precise.awaitUntil(deadlineNs);
        assertThat(machine.parks).isEqualTo(2);

        precise.prepare();
        machine.inPark = precise::signal;
        assertThat(precise.awaitNear(machine.nowNs + MS)).isFalse();
        precise.awaitUntil(machine.nowNs + MS);
        assertThat(machine.parks).isEqualTo(3);
        assertThat(machine.spins).isZero();
    }

    @Test
    void aSignalEndsASpinInThatTurn() {
        DeadlineWaiter waiter = control(WaitMode.PRECISE, 2).get();
        machine.inSpin = () -> {
            if (machine.spins == 7) {
                waiter.signal();
            }
        };
        assertThat(await(waiter, 50_000)).isNegative();
        assertThat(machine.spins).isEqualTo(7);
        machine.inSpin = () -> {};
        assertThat(await(waiter, 50_000)).as("the permit is back").isZero();
        assertThat(machine.parks).isZero();
    }

    @Test
    void aSignalDuringTheParkBeforeTheMarginLeavesNothingToSpin() {
        DeadlineWaiter waiter = control(WaitMode.PRECISE, 2).get();
        machine.inPark = waiter::signal;
        await(waiter, MS);
        assertThat(machine.parks).isOne();
        assertThat(machine.spins).isZero();
    }

    @Test
    @DisplayName("an interrupt that comes while it spins neither ends the spin nor outlives the wait")
    void interruptWhileSpinning() {
        DeadlineWaiter waiter = control(WaitMode.PRECISE, 2).get();
        machine.inSpin = () -> Thread.currentThread().interrupt();
        assertThat(await(waiter, 50_000)).isZero();
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    @DisplayName("a scheduler's clock that stands still: one spin bounded in real time, then parks of a millisecond")
    void stillClock() {
        ManualClock still = new ManualClock(Long.MAX_VALUE);
        DeadlineWaiter waiter = WaitControl.of(WaitMode.PRECISE, 2, "Linux", still, NONE, machine)
                .get();
        long startNs = machine.nowNs;
        machine.inPark = () -> {
            if (machine.parks == 100) {
                waiter.signal();
            }
        };
        waiter.prepare();
        waiter.awaitUntil(Long.MIN_VALUE + 9_999);

        assertThat(machine.spins).isEqualTo(100);
        assertThat(machine.parks).isEqualTo(100);
        assertThat(machine.nowNs - startNs).isGreaterThanOrEqualTo(99 * MS);
    }

    @Test
    void aParkEndedEarlyIsNoSampleAndIsGoneOnWith() {
        DeadlineWaiter waiter = control(WaitMode.PRECISE, 2).get();
        SplittableRandom random = new SplittableRandom(4);
        machine.overNs = 60_000;
        for (int i = 0; i < 300; i++) {
            await(waiter, MS);
        }
        for (int i = 0; i < 300; i++) {
            // A stale permit: this park is over after a fraction of its time.
            long[] cutNs = {random.nextLong(1, 900_000)};
            machine.inPark = () -> {
                machine.nowNs -= cutNs[0];
                cutNs[0] = 0;
            };
            await(waiter, MS);
        }
        machine.inPark = () -> {};
        for (int i = 0; i < 50; i++) {
            assertThat(await(waiter, MS)).isBetween(0L, 10_000L);
        }
    }

    @Test
    void aStallMovesTheNextWaitsHardly() {
        WaitControl control = control(WaitMode.PRECISE, 2);
        DeadlineWaiter waiter = control.get();
        machine.overNs = 60_000;
        for (int i = 0; i < 300; i++) {
            await(waiter, MS);
        }
        machine.overNs = 80 * MS;
        await(waiter, MS);
        machine.overNs = 60_000;
        int spunBefore = machine.spins;
        await(waiter, MS);
        assertThat((machine.spins - spunBefore) * FakeMachine.TURN_NS).isLessThan(15_000);
    }

    @ParameterizedTest
    @EnumSource(WaitMode.class)
    void spinningTakesNoMoreThanItsShareOfTheTime(WaitMode mode) {
        WaitControl control = control(mode, 2);
        DeadlineWaiter waiter = control.get();
        SplittableRandom random = new SplittableRandom(5);
        long startNs = machine.nowNs;
        for (int i = 0; i < 20_000; i++) {
            // So spread that the margin is far from most of them, and so often that the account runs dry.
            machine.overNs = random.nextInt(10) == 0 ? 95_000 : 1_000;
            await(waiter, 200_000);
        }
        long tookNs = machine.nowNs - startNs;
        SpinPolicy policy = SpinPolicy.of(mode, false);
        long allowedNs = policy == null ? 0 : tookNs / policy.shareOf() + 17 * policy.longCapNs();
        assertThat(machine.spins * FakeMachine.TURN_NS).isLessThanOrEqualTo(allowedNs);
        if (mode == WaitMode.PRECISE) {
            assertThat(control.permit().refusals()).isPositive();
        }
    }

    @Test
    void waitsAllocateNothing() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        DeadlineWaiter waiter =
                WaitControl.ofSystem(WaitMode.PRECISE, 2, NanoClock.SYSTEM).get();
        int waits = 5_000;
        long before = 0;
        for (int i = -waits; i < waits; i++) {
            if (i == 0) {
                before = threads.getCurrentThreadAllocatedBytes();
            }
            waiter.prepare();
            waiter.awaitUntil(System.nanoTime() + 10_000 + i % 3 * 40_000L);
        }
        assertThat((threads.getCurrentThreadAllocatedBytes() - before) / waits)
                .as("bytes a wait")
                .isLessThan(8);
    }
}
