package dev.maptick.maps.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.maps.NotOwnerException;
import java.util.ArrayList;
import java.util.List;

/** A map that ticks when a test says so, on the test's own thread, and notes what came back to it. */
final class TestMap implements TaskOwner {
    private final String name;
    private volatile Thread owner;

    final TaskQueue tasks;
    final List<String> seen = new ArrayList<>();
    final List<Throwable> faults = new ArrayList<>();

    TestMap(BackgroundPool pool, String name) {
        this(pool, name, TaskLimits.DEFAULT);
    }

    TestMap(BackgroundPool pool, String name, TaskLimits limits) {
        this.name = name;
        tasks = pool.open(this, limits, faults::add);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean isCurrent() {
        return owner == Thread.currentThread();
    }

    @Override
    public void check(String act) {
        if (!isCurrent()) {
            throw new NotOwnerException(
                    act + " from thread " + Thread.currentThread().getName() + ": map " + name);
        }
    }

    /** One tick with nothing but this body. */
    void inTick(Runnable body) {
        owner = Thread.currentThread();
        try {
            body.run();
        } finally {
            owner = null;
        }
    }

    /** Submits inside a tick of its own; the outcome is noted as {@code name=value} or {@code name!reason}. */
    <T> TaskAdmission submit(String task, BackgroundWork<T> work) {
        TaskAdmission[] answer = new TaskAdmission[1];
        inTick(() -> answer[0] = tasks.submit(work, outcome -> note(task, outcome)));
        return answer[0];
    }

    <T> TaskAdmission submit(String task, BackgroundTask<T> work) {
        TaskAdmission[] answer = new TaskAdmission[1];
        inTick(() -> answer[0] = tasks.submit(work, outcome -> note(task, outcome)));
        return answer[0];
    }

    private void note(String task, TaskOutcome<?> outcome) {
        assertThat(isCurrent()).as("inside the map's tick").isTrue();
        Object cause = outcome.cancelReason() == null ? outcome.error() : outcome.cancelReason();
        seen.add(task + (outcome.isSuccess() ? "=" + outcome.value() : "!" + cause));
    }

    /** One tick that runs whatever completions there are. */
    int drain() {
        int[] ran = new int[1];
        inTick(() -> {
            tasks.beginDrain();
            while (tasks.runOne()) {
                ran[0]++;
            }
        });
        return ran[0];
    }

    void close() {
        inTick(tasks::beginClose);
    }

    /** The two equations of {@link TaskStats}, of a map or of a pool. */
    static void assertAddsUp(TaskStats s) {
        assertThat(s.succeeded() + s.failed() + s.cancelled() + s.queued() + s.running())
                .as("accepted in %s", s)
                .isEqualTo(s.accepted());
        assertThat(s.completionsRun() + s.orphaned() + s.completionsQueued())
                .as("finished in %s", s)
                .isEqualTo(s.finished());
    }
}
