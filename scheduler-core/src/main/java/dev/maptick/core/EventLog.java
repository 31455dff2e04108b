package dev.maptick.core;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The latest events of a scheduler; older ones fall out and stay counted. Any thread; neither writers nor readers ever wait.
 *
 * <p>A ring. A writer takes the next number and puts its event into the place of that number. A reader goes through the numbers
 * it wants: another number in a place means that this one's event has been overwritten, if it is higher, or is not there yet.
 * At the first one that is not there yet it stops, so that whoever goes on from the last one read misses none.
 */
public final class EventLog {
    private final AtomicReferenceArray<@Nullable SchedulerEvent> ring;
    private final AtomicLong next = new AtomicLong();
    private final AtomicLongArray counts = new AtomicLongArray(EventKind.values().length);

    EventLog(int size) {
        ring = new AtomicReferenceArray<>(size);
    }

    @SuppressWarnings("EnumOrdinal") // an index that lives and dies in here
    SchedulerEvent add(long timeNs, EventKind kind, @Nullable TickRegistration map, String text) {
        String name = map == null ? null : map.name();
        String group = map == null ? null : map.group();
        counts.incrementAndGet(kind.ordinal());
        SchedulerEvent event = new SchedulerEvent(next.getAndIncrement(), timeNs, kind, name, group, text);
        // A writer held up for a whole turn of the ring must not put its event over a later one.
        ring.accumulateAndGet(place(event.number()), event, EventLog::later);
        return event;
    }

    private static @Nullable SchedulerEvent later(@Nullable SchedulerEvent there, @Nullable SchedulerEvent come) {
        return there == null || come == null || there.number() < come.number() ? come : there;
    }

    private int place(long number) {
        return (int) (number % ring.length());
    }

    /**
     * How many events it keeps.
     *
     * @return 1 or more
     */
    public int size() {
        return ring.length();
    }

    /**
     * How many events of a kind there have been.
     *
     * @param kind which
     * @return 0 or more; never goes down
     */
    @SuppressWarnings("EnumOrdinal")
    public long count(EventKind kind) {
        return counts.get(kind.ordinal());
    }

    /**
     * The events from a number on that are still kept.
     *
     * @param number 0 for all; one more than the last one read to go on from there
     * @return oldest first
     */
    public List<SchedulerEvent> since(long number) {
        long end = next.get();
        List<SchedulerEvent> events = new ArrayList<>();
        for (long n = Math.max(0, Math.max(number, end - ring.length())); n < end; n++) {
            SchedulerEvent event = ring.get(place(n));
            if (event == null || event.number() < n) {
                break;
            }
            if (event.number() == n) {
                events.add(event);
            }
        }
        return events;
    }

    /**
     * The latest events.
     *
     * @param most how many at most, 0 or more
     * @return oldest first
     */
    public List<SchedulerEvent> latest(int most) {
        return since(next.get() - Math.max(0, most));
    }

    @Override
    public String toString() {
        return "EventLog[" + next.get() + " events, the latest " + ring.length() + " kept]";
    }
}
