/** Arithmetic that the measured and the simulated world share: {@link dev.maptick.bench.stats.Jain}. Knows neither. */
@NullMarked
package dev.maptick.bench.stats;

import org.jspecify.annotations.NullMarked;
