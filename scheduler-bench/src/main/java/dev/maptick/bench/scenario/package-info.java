/** What the contenders are put to: {@code plan} and {@code fork} look into {@link dev.maptick.bench.scenario.Scenario}. */
@NullMarked
package dev.maptick.bench.scenario;

import org.jspecify.annotations.NullMarked;
