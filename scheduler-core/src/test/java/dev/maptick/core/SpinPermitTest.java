package dev.maptick.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpinPermitTest {
    private static final SpinPolicy POLICY = new SpinPolicy(950, 1_000, 1_000, 10);

    @ParameterizedTest
    @ValueSource(longs = {0, Long.MIN_VALUE, Long.MAX_VALUE - 500})
    void anEmptyAccountRefusesUntilTimeHasEarnedMore(long startNs) {
        SpinPermit permit = new SpinPermit(POLICY, startNs);
        for (int i = 0; i < 16; i++) {
            assertThat(permit.tryTake(startNs)).isTrue();
            permit.giveBack(1_000);
        }
        assertThat(permit.tryTake(startNs)).isFalse();
        assertThat(permit.refusals()).isEqualTo(1);
        assertThat(permit.tryTake(startNs + 10)).as("a tenth of it is earned").isTrue();
        permit.giveBack(1_000);
        assertThat(permit.tryTake(startNs + 9_990)).as("overdrawn").isFalse();
        assertThat(permit.tryTake(startNs + 10_020)).isTrue();
        permit.giveBack(0);
        assertThat(permit.spunNs()).isEqualTo(17_000);
        assertThat(permit.refusals()).isEqualTo(2);
    }

    @Test
    void anHourOfRestEarnsNoMoreThanThePurse() {
        SpinPermit permit = new SpinPermit(POLICY, 0);
        long nowNs = 3_600_000_000_000L;
        int spins = 0;
        while (permit.tryTake(nowNs)) {
            permit.giveBack(1_000);
            spins++;
        }
        assertThat(spins).isEqualTo(16);
    }

    @Test
    void ofManyThreadsOneHoldsItAtATime() throws Exception {
        SpinPermit permit = new SpinPermit(new SpinPolicy(950, 1_000_000_000, 1_000_000_000, 1), 0);
        AtomicInteger holders = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        int threads = 4;
        int turns = 20_000;
        long[] used = new long[threads];
        CountDownLatch done = new CountDownLatch(threads);
        for (int t = 0; t < threads; t++) {
            int id = t;
            Thread thread = new Thread(() -> {
                for (int i = 0; i < turns; i++) {
                    if (permit.tryTake(i)) {
                        most.accumulateAndGet(holders.incrementAndGet(), Math::max);
                        holders.decrementAndGet();
                        used[id]++;
                        permit.giveBack(1);
                    }
                }
                done.countDown();
            });
            thread.start();
        }
        CoreFixture.await20s(done);
        assertThat(most).hasValue(1);
        assertThat(permit.spunNs())
                .as("no spin is left off the account")
                .isEqualTo(used[0] + used[1] + used[2] + used[3]);
    }
}
