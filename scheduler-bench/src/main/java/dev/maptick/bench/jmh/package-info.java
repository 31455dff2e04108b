/** JMH benchmarks of single parts. Nobody calls them but JMH. */
@NullMarked
package dev.maptick.bench.jmh;

import org.jspecify.annotations.NullMarked;
