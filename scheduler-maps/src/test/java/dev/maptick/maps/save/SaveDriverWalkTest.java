package dev.maptick.maps.save;

import static dev.maptick.maps.save.SaveWorld.ms;
import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.maps.save.SaveWorld.House;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Nothing is ever late. Two worlds go through the same random walk of openings, changes, faults, closes and pauses; in one
 * the driver asks at every step, in the other only when the time told has come or when it was called. After each step both
 * must have done exactly the same, to the last count. A time set and not told would show as a world that lags behind.
 */
class SaveDriverWalkTest {
    private static final SaveOptions OPTIONS = SaveOptions.defaults()
            .withInterval(Duration.ofSeconds(2))
            .withAtOnce(2)
            .withRetries(3, Duration.ofMillis(20), Duration.ofMillis(200))
            .withCaptureLimit(Duration.ofMillis(300));

    @Test
    void aDriverThatSleepsAsToldIsNeverLate() throws IOException {
        walks(new SplittableRandom().nextLong(), 12, 2_500);
    }

    @Test
    @Tag("soak")
    void norInALongRun() throws IOException {
        walks(new SplittableRandom().nextLong(), 1_000, 10_000);
    }

    private static void walks(long firstSeed, int walks, int steps) throws IOException {
        long polled = 0;
        long asked = 0;
        long dormant = 0;
        SaveLedger sum = new SaveLedger();
        for (int i = 0; i < walks; i++) {
            long seed = firstSeed + i;
            Walk polls = new Walk(seed, true);
            Walk sleeps = new Walk(seed, false);
            for (int step = 0; step < steps; step++) {
                polls.step(step);
                sleeps.step(step);
                assertThat(sleeps.picture()).as("seed %s, step %s", seed, step).isEqualTo(polls.picture());
                dormant += sleeps.world.stats().dormant();
            }
            polls.end();
            sleeps.end();
            assertThat(sleeps.picture()).as("seed %s, the end", seed).isEqualTo(polls.picture());
            polled += polls.driver.asked;
            asked += sleeps.driver.asked;
            SaveStats stats = sleeps.world.stats();
            sum.written += stats.written();
            sum.retried += stats.retried();
            sum.failed += stats.failed();
            sum.withdrawn += stats.withdrawn();
            sum.unprepared += stats.unprepared();
            sum.waited += stats.waited();
        }
        // The walks went where they were meant to go.
        assertThat(List.of(sum.written, sum.retried, sum.failed, sum.withdrawn, sum.unprepared, sum.waited, dormant))
                .as("seeds from %s", firstSeed)
                .allMatch(count -> count > 10);
        assertThat(asked).isLessThan(polled / 2);
    }

    /** One world on its walk. Draws the same numbers whatever its driver does. */
    private static final class Walk {
        final SaveWorld world;
        final SaveDriver driver;
        private final boolean polls;
        private final SplittableRandom random;
        private final List<House> houses = new ArrayList<>();
        private final List<CompletableFuture<SaveOutcome>> ends = new ArrayList<>();
        private int opened;

        Walk(long seed, boolean polls) {
            this.polls = polls;
            random = new SplittableRandom(seed);
            world = new SaveWorld(OPTIONS, random.nextLong());
            driver = new SaveDriver(world);
            driver.ask();
        }

        void step(int step) throws IOException {
            // Stretches of bustle and stretches of nothing.
            boolean quiet = step / 100 % 2 == 1;
            world.nowNs += quiet ? random.nextLong(ms(500)) : random.nextLong(ms(20));
            drive();
            int dice = random.nextInt(100);
            if (dice < 3 && opened < 400) {
                houses.add(random.nextBoolean() ? world.open("h" + opened) : world.openTracked("h" + opened));
                opened++;
            } else if (!houses.isEmpty()) {
                act(houses.get(random.nextInt(houses.size())), quiet ? dice + 100 : dice);
            }
            drive();
            int tasks = random.nextInt(4);
            for (int i = 0; i < tasks && !world.tasks.isEmpty(); i++) {
                world.runTask();
                drive();
            }
            world.woken.clear();
            world.checkBooks();
        }

        private void act(House house, int dice) {
            switch (dice) {
                case 3 -> leave(house, house.close());
                case 4 -> leave(house, house.saving.abandon());
                case 5, 6, 7 -> world.failures = random.nextInt(5);
                case 8 -> world.full = !world.full;
                case 9 -> house.prepareFault = house.prepareFault == null ? new IOException("prepare") : null;
                case 10 -> house.captureFault = house.captureFault == null ? new IOException("capture") : null;
                case 11 -> house.encodeFault = house.encodeFault == null ? new IOException("encode") : null;
                case 12 -> house.pauseNs = random.nextLong(ms(50));
                case 13, 14, 15, 16, 17, 18 -> house.saving.markChanged();
                default -> {
                    // In quiet stretches most houses sleep; those wanted tick.
                    if (dice < 100 || house.saving.isWanted()) {
                        house.tick();
                    }
                }
            }
        }

        private void leave(House house, CompletableFuture<SaveOutcome> end) {
            houses.remove(house);
            ends.add(end);
        }

        private void drive() {
            if (polls) {
                driver.ask();
            } else {
                driver.step();
            }
        }

        /** Everything closes, and the driver goes on until all is written. */
        void end() {
            for (House house : List.copyOf(houses)) {
                leave(house, house.close());
                drive();
            }
            world.full = false;
            for (int i = 0; i < 100_000 && !ends.stream().allMatch(CompletableFuture::isDone); i++) {
                world.nowNs += ms(1);
                drive();
                world.runTasks();
                drive();
            }
            assertThat(ends).allMatch(CompletableFuture::isDone);
            assertThat(world.stats().maps()).isZero();
            assertThat(world.stats().inFlight()).isZero();
            assertThat(world.stats().dormant()).isZero();
            assertThat(world.tasks).isEmpty();
            driver.ask();
            assertThat(driver.nextNs()).isEqualTo(SaveCoordinator.NOTHING_DUE);
        }

        String picture() {
            int events = world.events.size();
            return world.nowNs + " " + world.tasks.size() + " " + world.stats() + " " + events + " "
                    + world.events.subList(Math.max(0, events - 3), events);
        }
    }
}
