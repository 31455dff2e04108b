package dev.maptick.server.world.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.maptick.server.tiled.DrawnMap;
import dev.maptick.server.tiled.FloorPlan;
import dev.maptick.server.tiled.ShippedWorlds;
import java.lang.management.ManagementFactory;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PathFinderTest {

    private static final int UNREACHED = -1;

    @Test
    void walksRoundAWall() {
        PathFinder finder = new PathFinder(DrawnMap.ofRows("...", "##.", "..."));

        assertThat(finder.find(0, 0, 0, 2)).isEqualTo(PathResult.FOUND);

        assertThat(steps(finder)).isEqualTo("(1,0)(2,0)(2,1)(2,2)(1,2)(0,2)");
    }

    @Test
    void runsStraightForTheGoalOnOpenFloor() {
        String[] rows = new String[40];
        Arrays.fill(rows, ".".repeat(40));
        PathFinder finder = new PathFinder(DrawnMap.ofRows(rows));

        assertThat(finder.find(2, 3, 37, 30)).isEqualTo(PathResult.FOUND);

        assertThat(finder.length()).isEqualTo(62);
        assertThat(finder.expanded()).isEqualTo(62);
    }

    @Test
    void thePathToTheStartIsEmpty() {
        PathFinder finder = new PathFinder(DrawnMap.ofRows(".."));

        assertThat(finder.find(1, 0, 1, 0)).isEqualTo(PathResult.FOUND);
        assertThat(finder.length()).isZero();
        assertThatThrownBy(() -> finder.stepX(0)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void tellsUnreachableWithoutSearching() {
        PathFinder finder = new PathFinder(DrawnMap.ofRows("..#..", "..#.."));

        assertThat(finder.find(0, 0, 4, 1)).isEqualTo(PathResult.UNREACHABLE);
        assertThat(finder.find(0, 0, 2, 0)).isEqualTo(PathResult.UNREACHABLE);
        assertThat(finder.find(2, 0, 2, 0)).isEqualTo(PathResult.UNREACHABLE);
        assertThat(finder.find(-1, 0, 0, 0)).isEqualTo(PathResult.UNREACHABLE);
        assertThat(finder.find(0, 0, 0, Integer.MAX_VALUE)).isEqualTo(PathResult.UNREACHABLE);
        assertThat(finder.expanded()).isZero();
        assertThat(finder.budgetHits()).isZero();
    }

    @Test
    void doesNotCutCorners() {
        PathFinder finder = new PathFinder(DrawnMap.ofRows(".#", "#."));

        assertThat(finder.find(0, 0, 1, 1)).isEqualTo(PathResult.UNREACHABLE);
    }

    @Test
    void tellsAndCountsASpentBudget() {
        FloorPlan plan = DrawnMap.ofRows(".....", "####.", ".....");
        PathFinder finder = new PathFinder(plan, 9);

        assertThat(finder.find(0, 0, 0, 2)).isEqualTo(PathResult.OUT_OF_BUDGET);
        assertThat(finder.expanded()).isEqualTo(9);
        assertThat(finder.length()).isZero();
        assertThat(finder.find(0, 0, 1, 2)).isEqualTo(PathResult.FOUND);
        assertThat(finder.length()).isEqualTo(9);
        assertThat(finder.searches()).isEqualTo(2);
        assertThat(finder.budgetHits()).isEqualTo(1);
    }

    @Test
    void marksOfOldSearchesDoNotReturnWhenTheirNumberWraps() {
        PathFinder finder = new PathFinder(DrawnMap.ofRows("...", "##.", "..."));
        // This search leaves its number, 1, in the marks; the next one, after the wrap, bears it again.
        finder.find(0, 0, 0, 2);
        finder.search = PathFinder.LAST_SEARCH;

        for (int i = 0; i < 4; i++) {
            assertThat(finder.find(0, 0, 0, 2)).isEqualTo(PathResult.FOUND);
            assertThat(finder.length()).isEqualTo(6);
        }
        assertThat(finder.search).isEqualTo(4);
    }

    @Test
    void refusesABudgetBelowOne() {
        FloorPlan plan = DrawnMap.ofRows("..");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PathFinder(plan, 0))
                .withMessage("budget=0; allowed: at least 1 tile per search");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void isAsShortAsBreadthFirstSearchOnRandomGrids(long seed) {
        Random random = new Random(seed);
        for (int grid = 0; grid < 100; grid++) {
            FloorPlan plan = randomPlan(random);
            PathFinder finder = new PathFinder(plan, plan.width() * plan.height());
            for (int search = 0; search < 20; search++) {
                int fromX = random.nextInt(plan.width());
                int fromY = random.nextInt(plan.height());
                int[] distance = breadthFirst(plan, fromX, fromY);
                int toX = random.nextInt(plan.width());
                int toY = random.nextInt(plan.height());
                int expected = distance[toY * plan.width() + toX];

                PathResult result = finder.find(fromX, fromY, toX, toY);

                String what = "seed " + seed + " grid " + grid + " search " + search;
                assertThat(result)
                        .as(what)
                        .isEqualTo(expected == UNREACHED ? PathResult.UNREACHABLE : PathResult.FOUND);
                assertThat(finder.length()).as(what).isEqualTo(Math.max(expected, 0));
                // each tile is expanded once at most
                assertThat(finder.expanded()).as(what).isLessThanOrEqualTo(plan.walkableTiles());
                assertStepsConnect(finder, plan, fromX, fromY, toX, toY, what);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"house-small", "dungeon"})
    void allocatesNothingOnceWarm(String world) {
        FloorPlan plan = ShippedWorlds.load(world);
        PathFinder finder = new PathFinder(plan);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        int warm = searchAll(finder, plan);
        // The first reading allocates inside the bean itself.
        threads.getCurrentThreadAllocatedBytes();

        long before = threads.getCurrentThreadAllocatedBytes();
        int again = searchAll(finder, plan);
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;

        assertThat(again).isEqualTo(warm).isPositive();
        assertThat(allocated).isZero();
    }

    @Test
    void costsASmallPlanLittleMemory() {
        FloorPlan plan = ShippedWorlds.load("house-small");
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        searchAll(new PathFinder(plan), plan);

        long before = threads.getCurrentThreadAllocatedBytes();
        PathFinder finder = new PathFinder(plan);
        long idle = threads.getCurrentThreadAllocatedBytes() - before;
        searchAll(finder, plan);
        long used = threads.getCurrentThreadAllocatedBytes() - before;

        assertThat(idle).isLessThan(300);
        assertThat(used).isLessThan(4_096);
    }

    /** From every resident to every door and spawn; the sum of the lengths. */
    private static int searchAll(PathFinder finder, FloorPlan plan) {
        int sum = 0;
        for (int i = 0; i < plan.residents().size(); i++) {
            for (int j = 0; j < plan.doors().size(); j++) {
                finder.find(
                        plan.residents().get(i).x(),
                        plan.residents().get(i).y(),
                        plan.doors().get(j).x(),
                        plan.doors().get(j).y());
                sum += finder.length();
            }
        }
        return sum;
    }

    private static FloorPlan randomPlan(Random random) {
        int width = 1 + random.nextInt(24);
        int height = 1 + random.nextInt(24);
        double density = random.nextDouble() * 0.6;
        String[] rows = new String[height];
        for (int y = 0; y < height; y++) {
            StringBuilder row = new StringBuilder();
            for (int x = 0; x < width; x++) {
                // one tile stays free, since a map without any is refused
                row.append(x + y > 0 && random.nextDouble() < density ? '#' : '.');
            }
            rows[y] = row.toString();
        }
        return DrawnMap.ofRows(rows);
    }

    private static int[] breadthFirst(FloorPlan plan, int fromX, int fromY) {
        int[] distance = new int[plan.width() * plan.height()];
        Arrays.fill(distance, UNREACHED);
        if (plan.blocked(fromX, fromY)) {
            return distance;
        }
        ArrayDeque<Integer> open = new ArrayDeque<>();
        distance[fromY * plan.width() + fromX] = 0;
        open.add(fromY * plan.width() + fromX);
        int[][] moves = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
        while (!open.isEmpty()) {
            int tile = open.remove();
            for (int[] move : moves) {
                int x = tile % plan.width() + move[0];
                int y = tile / plan.width() + move[1];
                if (!plan.blocked(x, y) && distance[y * plan.width() + x] == UNREACHED) {
                    distance[y * plan.width() + x] = distance[tile] + 1;
                    open.add(y * plan.width() + x);
                }
            }
        }
        return distance;
    }

    private static void assertStepsConnect(
            PathFinder finder, FloorPlan plan, int fromX, int fromY, int toX, int toY, String what) {
        int x = fromX;
        int y = fromY;
        for (int step = 0; step < finder.length(); step++) {
            int nextX = finder.stepX(step);
            int nextY = finder.stepY(step);
            assertThat(Math.abs(nextX - x) + Math.abs(nextY - y)).as(what).isEqualTo(1);
            assertThat(plan.blocked(nextX, nextY)).as(what).isFalse();
            x = nextX;
            y = nextY;
        }
        if (finder.length() > 0) {
            assertThat(x).as(what).isEqualTo(toX);
            assertThat(y).as(what).isEqualTo(toY);
        }
    }

    private static String steps(PathFinder finder) {
        StringBuilder steps = new StringBuilder();
        for (int i = 0; i < finder.length(); i++) {
            steps.append('(')
                    .append(finder.stepX(i))
                    .append(',')
                    .append(finder.stepY(i))
                    .append(')');
        }
        return steps.toString();
    }
}
