/**
 * JMH benchmarks of single parts, on one thread, without waiting. What they leave out (wake-ups, other threads, the work of a
 * map) the scenarios measure.
 *
 * <pre>
 *   JmhMain ──► JMH ──► a JVM for each: dev.maptick.core.QueueBenchmark   a turn in wheel, heap, PriorityQueue
 *                                       DispatchBenchmark                 a whole empty tick of the stepped scheduler
 *                                       MailboxBenchmark                  a post and its run
 *                                       TimerBenchmark                    timers: start, fire, cancel, nothing due
 * </pre>
 *
 * After a build of the module, from its directory:
 *
 * <pre>
 *   java -cp 'target/classes:target/lib/*' dev.maptick.bench.jmh.JmhMain [-l] [REGEX…] [JMH's options, as in -f 3 -prof gc]
 * </pre>
 */
@NullMarked
package dev.maptick.bench.jmh;

import org.jspecify.annotations.NullMarked;
