package dev.maptick.bench;

import dev.maptick.bench.sim.SimColumn;
import dev.maptick.bench.sim.SimPlan;
import dev.maptick.bench.sim.SimResult;
import dev.maptick.bench.sim.SimScenario;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A series of simulations as text: Markdown that is also fit for a terminal. Pure functions. */
final class SimTable {
    private static final long FREE = SimPlan.WAKES_NS.get(0);
    private static final long DEAR = SimPlan.WAKES_NS.get(SimPlan.WAKES_NS.size() - 1);

    private SimTable() {}

    /** Every figure. */
    static String of(List<SimResult> results) {
        StringBuilder out = new StringBuilder();
        for (SimScenario scenario : SimScenario.values()) {
            List<List<String>> lines = new ArrayList<>();
            lines.add(Arrays.stream(SimColumn.values()).map(SimColumn::label).toList());
            results.stream()
                    .filter(result -> result.plan().scenario() == scenario)
                    .map(SimTable::cells)
                    .forEach(lines::add);
            if (lines.size() > 1) {
                out.append("**").append(scenario.label()).append("**: ").append(scenario.description());
                out.append("\n\n");
                append(out, lines);
                out.append('\n');
            }
        }
        return out.toString();
    }

    private static List<String> cells(SimResult result) {
        return Arrays.stream(SimColumn.values())
                .map(column -> column.of(result))
                .toList();
    }

    /** What says most, for fewest, middle and most workers: the table of the documentation. */
    static String shortOf(List<SimResult> results) {
        List<Integer> workers = results.stream()
                .map(result -> result.plan().workers())
                .distinct()
                .sorted()
                .toList();
        String dear = SimColumn.time(DEAR);
        List<List<String>> lines = new ArrayList<>();
        lines.add(List.of(
                "scenario",
                "workers",
                "p99 ideal",
                "p99",
                "p99, " + dear,
                "wake-ups a tick",
                dear,
                "calls a tick, " + dear,
                "stolen, " + dear,
                "active ideal",
                "active",
                dear,
                "Jain ideal",
                "Jain",
                "due beside a parked worker, " + dear));
        for (SimScenario scenario : SimScenario.values()) {
            for (int n : some(workers)) {
                Optional<SimResult> free = find(results, scenario, n, FREE);
                Optional<SimResult> dearly = find(results, scenario, n, DEAR);
                if (free.isPresent() && dearly.isPresent()) {
                    lines.add(shortLine(free.get(), dearly.get()));
                }
            }
        }
        StringBuilder out = new StringBuilder();
        append(out, lines);
        return out.toString();
    }

    private static List<String> shortLine(SimResult free, SimResult dear) {
        return List.of(
                free.plan().scenario().label(),
                SimColumn.WORKERS.of(free),
                SimColumn.time(free.ideal().delay().p99Ns()),
                SimColumn.time(free.ours().delay().p99Ns()),
                SimColumn.time(dear.ours().delay().p99Ns()),
                SimColumn.WAKE_UPS.of(free),
                SimColumn.WAKE_UPS.of(dear),
                SimColumn.CALLS.of(dear),
                SimColumn.STOLEN.of(dear),
                Integer.toString(free.ideal().active()),
                Integer.toString(free.ours().active()),
                Integer.toString(dear.ours().active()),
                SimColumn.index(free.ideal().jain()),
                SimColumn.index(free.ours().jain()),
                SimColumn.LEFT_BEHIND.of(dear));
    }

    private static List<Integer> some(List<Integer> workers) {
        return workers.isEmpty()
                ? workers
                : List.of(workers.get(0), workers.get(workers.size() / 2), workers.get(workers.size() - 1)).stream()
                        .distinct()
                        .toList();
    }

    private static Optional<SimResult> find(List<SimResult> results, SimScenario scenario, int workers, long wakeNs) {
        return results.stream()
                .filter(result -> result.plan().scenario() == scenario
                        && result.plan().workers() == workers
                        && result.plan().wakeNs() == wakeNs)
                .findFirst();
    }

    private static void append(StringBuilder out, List<List<String>> lines) {
        int columns = lines.get(0).size();
        int[] widths = new int[columns];
        for (List<String> line : lines) {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], line.get(i).length());
            }
        }
        line(out, lines.get(0), widths);
        out.append(Arrays.stream(widths)
                        .mapToObj(width -> "-".repeat(width + 1) + ":")
                        .collect(Collectors.joining("|", "|", "|")))
                .append('\n');
        lines.stream().skip(1).forEach(line -> line(out, line, widths));
    }

    private static void line(StringBuilder out, List<String> cells, int[] widths) {
        for (int i = 0; i < widths.length; i++) {
            String cell = cells.get(i);
            out.append("| ")
                    .append(" ".repeat(widths[i] - cell.length()))
                    .append(cell)
                    .append(' ');
        }
        out.append("|\n");
    }
}
