package dev.maptick.server.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.core.Placement;
import dev.maptick.core.ShutdownReport;
import dev.maptick.core.ThreadPlan;
import dev.maptick.core.TickOptions;
import dev.maptick.core.TickState;
import dev.maptick.maps.HostReport;
import dev.maptick.maps.tasks.TaskPoolReport;
import dev.maptick.server.world.VisitorDirectory;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RunReportTest {
    private static final ThreadPlan PLAN = new ThreadPlan(4, 1, 2, List.of());
    private static final HostReport MAPS = new HostReport(
            Duration.ofMillis(10), 3, Map.of(), List.of(), Map.of(), new TaskPoolReport(0, 0, List.of()));
    private static final StopReport CLEAN =
            new StopReport(MAPS, new ShutdownReport(Duration.ofMillis(2), 0, 0, List.of(), List.of()));
    private static final Activity ACTIVITY = new Activity(
            3,
            2,
            new Activity.Thinks(4_000, 0),
            new Activity.Posts(1_001, 7, 1),
            new Activity.Tasks(30, 2, 30),
            new Activity.Saves(60, 0, 900, 45_000, 2));
    private static final VisitorDirectory.Counts ALL_OUT = new VisitorDirectory.Counts(1_000, 1_000, 0, 0, 8);
    private static final RunSummary.Replication SENT = new RunSummary.Replication(10, 2_000, 30_000);
    private static final GridCheck GRID = new GridCheck(3, List.of());

    @Test
    void showsBothTablesWithAlignedColumns() {
        Figures figures =
                new Figures().house("house-1", 100).house("house-2", 100).dungeon("dungeon-1", 2_000);
        Mark begin = figures.mark(0, 0);
        Mark warm = figures.run(5).mark(100, 400);
        Mark end = figures.run(10).mark(300, 1_200);

        String report = RunReport.of(summary(begin, warm, end));

        assertThat(report)
                .matches("[\\x20-\\x7e\\n]*")
                .contains("First 5.00 s (opening and warm-up)", "After that (10.0 s)");
        List<String> lines =
                report.lines().filter(line -> line.startsWith("  ")).toList();
        List<String> heads =
                lines.stream().filter(line -> line.contains("placement")).toList();
        assertThat(heads).hasSize(2);
        String after = report.substring(report.indexOf("After that"));
        assertThat(after).containsPattern("dungeon +dedicated +1 +400 +0 +0 +2,000 ");
        assertThat(after).containsPattern("house +pool +2 +400 +0 +0 +100 ");
        // All the pool's processor time is the houses', all of the dedicated threads' the dungeon's.
        assertThat(after.lines().filter(line -> line.contains("house")))
                .singleElement()
                .asString()
                .endsWith("  0.20");
        assertThat(after.lines().filter(line -> line.contains("  dungeon")))
                .singleElement()
                .asString()
                .endsWith("  0.80");
        int end1 = after.lines()
                .filter(line -> line.contains("placement"))
                .findFirst()
                .orElseThrow()
                .length();
        assertThat(after.lines().filter(line -> line.matches("  (house|dungeon) .*")))
                .hasSize(2)
                .allSatisfy(line -> assertThat(line).hasSize(end1));
    }

    @Test
    void endsWithWhatHappened() {
        Figures figures = new Figures().house("house-1", 100);
        Mark begin = figures.mark(0, 0);
        Mark warm = figures.run(5).mark(10, 0);
        Mark end = figures.run(5).mark(20, 0);

        assertThat(RunReport.of(summary(begin, warm, end)))
                .contains(
                        "ended          by a test",
                        "threads        processors 4, pool threads 1, dedicated threads up to 2",
                        "pool use       0.200 % of 1 thread in ticks, 0.200 % on a processor",
                        "faults         0",
                        "skipped        0.0 % of the deadlines on pool threads",
                        "replicated     2,000 changes, 30,000 bytes, in 10 updates",
                        "visitors       1,000 in, 1,000 out, 0 still inside",
                        "posts          1,001 accepted, 7 refused; 1 visitor found a map full",
                        "asleep         0 of 0 maps before the stop",
                        "thinks         4,000, 0 faults",
                        "tasks          30 accepted, 2 refused, 30 finished",
                        "saves          60 written, 0 failed; maps stood still for p50 0.9 us, max 45.0 us",
                        "loaded         2 of 3 maps",
                        "shutdown       clean: 3 maps stopped in 12 ms, 0 unfinished",
                        "grid equation  3 of 3 maps",
                        "verdict        good")
                .doesNotContain("why:");
    }

    @Test
    void aRunWithoutMapsHasATableWithoutLines() {
        Figures figures = new Figures();
        Mark begin = figures.mark(0, 0);
        Mark end = figures.run(2).mark(0, 0);

        assertThat(RunReport.of(new RunSummary(
                        "by a test",
                        1,
                        PLAN,
                        Interval.between(begin, end, 1),
                        null,
                        CLEAN,
                        new VisitorDirectory.Counts(0, 0, 0, 0, 0),
                        new RunSummary.Replication(0, 0, 0),
                        Activity.NONE,
                        new GridCheck(0, List.of()))))
                .contains(
                        "no second table", "pool use       0.0 %", "grid equation  0 of 0 maps", "verdict        good");
    }

    @Test
    void saysWhyAPoolThatWasTooSmallSkippedAndWhatToDo() {
        Figures figures = new Figures();
        for (int i = 0; i < 10; i++) {
            figures.house("house-" + i, 10_000);
        }
        Mark begin = figures.mark(0, 0);
        Mark warm = figures.run(5).mark(4_900, 0);
        Mark end = figures.run(10).mark(14_700, 0);

        assertThat(RunReport.of(summary(begin, warm, end)))
                .contains("skipped        50.0 % of the deadlines on pool threads", "do:  raise --pool")
                .containsPattern(
                        "why: the pool is saturated: its maps ask for 19[0-9].[0-9] % of its time, and it was on a processor for 97");
    }

    @Test
    void saysWhenOtherWorkHeldTheProcessors() {
        Figures figures = new Figures();
        for (int i = 0; i < 10; i++) {
            figures.house("house-" + i, 10_000);
        }
        Mark begin = figures.mark(0, 0);
        Mark warm = figures.run(5).mark(1_000, 0);
        Mark end = figures.run(10).mark(3_000, 0);

        assertThat(RunReport.of(summary(begin, warm, end)))
                .containsPattern(
                        "why: other work held the processors: the pool's maps ask for only 39\\.[0-9] % of its time");
    }

    @Test
    void sharesOutProcessorTimeByTimeInTicks() {
        Figures figures = new Figures().house("a", 300);
        figures.time
                .scheduler()
                .register(
                        "b",
                        TickOptions.every(Duration.ofMillis(50)).group("hut"),
                        tick -> figures.time.spend(Duration.ofNanos(100_000)));
        Mark begin = figures.mark(0, 0);
        Mark end = figures.run(10).mark(1_000, 0);
        Interval interval = Interval.between(begin, end, 1);

        assertThat(interval.cpuSeconds(
                        interval.metrics().row("house", Placement.POOL).orElseThrow()))
                .isEqualTo(0.75);
        assertThat(interval.cpuSeconds(
                        interval.metrics().row("hut", Placement.POOL).orElseThrow()))
                .isEqualTo(0.25);
    }

    @Test
    void isNotGoodWhenAnythingDoesNotAddUp() {
        Figures figures = new Figures().house("house-1", 100);
        Mark begin = figures.mark(0, 0);
        Interval interval = Interval.between(begin, figures.run(1).mark(0, 0), 1);
        ShutdownReport stuck = new ShutdownReport(
                Duration.ofSeconds(10),
                2,
                0,
                List.of(new ShutdownReport.Unfinished(
                        "house-1",
                        "house",
                        TickState.RUNNING,
                        "maptick-pool-0",
                        List.of(new StackTraceElement("game.House", "cook", "House.java", 7)))),
                List.of("maptick-pool-0"));
        GridCheck broken = new GridCheck(3, List.of("\"house-2\": 1 ticks + 1 skipped + 0 suspended = 2, consumed 3"));

        RunSummary notStopped = new RunSummary(
                "x", 1, PLAN, interval, null, new StopReport(MAPS, stuck), ALL_OUT, SENT, ACTIVITY, GRID);
        RunSummary notOut = new RunSummary(
                "x", 1, PLAN, interval, null, CLEAN, new VisitorDirectory.Counts(5, 4, 1, 0, 0), SENT, ACTIVITY, GRID);
        RunSummary notEqual = new RunSummary("x", 1, PLAN, interval, null, CLEAN, ALL_OUT, SENT, ACTIVITY, broken);

        assertThat(List.of(notStopped, notOut, notEqual)).noneMatch(RunSummary::isGood);
        assertThat(RunReport.of(notStopped))
                .contains(
                        "not clean",
                        "\"house-1\": still inside its tick",
                        "\n                   at game.House.cook",
                        "NOT GOOD");
        assertThat(RunReport.of(notOut)).contains("5 in, 4 out, 1 still inside", "NOT GOOD");
        assertThat(RunReport.of(notEqual)).contains("grid equation  2 of 3 maps", "broken: \"house-2\"", "NOT GOOD");
    }

    @Test
    void namesTheFirstMapsThatDidNotFinishAndCountsTheRest() {
        Figures figures = new Figures().house("house-1", 100);
        Mark begin = figures.mark(0, 0);
        Interval interval = Interval.between(begin, figures.run(1).mark(0, 0), 1);
        List<ShutdownReport.Unfinished> unfinished = IntStream.rangeClosed(1, 2_000)
                .mapToObj(i ->
                        new ShutdownReport.Unfinished("house-" + i, "house", TickState.LAST_WAITING, null, List.of()))
                .toList();
        ShutdownReport late = new ShutdownReport(Duration.ZERO, 0, 1, unfinished, List.of());

        String report = RunReport.of(new RunSummary(
                "x", 1, PLAN, interval, null, new StopReport(MAPS, late), ALL_OUT, SENT, ACTIVITY, GRID));

        assertThat(report)
                .contains(
                        "not clean: 3 maps stopped in 10 ms, 2,000 unfinished",
                        "1 last tick threw",
                        "\"house-10\": its last task found no free thread",
                        "and 1,990 more")
                .doesNotContain("\"house-11\"");
    }

    @Test
    void namesMapsThatFailedOrWereNotSaved() {
        Interval interval =
                Interval.between(new Figures().mark(0, 0), new Figures().run(1).mark(0, 0), 1);
        HostReport maps = new HostReport(
                Duration.ZERO,
                2,
                Map.of("house-1", new IllegalStateException("the roof fell in")),
                List.of(),
                Map.of("house-2", new IOException("disk full")),
                new TaskPoolReport(0, 0, List.of()));
        RunSummary run = new RunSummary(
                "x", 1, PLAN, interval, null, new StopReport(maps, CLEAN.scheduler()), ALL_OUT, SENT, ACTIVITY, GRID);

        assertThat(run.isGood()).isFalse();
        assertThat(RunReport.of(run))
                .contains(
                        "not clean: 2 maps stopped",
                        "house-1 failed: java.lang.IllegalStateException: the roof fell in",
                        "house-2 is not saved: java.io.IOException: disk full");
    }

    @Test
    void aThoughtThatThrewAndASaveThatFailedAreNotGood() {
        Activity badThought =
                new Activity(3, 0, new Activity.Thinks(1, 1), ACTIVITY.posts(), ACTIVITY.tasks(), ACTIVITY.saves());
        Activity badSave = new Activity(
                3, 0, ACTIVITY.thinks(), ACTIVITY.posts(), ACTIVITY.tasks(), new Activity.Saves(1, 1, 0, 0, 0));
        Interval interval =
                Interval.between(new Figures().mark(0, 0), new Figures().run(1).mark(0, 0), 1);

        assertThat(List.of(badThought, badSave))
                .noneMatch(activity ->
                        new RunSummary("x", 1, PLAN, interval, null, CLEAN, ALL_OUT, SENT, activity, GRID).isGood());
    }

    @Test
    void theLiveLineTellsOfTheLatestSecond() {
        Figures figures = new Figures().house("house-1", 100).house("house-2", 100);
        figures.run(3);
        Mark from = figures.mark(0, 0);
        figures.activity = ACTIVITY;
        Mark to = figures.run(1).mark(0, 0);

        assertThat(LiveLine.of(3.9996, Interval.between(from, to, 1)))
                .isEqualTo("    4 s  3 maps, 2 asleep  0 skipped  0 faults  late p99 0.0 us  pool 0 %"
                        + "  each second: 40 ticks, 4,000 thinks, 1,001 posts, 30 tasks, 60 saves");
    }

    private static RunSummary summary(Mark begin, Mark warm, Mark end) {
        return new RunSummary(
                "by a test",
                1,
                PLAN,
                Interval.between(begin, warm, 1),
                Interval.between(warm, end, 1),
                CLEAN,
                ALL_OUT,
                SENT,
                ACTIVITY,
                GRID);
    }
}
