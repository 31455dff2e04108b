package dev.maptick.maps.timers;

import org.jspecify.annotations.Nullable;

/**
 * What is due when: the wheel for the turn ahead, the heap for what is later, the queue of what has come. Owner only;
 * allocates nothing once the wheel is there and the heap has grown.
 *
 * <p>The catch-up that Agrona's wheel lacks is {@link #openNext}: the wheel looks at one slot for each poll, so it is polled
 * until its time has passed now, and may jump only while it is empty. Steps are opened strictly one after the other, those
 * of the wheel and those of the heap merged, and each is sorted when opened; a step's timers all come before the next
 * step's. So the order is that of due times over any gap, and the work for one opened step is bounded by its own timers.
 */
final class Agenda {
    private final Steps steps;
    private final long stepMs;
    private final int slots;
    private final FarHeap far = new FarHeap();
    private final ReadyQueue ready = new ReadyQueue();
    private @Nullable NearWheel near;

    Agenda(Steps steps, long stepMs, int slots) {
        this.steps = steps;
        this.stepMs = stepMs;
        this.slots = slots;
    }

    /** Puts in a timer that is due after the present step. */
    void add(TimerNode node, long nowStep) {
        long step = steps.ceil(node.due);
        NearWheel wheel = near;
        if (wheel == null && step - nowStep < slots) {
            wheel = new NearWheel(stepMs, slots, nowStep);
            near = wheel;
        } else if (wheel != null && wheel.isEmpty()) {
            wheel.jump(nowStep);
        }
        if (wheel != null && wheel.covers(step)) {
            wheel.add(node, step);
        } else {
            far.add(node);
        }
    }

    /** Takes a timer out from wherever it is, if it is anywhere. */
    void remove(TimerNode node) {
        if (node.place >= 0) {
            far.remove(node);
        } else if (node.place == TimerNode.READY) {
            ready.remove(node);
        } else if (node.place == TimerNode.NEAR && near != null) {
            near.remove(node, steps.ceil(node.due));
        }
    }

    /** Whether there is a timer to fire at a step. */
    boolean isDue(long nowStep) {
        return !ready.isEmpty() || openNext(nowStep);
    }

    /** The one whose turn it is, taken out. Only after {@link #isDue} said so. */
    TimerNode poll() {
        return ready.poll();
    }

    /**
     * Moves the timers of the earliest step that has any, and has begun, to the queue, which must be empty.
     *
     * @return false if there are none
     */
    private boolean openNext(long nowStep) {
        for (; ; ) {
            NearWheel wheel = near;
            long nearStep = wheel == null ? NearWheel.EMPTY : wheel.openStep();
            long step = Math.min(nearStep, farStep());
            if (step > nowStep) {
                if (wheel != null && nearStep == NearWheel.EMPTY) {
                    wheel.jump(nowStep);
                }
                return false;
            }
            if (wheel != null && nearStep == step) {
                wheel.open(nowStep, ready);
            }
            for (TimerNode node = far.first(); node != null && steps.ceil(node.due) <= step; node = far.first()) {
                far.remove(node);
                ready.add(node);
            }
            if (!ready.isEmpty()) {
                ready.sort();
                return true;
            }
            if (step == nowStep) {
                return false;
            }
        }
    }

    /** The first step with a timer, {@link Long#MAX_VALUE} if there is none. */
    long firstStep() {
        TimerNode waiting = ready.first();
        if (waiting != null) {
            return steps.ceil(waiting.due);
        }
        NearWheel wheel = near;
        return Math.min(wheel == null ? NearWheel.EMPTY : wheel.firstStep(), farStep());
    }

    private long farStep() {
        TimerNode first = far.first();
        return first == null ? Long.MAX_VALUE : steps.ceil(first.due);
    }

    /** Lets all timers go; the wheel stays. */
    void clear() {
        ready.clear();
        far.clear();
        if (near != null) {
            near.clear();
        }
    }

    /** Lets all memory go. Only without timers. */
    void release() {
        far.clear();
        near = null;
    }
}
