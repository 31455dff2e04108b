package dev.maptick.maps.tasks;

/** Is told of completions that threw. What it throws itself is dropped. */
@FunctionalInterface
public interface TaskFaultHook {
    /**
     * A completion threw. Inside the map's tick, right after that completion.
     *
     * @param fault what it threw
     */
    void onCompletionFault(Throwable fault);
}
