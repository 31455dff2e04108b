package dev.maptick.bench.jmh;

import dev.maptick.maps.MailboxLimits;
import dev.maptick.maps.MapWork;
import dev.maptick.maps.mailbox.Mailbox;
import dev.maptick.maps.mailbox.MailboxHost;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Posts to a map and their run in its tick, on one thread: as many as a tick runs at most. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class MailboxBenchmark {
    private static final int POSTS = 256;

    private final Mailbox mailbox = new Mailbox(new QuietHost(), MailboxLimits.defaults());
    private long runs;
    private final MapWork work = () -> runs++;

    /** For JMH. */
    public MailboxBenchmark() {}

    /**
     * A post and its run.
     *
     * @return how many ran
     */
    @Benchmark
    @OperationsPerInvocation(POSTS)
    public long postAndRun() {
        for (int i = 0; i < POSTS; i++) {
            mailbox.offer(work, false);
        }
        mailbox.beginDrain(0);
        while (mailbox.runOne()) {}
        return runs;
    }

    private static final class QuietHost implements MailboxHost {
        @Override
        public String name() {
            return "house";
        }

        @Override
        public boolean isOwnerThread() {
            return false;
        }

        @Override
        public boolean isInsideSomeTick() {
            return false;
        }

        @Override
        public Executor completions() {
            return Runnable::run;
        }

        @Override
        public void onAdmitted() {}

        @Override
        public void onFault(Throwable thrown) {}
    }
}
