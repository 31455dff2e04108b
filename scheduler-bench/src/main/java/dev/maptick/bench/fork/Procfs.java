package dev.maptick.bench.fork;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.StringTokenizer;
import org.jspecify.annotations.Nullable;

/** The entries of Linux's procfs that the probe reads. Nothing here fails: a system without them has no answer. */
final class Procfs {
    private static final Path TASKS = Path.of("/proc/self/task");
    private static final Path THREAD = Path.of("/proc/thread-self");
    private static final Path MACHINE = Path.of("/proc/stat");
    private static final String SWITCHES = "voluntary_ctxt_switches:";
    private static final double JIFFIES_PER_SECOND = 100;

    /** Fields of the machine's line: user, nice, system, idle, iowait, irq, softirq, steal. */
    private static final int IDLE = 4;

    private static final int IOWAIT = 5;
    private static final int STEAL = 8;

    private Procfs() {}

    /** What takes in the threads of this process. */
    interface ThreadSink {
        /**
         * One thread.
         *
         * @param tid the system's number of it
         * @param cpuNs time on a processor so far
         * @param waits times it gave its processor up to wait
         */
        void accept(long tid, long cpuNs, long waits);
    }

    /** Goes through the threads; false if the system does not tell. */
    static boolean threads(ThreadSink sink) {
        try (DirectoryStream<Path> tasks = Files.newDirectoryStream(TASKS)) {
            for (Path task : tasks) {
                thread(task, sink);
            }
            return true;
        } catch (IOException | DirectoryIteratorException e) {
            return false;
        }
    }

    private static void thread(Path task, ThreadSink sink) throws IOException {
        String times = text(task.resolve("schedstat"));
        String status = text(task.resolve("status"));
        if (times == null || status == null) {
            // Ended meanwhile, or the system keeps no such times.
            if (Files.exists(task)) {
                throw new IOException("no times of " + task);
            }
            return;
        }
        int at = status.indexOf("\n" + SWITCHES);
        String waits = at < 0
                ? "0"
                : status.substring(at + 1 + SWITCHES.length()).strip().split("\\s", 2)[0];
        sink.accept(
                Long.parseLong(task.getFileName().toString()),
                Long.parseLong(times.split(" ", 2)[0]),
                Long.parseLong(waits));
    }

    private static @Nullable String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException | UncheckedIOException e) {
            return null;
        }
    }

    /** The system's number of the calling thread. */
    static OptionalLong ownTid() {
        try {
            return OptionalLong.of(
                    Long.parseLong(THREAD.toRealPath().getFileName().toString()));
        } catch (IOException | NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    /** Seconds that processors of the machine were busy or kept away by its host, summed over processors; not a number if not told. */
    static double machineBusySeconds() {
        String stat = text(MACHINE);
        if (stat == null || !stat.startsWith("cpu ")) {
            return Double.NaN;
        }
        StringTokenizer fields = new StringTokenizer(stat.substring("cpu ".length(), stat.indexOf('\n')));
        double sum = 0;
        for (int i = 1; i <= STEAL && fields.hasMoreTokens(); i++) {
            double jiffies = Double.parseDouble(fields.nextToken());
            if (i != IDLE && i != IOWAIT) {
                sum += jiffies;
            }
        }
        return sum / JIFFIES_PER_SECOND;
    }
}
