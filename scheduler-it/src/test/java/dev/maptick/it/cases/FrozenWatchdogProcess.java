package dev.maptick.it.cases;

import dev.maptick.core.EventKind;
import dev.maptick.core.SchedulerEvent;
import dev.maptick.core.TickListener;
import dev.maptick.core.TickOptions;
import dev.maptick.core.TickScheduler;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/**
 * The process that {@link B43FreezeIT} stops and continues while one of its maps is inside a tick. Prints {@code INSIDE} from
 * there; once told that it was continued it lets the tick end, lets a watchdog's whole time go by in ticks of other maps, prints
 * how often each kind of event came, then has a tick that is stuck in earnest, and prints {@code DONE} when that is reported.
 */
final class FrozenWatchdogProcess {
    private FrozenWatchdogProcess() {}

    /**
     * Runs it.
     *
     * @param args none
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch continued = new CountDownLatch(1);
        CountDownLatch ticks = new CountDownLatch(50);
        CountDownLatch reported = new CountDownLatch(1);
        try (TickScheduler scheduler = TickScheduler.builder()
                .poolThreads(2)
                .watchdog(Duration.ofSeconds(2), Duration.ofSeconds(10))
                .start()) {
            scheduler.register("held", TickOptions.every(Duration.ofMillis(50)), tick -> {
                if (tick.number() == 1) {
                    inside.countDown();
                    continued.await();
                }
            });
            inside.await();
            System.out.println("INSIDE");
            boolean told = System.in.read() >= 0;
            continued.countDown();
            scheduler.register("other", TickOptions.every(Duration.ofMillis(50)), tick -> ticks.countDown());
            ticks.await();
            System.out.println("STUCK " + scheduler.events().count(EventKind.STUCK) + " REPLACED "
                    + scheduler.events().count(EventKind.REPLACED) + " told " + told);
            scheduler.addListener(new TickListener() {
                @Override
                public void onEvent(SchedulerEvent event) {
                    if (event.kind() == EventKind.STUCK) {
                        reported.countDown();
                    }
                }
            });
            CountDownLatch end = new CountDownLatch(1);
            scheduler.register("stuck", TickOptions.every(Duration.ofMillis(50)), tick -> end.await());
            reported.await();
            end.countDown();
        }
        System.out.println("DONE");
    }
}
