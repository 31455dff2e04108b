package dev.maptick.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class StallDutyTest {
    private static final long SECOND = 1_000_000_000;

    @Test
    @DisplayName("often while workers are busy, seldom while they are not, ever more seldom while nothing ticks")
    void pace() {
        long most = StallDuty.IDLE_PACE_NS;
        assertThat(StallDuty.paceNs(most, most, 100, SECOND / 20, SECOND)).isEqualTo(StallDuty.BUSY_PACE_NS);
        assertThat(StallDuty.paceNs(most, most, 100, SECOND / 21, SECOND)).isEqualTo(StallDuty.PACE_NS);
        assertThat(StallDuty.paceNs(StallDuty.BUSY_PACE_NS, most, 0, 0, SECOND)).isEqualTo(2 * StallDuty.BUSY_PACE_NS);
        assertThat(StallDuty.paceNs(most - 1, most, 0, 0, SECOND)).isEqualTo(most);
    }

    @Test
    @DisplayName("the reason is named that explains half of it; no part is told as longer than the whole")
    void reasons() {
        assertThat(StallReason.UNKNOWN.text(3 * SECOND)).contains("3.00 s", "no counter tells why");
        assertThat(new StallReason(0, 0, 2_900_000_000L).text(3 * SECOND)).contains("hypervisor", "2.90 s stolen");
        assertThat(new StallReason(0, 5 * SECOND, 0).text(SECOND)).contains("CPU quota", "1.00 s throttled");
        assertThat(new StallReason(SECOND / 2, 0, -1).text(SECOND)).contains("garbage collector", "500 ms garbage");
        assertThat(new StallReason(SECOND / 2 - 1, 0, 0).text(SECOND)).contains("no counter");
    }
}
