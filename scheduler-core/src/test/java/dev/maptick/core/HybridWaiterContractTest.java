package dev.maptick.core;

import dev.maptick.core.spi.DeadlineWaiter;
import dev.maptick.core.spi.NanoClock;
import org.junit.jupiter.api.Nested;

/** The waiter of each mode keeps the waiter's contract. */
class HybridWaiterContractTest {
    private abstract static class OfMode extends DeadlineWaiterContractTest {
        private final WaitMode mode;

        OfMode(WaitMode mode) {
            this.mode = mode;
        }

        @Override
        DeadlineWaiter newWaiter(NanoClock clock) {
            return WaitControl.ofSystem(mode, 2, clock).get();
        }
    }

    @Nested
    class Efficient extends OfMode {
        Efficient() {
            super(WaitMode.EFFICIENT);
        }
    }

    @Nested
    class Balanced extends OfMode {
        Balanced() {
            super(WaitMode.BALANCED);
        }
    }

    @Nested
    class Precise extends OfMode {
        Precise() {
            super(WaitMode.PRECISE);
        }
    }
}
