package dev.maptick.core;

import com.sun.management.OperatingSystemMXBean;
import dev.maptick.core.spi.DeadlineWaiter;
import dev.maptick.core.spi.NanoClock;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Measures what the wait modes cost and give: one thread that waits for each point of a grid and does nothing else. A
 * program, not a test; the figures it printed last are in docs/decisions.md.
 *
 * <p>Arguments: seconds for each measurement, rounds, then grids in microseconds; {@code --sweep} before them tries
 * quantiles and caps in place of the modes as they are. Rounds go through all variants in turn, and medians over the rounds
 * are printed: the share of one processor that the thread and the process took, and lateness.
 */
final class WaitProbe {
    private static final long WARM_UP_NS = 400_000_000;

    private record Variant(String name, WaitMode mode, SpinPolicy policy, boolean slack) {
        WaitControl control() {
            ProcFs procFs = slack ? ProcFs.ofSystem() : new ProcFs(Path.of("/none"));
            return new WaitControl(mode, policy, policy != null, "", NanoClock.SYSTEM, procFs, WaitMachine.SYSTEM);
        }
    }

    private record Row(double threadCores, double processCores, double spunShare, long p50, long p90, long p99) {}

    private WaitProbe() {}

    /** Measures and prints. */
    public static void main(String[] args) throws Exception {
        boolean sweep = args.length > 0 && args[0].equals("--sweep");
        int at = sweep ? 1 : 0;
        double seconds = Double.parseDouble(args[at]);
        int rounds = Integer.parseInt(args[at + 1]);
        List<Variant> variants = sweep ? sweep() : modes();
        for (int grid = at + 2; grid < args.length; grid++) {
            long gridNs = Long.parseLong(args[grid]) * 1_000;
            List<List<Row>> rows = new ArrayList<>();
            variants.forEach(v -> rows.add(new ArrayList<>()));
            for (int round = 0; round < rounds; round++) {
                for (int i = 0; i < variants.size(); i++) {
                    rows.get(i).add(onItsOwnThread(variants.get(i), gridNs, (long) (seconds * 1e9)));
                }
            }
            System.out.printf("grid %s us%n", args[grid]);
            for (int i = 0; i < variants.size(); i++) {
                print(variants.get(i), rows.get(i));
            }
        }
    }

    private static List<Variant> modes() {
        List<Variant> variants = new ArrayList<>();
        variants.add(new Variant("EFFICIENT, slack 50 us", WaitMode.EFFICIENT, null, false));
        for (WaitMode mode : WaitMode.values()) {
            variants.add(new Variant(mode.name(), mode, SpinPolicy.of(mode, false), true));
        }
        return variants;
    }

    private static List<Variant> sweep() {
        List<Variant> variants = new ArrayList<>();
        for (int quantile : new int[] {500, 600, 700, 800, 900, 950, 980}) {
            variants.add(sweep(quantile, 200));
        }
        for (int cap : new int[] {50, 75, 100, 150, 300}) {
            variants.add(sweep(950, cap));
        }
        return variants;
    }

    private static Variant sweep(int quantile, int capUs) {
        return new Variant(
                "quantile 0." + quantile / 10 + " cap " + capUs + " us",
                WaitMode.PRECISE,
                new SpinPolicy(quantile, capUs * 1_000L, capUs * 1_000L, 2),
                true);
    }

    private static Row onItsOwnThread(Variant variant, long gridNs, long ns) throws InterruptedException {
        Row[] row = new Row[1];
        Thread thread = new Thread(() -> row[0] = measure(variant.control(), gridNs, ns), "probe");
        thread.start();
        thread.join();
        return row[0];
    }

    private static Row measure(WaitControl control, long gridNs, long ns) {
        DeadlineWaiter waiter = control.get();
        var threads = ManagementFactory.getThreadMXBean();
        var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long deadline = run(waiter, System.nanoTime() + gridNs, gridNs, new long[(int) (WARM_UP_NS / gridNs)]);
        long[] late = new long[(int) (ns / gridNs)];
        SpinPermit permit = control.permit();
        long spunBefore = permit == null ? 0 : permit.spunNs();
        long startNs = System.nanoTime();
        long cpuBefore = threads.getCurrentThreadCpuTime();
        long processBefore = system.getProcessCpuTime();
        run(waiter, deadline, gridNs, late);
        double tookNs = System.nanoTime() - startNs;
        double cores = (threads.getCurrentThreadCpuTime() - cpuBefore) / tookNs;
        double processCores = (system.getProcessCpuTime() - processBefore) / tookNs;
        double spun = permit == null ? 0 : (permit.spunNs() - spunBefore) / tookNs;
        Arrays.sort(late);
        return new Row(cores, processCores, spun, at(late, 0.5), at(late, 0.9), at(late, 0.99));
    }

    /** One wait for each element; points passed over are skipped. */
    private static long run(DeadlineWaiter waiter, long firstNs, long gridNs, long[] late) {
        long deadlineNs = firstNs;
        for (int i = 0; i < late.length; i++) {
            waiter.prepare();
            waiter.awaitUntil(deadlineNs);
            long nowNs = System.nanoTime();
            late[i] = nowNs - deadlineNs;
            deadlineNs += gridNs * (1 + Math.max(0, late[i]) / gridNs);
        }
        return deadlineNs;
    }

    private static long at(long[] sorted, double quantile) {
        return sorted[(int) (quantile * (sorted.length - 1))];
    }

    private static void print(Variant variant, List<Row> rows) {
        System.out.printf(
                Locale.ROOT,
                "  %-26s thread %.3f process %.3f spun %.3f cores   late p50 %.1f p90 %.1f p99 %.1f us%n",
                variant.name(),
                rows.stream().mapToDouble(Row::threadCores).sorted().toArray()[rows.size() / 2],
                rows.stream().mapToDouble(Row::processCores).sorted().toArray()[rows.size() / 2],
                rows.stream().mapToDouble(Row::spunShare).sorted().toArray()[rows.size() / 2],
                rows.stream().mapToLong(Row::p50).sorted().toArray()[rows.size() / 2] / 1e3,
                rows.stream().mapToLong(Row::p90).sorted().toArray()[rows.size() / 2] / 1e3,
                rows.stream().mapToLong(Row::p99).sorted().toArray()[rows.size() / 2] / 1e3);
    }
}
