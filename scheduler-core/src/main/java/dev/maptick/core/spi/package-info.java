/**
 * The deterministic seam of the scheduler: everything it takes from outside in place of the system.
 *
 * <p>{@link dev.maptick.core.spi.NanoClock} tells the time, {@link dev.maptick.core.spi.DeadlineWaiter} makes a worker
 * wait, {@link dev.maptick.core.spi.Stagger} spreads first deadlines, and {@link dev.maptick.core.spi.TickStepper}
 * drives a scheduler that owns no threads at all. Embedders need none of this; {@code scheduler-testkit} builds virtual
 * time on it.
 */
@NullMarked
package dev.maptick.core.spi;

import org.jspecify.annotations.NullMarked;
