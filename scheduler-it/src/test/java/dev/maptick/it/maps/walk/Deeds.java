package dev.maptick.it.maps.walk;

import dev.maptick.core.ControlResult;
import dev.maptick.core.MoveResult;
import dev.maptick.core.Placement;
import dev.maptick.core.SelfWaitException;
import dev.maptick.it.maps.walk.PostBook.Kind;
import dev.maptick.it.maps.walk.PostBook.Post;
import dev.maptick.it.maps.walk.TaskBook.Plan;
import dev.maptick.it.maps.walk.TaskBook.Task;
import dev.maptick.it.maps.walk.TimerBook.Armed;
import dev.maptick.it.maps.walk.WalkedMap.Phase;
import dev.maptick.maps.Admission;
import dev.maptick.maps.MapTimers;
import dev.maptick.maps.NotOwnerException;
import dev.maptick.maps.RefusedPostException;
import dev.maptick.maps.TimerFiring;
import dev.maptick.maps.TimerRefusal;
import dev.maptick.maps.tasks.BackgroundTask;
import dev.maptick.maps.tasks.CancelReason;
import dev.maptick.maps.tasks.TaskCancelledException;
import dev.maptick.maps.tasks.TaskContext;
import dev.maptick.maps.tasks.TaskRefusedException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** What is done to maps at random; each tells the books of the map what it did and was answered. */
final class Deeds {
    private static final long[] TICKS_MS = {25, 50, 125, 250};
    private static final List<Kind> KINDS = List.of(Kind.values());
    private static final List<Plan> PLANS = List.of(Plan.values());
    private static final String[] NAMES = {"fire", "rain", "door"};

    private final MapWalk walk;
    private final Findings findings;

    private long numbers;

    Deeds(MapWalk walk) {
        this.walk = walk;
        findings = walk.findings;
    }

    private int dice(int sides) {
        return walk.random.nextInt(sides);
    }

    private boolean oneIn(int n) {
        return walk.oneIn(n);
    }

    // ---- by anybody: from outside, from another thread, from the map's own tick or from that of another map

    void byAnybody(WalkedMap map) {
        int d = dice(100);
        if (d < 46) {
            post(map, KINDS.get(dice(KINDS.size())));
        } else if (d < 51) {
            cancelPost(map);
        } else if (d < 57) {
            cancelTimer(map);
        } else if (d < 60) {
            endStage(map);
        } else if (d < 64) {
            cancelTask(map);
        } else if (d < 68) {
            suspend(map, false, 0);
        } else if (d < 74) {
            suspend(map, true, walk.now() + walk.random.nextLong(-100, 2_000) * MapWalk.MS);
        } else if (d < 82) {
            resume(map);
        } else if (d < 87) {
            setTick(map);
        } else if (d < 92) {
            move(map);
        } else if (d < 95) {
            touchFromOutside(map);
        } else if (d < 96) {
            close(map);
        } else {
            burst(map);
        }
    }

    private void burst(WalkedMap map) {
        Kind kind = KINDS.get(dice(KINDS.size()));
        for (int i = dice(14); i >= 0; i--) {
            post(map, kind);
        }
    }

    void post(WalkedMap map, Kind kind) {
        Post post = new Post("p" + numbers++, kind, oneIn(12), map.nextTick());
        findings.note("  " + map + " gets " + post);
        switch (kind) {
            case NORMAL -> post.refused = answered(map, post, map.handle.post(() -> run(map, post)));
            case HIGH -> post.refused = answered(map, post, map.handle.postHigh(() -> run(map, post)));
            case ASYNC -> postAsync(map, post);
            case CALL -> {
                CompletableFuture<String> future = map.handle.call(() -> {
                    run(map, post);
                    return post.name;
                });
                answered(map, post, refusal(future));
                track(map, post, future);
            }
            case COMMAND -> {
                Admission answer = Admission.ACCEPTED;
                try {
                    map.handle.executor().execute(() -> run(map, post));
                } catch (RefusedPostException e) {
                    answer = e.admission();
                }
                answered(map, post, answer);
            }
        }
    }

    private static Admission answered(WalkedMap map, Post post, Admission answer) {
        map.posts.answered(post, answer);
        return answer.isAccepted() ? null : answer;
    }

    private static Admission refusal(CompletableFuture<?> future) {
        return future.isDone() && PostBook.reason(future) instanceof RefusedPostException e
                ? e.admission()
                : Admission.ACCEPTED;
    }

    private void postAsync(WalkedMap map, Post post) {
        if (map.isInBody()) {
            try {
                var unused = map.handle.postAsync(() -> run(map, post));
                findings.wrong("postAsync inside the own tick was not refused", null);
            } catch (SelfWaitException right) {
                // as promised
            }
            return;
        }
        CompletableFuture<Void> future = map.handle.postAsync(() -> run(map, post));
        map.posts.awaits(post, future);
        offTheTick(post, future);
    }

    private void track(WalkedMap map, Post post, CompletableFuture<?> future) {
        map.posts.track(post, future);
        offTheTick(post, future);
    }

    private void offTheTick(Post post, CompletableFuture<?> future) {
        if (!future.isDone()) {
            var unused = future.whenComplete((v, e) -> findings.check(
                    future.isCancelled() || !walk.scheduler.isInsideTick(), "completed off the tick", post));
        }
    }

    /** The map runs a post. */
    private void run(WalkedMap map, Post post) {
        walk.guard(map, () -> {
            map.enter(Phase.INBOX, "runs " + post);
            map.posts.begins(post, map.tick(), map.isInLast());
            if (oneIn(4)) {
                ofTheMapItself(map, 2);
            }
            if (post.fails) {
                map.faulted();
            }
        });
        if (post.fails) {
            throw new PlannedFault(post.name);
        }
    }

    private void cancelPost(WalkedMap map) {
        Post post = map.posts.someWaiting();
        if (post != null) {
            findings.note("  cancel of " + post);
            map.posts.cancelled(post, post.future.cancel(false));
        }
    }

    private void cancelTimer(WalkedMap map) {
        if (map.context == null) {
            return;
        }
        List<Armed> pending = map.timers.pending();
        if (!pending.isEmpty() && !oneIn(4)) {
            Armed timer = pending.get(dice(pending.size()));
            if (timer.stage == null) {
                findings.note("  cancel of " + timer);
                map.timers.cancelledById(timer, map.context.timers().cancel(timer.id));
            }
        } else {
            Armed old = map.timers.someEnded(dice(1_000));
            if (old != null) {
                findings.check(
                        !map.context.timers().cancel(old.id), "cancel of a timer that has ended says false", old);
            }
        }
    }

    private void endStage(WalkedMap map) {
        Armed timer = map.timers.someStage(dice(1_000));
        if (timer != null) {
            findings.note("  end of the stage of " + timer);
            map.timers.stageEnded(timer);
            findings.check(timer.stage.cancel(false), "a stage may be ended from outside", timer);
        }
    }

    private void cancelTask(WalkedMap map) {
        Task task = map.tasks.someQueued(dice(1_000));
        if (task != null) {
            findings.note("  cancel of " + task);
            task.token.cancel();
            map.tasks.cancelled(task);
        }
    }

    private void answered(WalkedMap map, String what, ControlResult result) {
        boolean leaving = map.closing || walk.stopping;
        findings.check(
                (result == ControlResult.GONE) == leaving, what + " answered " + result + ", leaving=" + leaving, map);
    }

    private void suspend(WalkedMap map, boolean limited, long untilNs) {
        findings.note("  suspend " + map + (limited ? " until " + untilNs : ""));
        map.disturbed();
        answered(map, "suspend", limited ? map.handle.suspendUntil(untilNs) : map.handle.suspend());
    }

    private void resume(WalkedMap map) {
        findings.note("  resume " + map);
        map.disturbed();
        answered(map, "resume", oneIn(2) ? map.handle.resume() : map.handle.wake());
    }

    private void setTick(WalkedMap map) {
        long ms = TICKS_MS[dice(4)];
        findings.note("  " + map + " every " + ms + " ms");
        map.disturbed();
        answered(map, "setTick", map.handle.setTick(Duration.ofMillis(ms)));
    }

    private void move(WalkedMap map) {
        findings.note("  move of " + map);
        MoveResult result = map.handle.moveTo(oneIn(2) ? Placement.DEDICATED : Placement.POOL);
        findings.check((result == MoveResult.GONE) == (map.closing || walk.stopping), "move answered " + result, map);
    }

    private void touchFromOutside(WalkedMap map) {
        if (map.context == null || map.isInBody()) {
            return;
        }
        try {
            long answer = map.context.timers().after(Duration.ofMillis(1), f -> {});
            boolean right = map.timers.isStopped() && TimerRefusal.of(answer) != null;
            findings.check(right, "a timer started from outside was answered " + answer, map);
        } catch (NotOwnerException right) {
            findings.check(!map.timers.isStopped(), "a closed map's timers say so", map);
        }
        try {
            map.context.tasks().submit(t -> 1, o -> {});
            findings.wrong("a task was submitted from outside", null);
        } catch (NotOwnerException right) {
            // as promised
        }
        if (walk.inside != null) {
            try {
                map.handle.send(() -> {});
                findings.wrong("send inside another map's tick was not refused", null);
            } catch (SelfWaitException right) {
                // as promised
            } catch (InterruptedException | ExecutionException e) {
                findings.wrong("send inside another map's tick", e);
            }
        }
    }

    void close(WalkedMap map) {
        findings.note("  close " + map);
        map.closes();
        CompletableFuture<Void> future = map.handle.close();
        findings.check(map.closed == null || map.closed == future, "one future of a map's leaving", map);
        map.closed = future;
    }

    // ---- by the map itself, inside its tick

    void ofTheMapItself(WalkedMap map, int atMost) {
        for (int i = 1 + dice(atMost); i > 0; i--) {
            int d = dice(100);
            if (d < 22) {
                startTimer(map);
            } else if (d < 28) {
                delay(map);
            } else if (d < 31) {
                String name = NAMES[dice(NAMES.length)];
                findings.note("  cancel all named " + name);
                map.timers.cancelledNamed(name, map.context.timers().cancelNamed(name));
            } else if (d < 32) {
                findings.note("  cancel all timers");
                map.timers.cancelledAll(map.context.timers().cancelAll());
            } else if (d < 46) {
                submit(map);
            } else if (d < 54) {
                map.occupants = dice(3) == 0 ? 1 : 0;
            } else if (d < 60) {
                map.spend(oneIn(6) ? walk.random.nextLong(400 * MapWalk.MS) : walk.random.nextLong(4 * MapWalk.MS));
            } else if (d < 64) {
                sendToItself(map);
            } else if (d < 84) {
                byAnybody(map);
            } else {
                byAnybody(walk.someMap());
            }
        }
        int exact = map.context.timers().pending();
        findings.check(
                exact == map.timers.exactPending(), "pending is exact on the own tick, found " + exact, map.timers);
    }

    private void sendToItself(WalkedMap map) {
        boolean[] ran = new boolean[1];
        try {
            map.handle.send(() -> ran[0] = true);
        } catch (InterruptedException | ExecutionException e) {
            findings.wrong("send inside the own tick", e);
        }
        findings.check(ran[0], "send runs at once inside the own tick", map);
    }

    private long someDelay() {
        return switch (dice(12)) {
            case 0 -> 1 + dice(1_000);
            case 1 -> walk.random.nextLong(3_600_000) * MapWalk.MS + 1;
            case 2, 3 -> walk.random.nextLong(8_000) * MapWalk.MS + 1;
            case 4, 5 -> 8 * MapWalk.MS * (1 + dice(20));
            default -> walk.random.nextLong(1, 400 * MapWalk.MS);
        };
    }

    private void startTimer(WalkedMap map) {
        String name = oneIn(2) ? NAMES[dice(NAMES.length)] : null;
        long delayNs = someDelay();
        long periodNs = oneIn(3) ? MapWalk.MS * (1 + dice(500)) : 0;
        Armed timer = map.timers.make(name, walk.now(), delayNs, periodNs);
        boolean fails = oneIn(10);
        MapTimers timers = map.context.timers();
        Duration first = Duration.ofNanos(delayNs);
        Duration period = Duration.ofNanos(periodNs);
        long answer;
        if (periodNs == 0) {
            answer = name == null
                    ? timers.after(first, f -> fire(map, timer, f, fails))
                    : timers.after(name, first, f -> fire(map, timer, f, fails));
        } else {
            answer = name == null
                    ? timers.every(first, period, f -> fire(map, timer, f, fails))
                    : timers.every(name, first, period, f -> fire(map, timer, f, fails));
        }
        map.timers.started(timer, answer);
        findings.note("  started " + timer);
    }

    private void fire(WalkedMap map, Armed timer, TimerFiring firing, boolean fails) {
        walk.guard(map, () -> {
            map.enter(Phase.TIMERS, "fires " + timer);
            map.timers.fires(timer, firing, map.startNanos());
            if (oneIn(12)) {
                // Its own: too late for a one-shot, the last firing of a repeating one.
                map.timers.cancelledById(timer, map.context.timers().cancel(timer.id));
            }
            if (oneIn(3)) {
                ofTheMapItself(map, 2);
            }
            map.timers.ends(fails);
        });
        if (fails) {
            throw new PlannedFault("timer");
        }
    }

    private void delay(WalkedMap map) {
        long delayNs = someDelay();
        Armed timer = map.timers.make(null, walk.now(), delayNs, 0);
        boolean full = map.timers.isFull() || map.timers.isStopped();
        CompletableFuture<Void> stage =
                map.context.delay(Duration.ofNanos(delayNs)).toCompletableFuture();
        // The id of a delay's timer is nobody's business; any number above zero will do for the book.
        map.timers.stage(timer, stage, full ? refusalCode(map) : Long.MAX_VALUE - numbers++);
        var unused = stage.thenRun(() -> walk.guard(map, () -> {
            map.enter(Phase.TIMERS, "goes on after " + timer);
            map.timers.stageFires(timer, map.startNanos());
            if (oneIn(3)) {
                ofTheMapItself(map, 1);
            }
        }));
    }

    private static long refusalCode(WalkedMap map) {
        return (map.timers.isGone()
                        ? TimerRefusal.GONE
                        : map.timers.isStopped() ? TimerRefusal.STOPPING : TimerRefusal.FULL)
                .code();
    }

    // ---- background tasks

    private void submit(WalkedMap map) {
        Task task = new Task("t" + numbers++, PLANS.get(dice(PLANS.size())), map.nextTick());
        findings.note("  submits " + task);
        boolean fails = oneIn(12);
        BackgroundTask<Integer> work = BackgroundTask.of(c -> work(map, task, c), task.token);
        if (oneIn(2)) {
            map.tasks.answered(task, map.context.tasks().submit(work, o -> completion(map, task, o.error(), fails)));
            return;
        }
        task.future = map.context.tasks().submit(work);
        map.tasks.answered(task, TaskBook.answer(task.future));
        var unused = task.future.whenComplete((value, error) -> {
            boolean goneBefore = error instanceof TaskCancelledException e && e.reason() == CancelReason.MAP_GONE;
            if (!goneBefore && !(error instanceof TaskRefusedException)) {
                completion(map, task, error, false);
            }
        });
    }

    private void completion(WalkedMap map, Task task, Throwable error, boolean fails) {
        walk.guard(map, () -> {
            map.enter(Phase.INBOX, "hears of " + task);
            map.tasks.delivered(task, error, map.tick(), fails);
            if (oneIn(3)) {
                ofTheMapItself(map, 2);
            }
            if (fails) {
                map.faulted();
            }
        });
        if (fails) {
            throw new PlannedFault("completion");
        }
    }

    /** On the background thread, between two steps. */
    private int work(WalkedMap map, Task task, TaskContext c) {
        findings.note("    works at " + task);
        findings.check(!walk.scheduler.isInsideTick(), "work runs off the ticks", task);
        map.tasks.workBegins(task);
        try {
            if (oneIn(3)) {
                byAnybody(walk.someMap());
            }
            if (task.plan == Plan.CANCELS_ITSELF) {
                task.token.cancel();
                map.tasks.cancelled(task);
                findings.check(c.isCancelled(), "work sees its signal", task);
            }
        } catch (Throwable t) {
            findings.wrong("inside " + task, t);
        }
        map.tasks.workEnds(task);
        return switch (task.plan) {
            case EXCEPTION -> throw new PlannedFault("work");
            case PANIC -> throw new AssertionError("planned panic");
            default -> 1;
        };
    }
}
