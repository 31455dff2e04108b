package dev.maptick.core;

import org.jspecify.annotations.Nullable;

/**
 * What a thread is between ticks, and how it becomes that again after one: name, priority, context class loader and a
 * clear interrupt flag. Thread-locals set by code inside a tick stay; no portable means can wipe them.
 */
final class WorkerIdentity {
    private String name = "";
    private int priority;
    private @Nullable ClassLoader loader;

    /** Notes what the thread is now. */
    void capture(Thread self) {
        name = self.getName();
        priority = self.getPriority();
        loader = self.getContextClassLoader();
    }

    /** Undoes what a tick did to the thread. On that thread. */
    @SuppressWarnings("ThreadPriorityCheck") // puts back what a tick changed; steers nothing
    void restore(Thread self) {
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
