package dev.maptick.it.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.core.TickOptions;
import dev.maptick.core.TickScheduler;
import java.io.BufferedReader;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * B56 (druid#315): on a one-processor machine "cores minus something" gave a pool of 0. A real JVM told to see so many
 * processors starts with the right pool and ticks 20 maps without a fault.
 */
final class B56ProcessorsIT {
    @ParameterizedTest
    @CsvSource({"1, 1", "2, 1", "4, 1", "5, 2", "64, 61"})
    void thePoolIsProcessorsLessThreeAtLeastOne(int processors, int pool) throws Exception {
        Process process = ChildProcess.start(Main.class, "-XX:ActiveProcessorCount=" + processors);
        try (BufferedReader out = process.inputReader()) {
            assertThat(out.readLine()).isEqualTo("processors " + processors + " pool " + pool + " faults 0 clean true");
            assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isZero();
        } finally {
            process.destroyForcibly();
        }
    }

    /** The process under test. */
    static final class Main {
        private Main() {}

        /**
         * Ticks 20 maps twice each.
         *
         * @param args none
         */
        public static void main(String[] args) throws InterruptedException {
            TickScheduler scheduler = TickScheduler.builder().start();
            CountDownLatch ticks = new CountDownLatch(40);
            for (int i = 0; i < 20; i++) {
                scheduler.register("map-" + i, TickOptions.every(Duration.ofMillis(250)), t -> ticks.countDown());
            }
            ticks.await();
            long faults = scheduler.stats().faults();
            boolean clean = scheduler.shutdown(Duration.ofSeconds(5)).isClean();
            System.out.println("processors " + scheduler.threadPlan().processors() + " pool "
                    + scheduler.threadPlan().poolThreads() + " faults " + faults + " clean " + clean);
        }
    }
}
