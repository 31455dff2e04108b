package dev.maptick.maps.timers;

import dev.maptick.maps.TimerCallback;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * One timer, or a free place for one. Its word joins the id of the timer and its state, so that one compare-and-set on it
 * decides between firing and cancelling for that very timer and never for a later one in the same place:
 *
 * <pre>
 *   FREE ──start──► ARMED ──fire a one-shot──► FREE                     start, fire, go on, free: the owner
 *                   │ ▲ │
 *        fire, next │ │ └──cancel──► CANCELLED ──free──► FREE           cancel: any thread
 *                   ▼ │ go on            ▲
 *                 RUNNING ────cancel─────┘
 * </pre>
 *
 * Why exactly one of "fired" and "cancel said true" holds for a one-shot: both need the step out of (id, ARMED), which is
 * atomic and never comes again, since no id does. For a repeating timer each step out of ARMED to RUNNING is one firing;
 * who takes it to CANCELLED has prevented the next.
 *
 * <p>Who may touch the other fields. In FREE and RUNNING the owner. In ARMED nobody but the owner, which links and unlinks;
 * {@code callback} is written before ARMED is set and not again until it is left. Who takes (id, ARMED) to CANCELLED may
 * then clear {@code callback}: the owner reads it only after its own step out of ARMED, which has failed. Who takes the
 * word to CANCELLED from outside also sets {@code nextCancelled} and pushes the node on the {@link CancelledStack}; taking
 * it from there gives it back to the owner.
 */
final class TimerNode {
    static final int FREE = 0;
    static final int ARMED = 1;
    static final int RUNNING = 2;
    static final int CANCELLED = 3;

    /** Values of {@link #place} below zero; others are an index in the heap. */
    static final int NOWHERE = -1;

    static final int NEAR = -2;
    static final int READY = -3;

    private static final int STATE_BITS = 2;
    private static final int STATE_MASK = (1 << STATE_BITS) - 1;
    private static final VarHandle WORD;

    static {
        try {
            WORD = MethodHandles.lookup().findVarHandle(TimerNode.class, "word", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile long word;

    @Nullable
    TimerCallback callback;

    @Nullable
    TimerNode nextCancelled;

    // Owner only from here.
    long due;
    long period;

    @Nullable
    TimerNode next;

    @Nullable
    TimerNode prev;

    @Nullable
    NamedTimer named;

    int place = NOWHERE;

    long id() {
        return word >>> STATE_BITS;
    }

    boolean isRepeating() {
        return period > 0;
    }

    @Nullable
    String name() {
        NamedTimer link = named;
        return link == null ? null : link.name();
    }

    /** The id of the timer to come, by which the lists already order it. Still FREE: nobody can cancel it yet. */
    void prepare(long id) {
        WORD.setOpaque(this, (id << STATE_BITS) | FREE);
    }

    /** The timer begins. Publishes all that the owner wrote to the node before. */
    void arm(long id) {
        word = (id << STATE_BITS) | ARMED;
    }

    /** The place is free again; the id stays, so that the next one is told apart from it. */
    void free() {
        WORD.setRelease(this, word & ~STATE_MASK);
    }

    /** One arrow of the drawing, for this very timer. */
    boolean change(long id, int from, int to) {
        long base = id << STATE_BITS;
        return WORD.compareAndSet(this, base | from, base | to);
    }

    /**
     * Takes the timer to CANCELLED. Another thread may take it between ARMED and RUNNING meanwhile, so it may have to look
     * again; each time it must, a firing has begun or ended.
     *
     * @return the state it was in: ARMED or RUNNING if this call has cancelled it, else FREE
     */
    int cancel(long id) {
        for (; ; ) {
            long found = word;
            int state = (int) found & STATE_MASK;
            if (found >>> STATE_BITS != id || state == FREE || state == CANCELLED) {
                return FREE;
            }
            if (change(id, state, CANCELLED)) {
                return state;
            }
        }
    }

    /** Whether this one fires before the other: by due time, first started first among equals. */
    boolean isBefore(TimerNode other) {
        return due != other.due ? due < other.due : id() < other.id();
    }
}
