package dev.maptick.maps.tasks;

import org.jspecify.annotations.Nullable;

/**
 * What a thread is between tasks, and how it becomes that again after one: name, priority, context class loader and a clear
 * interrupt flag. Thread-locals set by a task stay; no portable means can wipe them.
 */
final class ThreadIdentity {
    private final Thread self;
    private final String name;
    private final int priority;
    private final @Nullable ClassLoader loader;

    private ThreadIdentity(Thread self) {
        this.self = self;
        name = self.getName();
        priority = self.getPriority();
        loader = self.getContextClassLoader();
    }

    /** Notes what the calling thread is now. */
    static ThreadIdentity ofCurrent() {
        return new ThreadIdentity(Thread.currentThread());
    }

    /** Undoes what a task did to the thread. On that thread. */
    @SuppressWarnings("ThreadPriorityCheck") // puts back what a task changed; steers nothing
    void restore() {
        Thread.interrupted();
        if (self.getPriority() != priority) {
            self.setPriority(priority);
        }
        if (self.getContextClassLoader() != loader) {
            self.setContextClassLoader(loader);
        }
        if (!self.getName().equals(name)) {
            self.setName(name);
        }
    }
}
