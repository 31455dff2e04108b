package dev.maptick.core;

import dev.maptick.core.spi.DeadlineWaiter;
import dev.maptick.core.spi.NanoClock;

/** Parking keeps the waiter's contract. */
class ParkingWaiterTest extends DeadlineWaiterContractTest {
    @Override
    DeadlineWaiter newWaiter(NanoClock clock) {
        return new ParkingWaiter(clock);
    }
}
