package dev.maptick.bench.contender;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Who takes part, in the order of the reports. */
public enum Contenders {
    /** Ours, default wait mode. */
    MAPTICK("maptick", "maptick, default wait mode", () -> new MaptickContender(WaitModeSwitch.BALANCED)),
    /** Ours, without spinning. */
    MAPTICK_EFFICIENT(
            "maptick-efficient",
            "maptick, spins for no deadline",
            () -> new MaptickContender(WaitModeSwitch.EFFICIENT)),
    /** Ours, spinning the rest of each wait. */
    MAPTICK_PRECISE(
            "maptick-precise",
            "maptick, spins the rest of every wait",
            () -> new MaptickContender(WaitModeSwitch.PRECISE)),
    /** The executor that skips: the reference. */
    STPE_SKIP(
            "stpe-skip",
            "ScheduledThreadPoolExecutor, each tick schedules the next on its grid",
            ExecutorContender::onThreadPool),
    /** The executor at a fixed rate. */
    STPE_FIXED("stpe-fixed", "ScheduledThreadPoolExecutor.scheduleAtFixedRate", FixedRateContender::new),
    /** The fork/join pool of JDK 25. */
    FJP_SKIP(
            "fjp-skip",
            "ForkJoinPool.schedule (JDK 25), each tick schedules the next on its grid",
            ExecutorContender::onForkJoinPool),
    /** Netty's wheel, fine. */
    NETTY_1MS("netty-wheel-1ms", "Netty HashedWheelTimer, 1 ms, ticks on a pool", () -> new NettyContender(1)),
    /** Netty's wheel, coarse. */
    NETTY_5MS("netty-wheel-5ms", "Netty HashedWheelTimer, 5 ms, ticks on a pool", () -> new NettyContender(5)),
    /** Agrona's wheel. */
    AGRONA_1MS("agrona-wheel-1ms", "Agrona DeadlineTimerWheel, 1 ms, ticks on a pool", AgronaContender::new),
    /** Lock and heap. */
    NAIVE_PQ("naive-pq", "a lock, a PriorityQueue and threads that wait for its head", LockedQueueContender::new),
    /** A thread for each map. */
    THREAD_PER_MAP("thread-per-map", "a thread for each map, which parks", () -> new ThreadContender(false)),
    /** A virtual thread for each map. */
    VTHREAD_PER_MAP(
            "vthread-per-map", "a virtual thread for each map (JDK 21), which parks", () -> new ThreadContender(true)),
    /** The floor that parks. */
    FLOOR_PARK(
            "floor-park",
            "floor: threads that share nothing, a bare heap each, parked",
            () -> new FloorContender(false)),
    /** The floor that spins. */
    FLOOR_SPIN(
            "floor-spin",
            "floor: threads that share nothing, a bare heap each, never parked",
            () -> new FloorContender(true)),
    /** Nobody. */
    NONE("none", "an idle JVM", NoContender::new);

    /** Above this the machine is measured, not the contender. */
    private static final int MAX_THREADS = 4_000;

    private final String label;
    private final String description;

    @SuppressWarnings("ImmutableEnumChecker") // stateless, each call makes a new one
    private final Supplier<Contender> maker;

    Contenders(String label, String description, Supplier<Contender> maker) {
        this.label = label;
        this.description = description;
        this.maker = maker;
    }

    /**
     * Finds one by its name.
     *
     * @param label the name
     * @return null if there is no such
     */
    public static @Nullable Contenders named(String label) {
        return Arrays.stream(values())
                .filter(c -> c.label.equals(label))
                .findFirst()
                .orElse(null);
    }

    /**
     * The names of all.
     *
     * @return in the order of the reports
     */
    public static List<String> labels() {
        return Arrays.stream(values()).map(Contenders::label).toList();
    }

    /**
     * Its name.
     *
     * @return lower case, with dashes
     */
    public String label() {
        return label;
    }

    /**
     * What it is.
     *
     * @return a few words
     */
    public String description() {
        return description;
    }

    /**
     * Whether it is our own scheduler.
     *
     * @return true in any wait mode
     */
    public boolean isMaptick() {
        return this == MAPTICK || this == MAPTICK_EFFICIENT || this == MAPTICK_PRECISE;
    }

    /**
     * How many maps it can have.
     *
     * @return the most that are tried
     */
    public int maxMaps() {
        return switch (this) {
            case THREAD_PER_MAP -> MAX_THREADS;
            case NONE -> 0;
            default -> Integer.MAX_VALUE;
        };
    }

    /**
     * Why it is not to be had here.
     *
     * @return empty if it is
     */
    public Optional<String> unavailable() {
        return switch (this) {
            case MAPTICK_EFFICIENT -> WaitModeSwitch.EFFICIENT.unavailable();
            case MAPTICK_PRECISE -> WaitModeSwitch.PRECISE.unavailable();
            case FJP_SKIP -> ExecutorContender.forkJoinPoolUnavailable();
            case VTHREAD_PER_MAP -> ThreadContender.virtualUnavailable();
            default -> Optional.empty();
        };
    }

    /**
     * Makes one.
     *
     * @return not open yet
     */
    public Contender make() {
        return maker.get();
    }
}
