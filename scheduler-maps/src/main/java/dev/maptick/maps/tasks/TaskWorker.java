package dev.maptick.maps.tasks;

/**
 * Runs tasks on whatever thread the executor gives. After each task it asks the executor for a turn anew, so that a shared
 * executor stays fair, a virtual thread serves one task, and a test steps task by task; an executor that has no turn to give
 * then costs nothing but that: the thread goes on by itself, and no accepted task is stranded.
 */
final class TaskWorker {
    private TaskWorker() {}

    static void run(PoolCore core) {
        // Whatever was set before belongs to the executor's thread, not to a task.
        boolean interrupted = Thread.interrupted();
        ThreadIdentity identity = ThreadIdentity.ofCurrent();
        try {
            do {
                TaskRun<?> run = core.take();
                if (run == null) {
                    return;
                }
                try {
                    run.work();
                    core.finished(run);
                } finally {
                    identity.restore();
                }
            } while (core.goesOnHere());
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
