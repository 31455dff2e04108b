package dev.maptick.it.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.it.cases.Houses.Script;
import dev.maptick.maps.Admission;
import dev.maptick.maps.MailboxLimits;
import dev.maptick.maps.MailboxStats;
import dev.maptick.maps.MapHandle;
import dev.maptick.maps.MapLimits;
import dev.maptick.maps.MapOptions;
import dev.maptick.maps.tasks.BackgroundPoolOptions;
import dev.maptick.testkit.SteppedScheduler;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** B28 (akka-core#527), through the host: a full mailbox refuses and says so, and takes posts again once it was drained. */
final class B28FullMailboxTest {
    private static MapOptions capacity(int posts) {
        return Houses.AT_ZERO.limits(MapLimits.defaults().withMailbox(new MailboxLimits(posts, 128, 1)));
    }

    @Test
    void fourOfTenAreTakenTheOthersAreTold() {
        Houses houses = new Houses(SteppedScheduler.builder().poolThreads(2), BackgroundPoolOptions.DEFAULT);
        try (houses) {
            Script map = new Script();
            map.tick = c -> houses.spend(30);
            MapHandle house = houses.open("house", capacity(4), map);
            houses.run(10);
            assertThat(houses.stepped.inFlight()).isOne();
            List<Integer> ran = new ArrayList<>();
            for (int round = 0; round < 2; round++) {
                ran.clear();
                List<Admission> answers = new ArrayList<>();
                for (int i = 0; i < 10; i++) {
                    int number = i;
                    answers.add(house.post(() -> {
                        ran.add(number);
                        if (number == 0) {
                            // The post that runs takes no place.
                            assertThat(house.workStats().mailbox().depth()).isEqualTo(3);
                        }
                    }));
                }
                assertThat(ran).isEmpty();
                assertThat(answers.subList(0, 4)).containsOnly(Admission.ACCEPTED);
                assertThat(answers.subList(4, 10)).containsOnly(Admission.FULL);
                assertThat(house.workStats().mailbox().depth()).isEqualTo(4);
                assertThat(house.workStats().mailbox().refusedFull()).isEqualTo(6L * (round + 1));
                houses.run(50);
                assertThat(ran).containsExactly(0, 1, 2, 3);
            }
            assertThat(house.workStats().mailbox().faults()).isZero();
        }
    }

    @Test
    void tenThreadsAreEachToldAndWhatWasTakenRuns() {
        try (Houses houses = new Houses()) {
            MapHandle house = houses.open("house", capacity(1_024), new Script());
            AtomicInteger taken = new AtomicInteger();
            AtomicInteger full = new AtomicInteger();
            AtomicInteger ran = new AtomicInteger();
            List<Thread> threads = new ArrayList<>();
            for (int t = 0; t < 10; t++) {
                threads.add(Houses.begin(() -> {
                    for (int i = 0; i < 1_000; i++) {
                        Admission answer = house.post(ran::incrementAndGet);
                        (answer == Admission.ACCEPTED ? taken : full).incrementAndGet();
                    }
                }));
            }
            // The map ticks while they post.
            while (threads.stream().anyMatch(Thread::isAlive)) {
                houses.run(50);
            }
            threads.forEach(Houses::join);
            houses.run(1_000);
            MailboxStats stats = house.workStats().mailbox();
            assertThat(taken.get() + full.get()).isEqualTo(10_000);
            assertThat(ran.get()).isEqualTo(taken.get());
            assertThat(stats.executed()).isEqualTo(taken.get());
            assertThat(stats.refusedFull()).isEqualTo(full.get());
            assertThat(stats.highWaterDepth()).isLessThanOrEqualTo(1_024);
        }
    }
}
