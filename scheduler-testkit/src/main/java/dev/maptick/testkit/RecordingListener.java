package dev.maptick.testkit;

import dev.maptick.core.FaultStanding;
import dev.maptick.core.Placement;
import dev.maptick.core.TickListener;
import dev.maptick.core.TickRegistration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what a scheduler told, in the order in which it was told: ticks in the order of their ends. Bounded: once full, the
 * oldest event makes room for the newest and is counted as {@link #dropped()}. Queries answer from what is kept. Any
 * thread.
 */
public final class RecordingListener implements TickListener {
    /** How many events are kept unless told otherwise. */
    public static final int DEFAULT_CAPACITY = 1_000_000;

    private final int capacity;

    /** Guarded by the monitor, as is the count. */
    private final Deque<Event> events = new ArrayDeque<>();

    private long dropped;

    /** Keeps {@link #DEFAULT_CAPACITY} events. */
    public RecordingListener() {
        this(DEFAULT_CAPACITY);
    }

    /**
     * Keeps the given number of events.
     *
     * @param capacity at least 1
     */
    public RecordingListener(int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException("capacity=" + capacity + ", allowed: at least 1");
        }
        this.capacity = capacity;
    }

    /** Something a scheduler told. */
    public sealed interface Event {
        /**
         * Whom it is about.
         *
         * @return the registration, which tells two maps of one name apart
         */
        TickRegistration registration();

        /**
         * The name of that registration.
         *
         * @return never null
         */
        default String name() {
            return registration().name();
        }
    }

    /**
     * A registration was accepted.
     *
     * @param registration the newcomer
     */
    public record Registered(TickRegistration registration) implements Event {}

    /**
     * A registration has left.
     *
     * @param registration the one that left
     */
    public record Unregistered(TickRegistration registration) implements Event {}

    /**
     * A tick has ended.
     *
     * @param registration what ticked
     * @param placement where it ran
     * @param worker number of the worker
     * @param deadlineNanos when it was due
     * @param startNanos when it started
     * @param endNanos when it ended
     * @param skipped deadlines found passed over at its end
     * @param fault what it threw, or null
     */
    public record Ticked(
            TickRegistration registration,
            Placement placement,
            int worker,
            long deadlineNanos,
            long startNanos,
            long endNanos,
            long skipped,
            @Nullable Throwable fault)
            implements Event {}

    /**
     * A last task has ended.
     *
     * @param registration the one that is leaving
     * @param placement where it ran
     * @param startNanos when it started
     * @param endNanos when it ended
     * @param fault what it threw, or null
     */
    public record LastTaskEnded(
            TickRegistration registration,
            Placement placement,
            long startNanos,
            long endNanos,
            @Nullable Throwable fault)
            implements Event {}

    /**
     * Deadlines were passed over outside a tick.
     *
     * @param registration whose deadlines
     * @param count how many
     */
    public record Skipped(TickRegistration registration, long count) implements Event {}

    /**
     * Deadlines went by in a suspension that has ended.
     *
     * @param registration whose deadlines
     * @param count how many
     */
    public record SuspendedPoints(TickRegistration registration, long count) implements Event {}

    /**
     * A registration has moved.
     *
     * @param registration what moved
     * @param from where it was
     * @param to where it is
     */
    public record Moved(TickRegistration registration, Placement from, Placement to) implements Event {}

    /**
     * Its fault policy has acted on a registration.
     *
     * @param registration whose faults
     * @param before where it stood
     * @param now where it stands
     */
    public record FaultStageChanged(TickRegistration registration, FaultStanding before, FaultStanding now)
            implements Event {}

    @Override
    public void onRegistered(TickRegistration registration) {
        add(new Registered(registration));
    }

    @Override
    public void onFaultStage(TickRegistration registration, FaultStanding before, FaultStanding now) {
        add(new FaultStageChanged(registration, before, now));
    }

    @Override
    public void onUnregistered(TickRegistration registration) {
        add(new Unregistered(registration));
    }

    @Override
    public void onTick(
            TickRegistration registration,
            Placement placement,
            int worker,
            long deadlineNanos,
            long startNanos,
            long endNanos,
            long skipped,
            @Nullable Throwable fault) {
        add(new Ticked(registration, placement, worker, deadlineNanos, startNanos, endNanos, skipped, fault));
    }

    @Override
    public void onLastTask(
            TickRegistration registration,
            Placement placement,
            long startNanos,
            long endNanos,
            @Nullable Throwable fault) {
        add(new LastTaskEnded(registration, placement, startNanos, endNanos, fault));
    }

    @Override
    public void onSkipped(TickRegistration registration, long count) {
        add(new Skipped(registration, count));
    }

    @Override
    public void onSuspendedPoints(TickRegistration registration, long count) {
        add(new SuspendedPoints(registration, count));
    }

    @Override
    public void onMoved(TickRegistration registration, Placement from, Placement to) {
        add(new Moved(registration, from, to));
    }

    private synchronized void add(Event event) {
        if (events.size() == capacity) {
            events.removeFirst();
            dropped++;
        }
        events.addLast(event);
    }

    /**
     * Everything kept.
     *
     * @return a copy, oldest first
     */
    public synchronized List<Event> events() {
        return List.copyOf(events);
    }

    /**
     * The events of one kind.
     *
     * @param <E> the kind
     * @param kind its class
     * @return a copy, oldest first
     */
    public <E extends Event> List<E> events(Class<E> kind) {
        return select(kind, event -> true);
    }

    /**
     * The events of one kind about one name.
     *
     * @param <E> the kind
     * @param kind its class
     * @param name the name of the registration
     * @return a copy, oldest first
     */
    public <E extends Event> List<E> events(Class<E> kind, String name) {
        return select(kind, event -> event.name().equals(name));
    }

    /**
     * All ticks.
     *
     * @return a copy, in the order of their ends
     */
    public List<Ticked> ticks() {
        return events(Ticked.class);
    }

    /**
     * The ticks of one name.
     *
     * @param name the name of the registration
     * @return a copy, in order
     */
    public List<Ticked> ticks(String name) {
        return events(Ticked.class, name);
    }

    /**
     * Who ticked, in the order of the ticks' ends.
     *
     * @return the name of each tick's registration
     */
    public List<String> order() {
        return ticks().stream().map(Event::name).toList();
    }

    /**
     * The ticks that threw.
     *
     * @return a copy, in the order of their ends
     */
    public List<Ticked> faults() {
        return select(Ticked.class, tick -> tick.fault() != null);
    }

    /**
     * Deadlines skipped, at the ends of ticks and outside of them.
     *
     * @return the sum over all names
     */
    public long skipped() {
        return skipped(event -> true);
    }

    /**
     * Deadlines skipped of one name, at the ends of ticks and outside of them.
     *
     * @param name the name of the registration
     * @return the sum
     */
    public long skipped(String name) {
        return skipped(event -> event.name().equals(name));
    }

    private long skipped(Predicate<Event> wanted) {
        return select(Ticked.class, wanted).stream().mapToLong(Ticked::skipped).sum()
                + select(Skipped.class, wanted).stream()
                        .mapToLong(Skipped::count)
                        .sum();
    }

    /**
     * How many events made room for newer ones.
     *
     * @return 0 as long as the record is whole
     */
    public synchronized long dropped() {
        return dropped;
    }

    /** Forgets everything, the count of dropped events too. */
    public synchronized void clear() {
        events.clear();
        dropped = 0;
    }

    private synchronized <E extends Event> List<E> select(Class<E> kind, Predicate<? super E> wanted) {
        List<E> found = new ArrayList<>();
        for (Event event : events) {
            if (kind.isInstance(event)) {
                E candidate = kind.cast(event);
                if (wanted.test(candidate)) {
                    found.add(candidate);
                }
            }
        }
        return found;
    }

    @Override
    public synchronized String toString() {
        return "RecordingListener[" + events.size() + " events, " + dropped + " dropped]";
    }
}
