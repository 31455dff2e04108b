package dev.maptick.maps.tasks;

/** The map a queue of tasks belongs to, as far as tasks need to know it. */
public interface TaskOwner {
    /**
     * The map's name.
     *
     * @return never null
     */
    String name();

    /**
     * Whether the calling thread is inside the map's tick or last task.
     *
     * @return true only there
     */
    boolean isCurrent();

    /**
     * Throws unless the calling thread is inside the map's tick or last task.
     *
     * @param act what the caller is about to do; for the message
     */
    void check(String act);

    /**
     * A completion was queued. On the thread that ended the task, without a lock: a map that may be suspended is woken
     * here. The count that {@link TaskQueue#pending()} reads was raised before, by a volatile write; so of a map that
     * publishes its suspension and then asks for the count, and this call, one sees the other.
     */
    default void onCompletion() {}
}
