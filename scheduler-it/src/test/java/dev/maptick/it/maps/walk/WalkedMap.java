package dev.maptick.it.maps.walk;

import dev.maptick.core.Tick;
import dev.maptick.maps.MapContext;
import dev.maptick.maps.MapHandle;
import dev.maptick.maps.MapOptions;
import dev.maptick.maps.PersistentMap;
import dev.maptick.maps.PostFaults;
import dev.maptick.maps.save.SaveOutcome;
import dev.maptick.maps.save.Snapshot;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;

/**
 * The game's side of one map in a walk, and what is known of it. Every entry goes through {@link #enter}, which is where R5
 * is seen.
 */
final class WalkedMap implements PersistentMap {
    /** Where in its tick a map is; phases never go back. */
    enum Phase {
        NONE,
        OPEN,
        INBOX,
        TIMERS,
        TICK,
        REPLICATE,
        OCCUPANTS,
        CLOSE
    }

    /** What the owner has asked for. */
    final String name;

    final MapOptions options;
    final boolean kept;
    final PostBook posts;
    final TimerBook timers;
    final TaskBook tasks;

    private final MapWalk walk;
    private final boolean failsToOpen;
    private final boolean failsToClose;
    private final boolean tells;

    MapContext context;
    MapHandle handle;
    CompletableFuture<Void> closed;
    CompletableFuture<SaveOutcome> saved;

    boolean opened;
    boolean closing;
    boolean stopped;
    boolean lastRan;

    /** Nothing of the map may run any more. */
    boolean gone;

    int occupants;
    long ticks;
    long tickFaults;
    /** When something last happened that may put off its next tick. */
    long calmSinceNs;

    /** The longest period since the latest tick began. */
    long longestPeriodNs;

    /** What is saved: how often it changed. */
    long version;

    private Phase phase = Phase.NONE;
    private long enteredTick = -1;
    private boolean inLast;

    /** Whether the time budgets of this tick may have been used up. */
    private boolean spent;

    private int inboxRan;

    WalkedMap(MapWalk walk, String name, MapOptions options, boolean kept, long version) {
        this.walk = walk;
        this.name = name;
        this.options = options;
        this.kept = kept;
        this.version = version;
        Findings findings = walk.findings;
        posts = new PostBook(name, options.limits().mailbox(), findings);
        timers = new TimerBook(walk.now(), options.limits().timers(), findings);
        tasks = new TaskBook(name, options.limits().tasks(), findings);
        failsToOpen = walk.oneIn(25);
        failsToClose = walk.oneIn(15);
        tells = !walk.oneIn(4);
        occupants = walk.oneIn(2) ? 1 : 0;
        calmSinceNs = walk.now();
    }

    void disturbed() {
        calmSinceNs = walk.now();
    }

    boolean isInBody() {
        return walk.inside == this;
    }

    /** The first tick that may run what is given to the map now. */
    long nextTick() {
        return isInBody() && phase == Phase.OPEN ? ticks : ticks + 1;
    }

    long tick() {
        return ticks;
    }

    boolean isInLast() {
        return isInBody() && inLast;
    }

    long startNanos() {
        return context.tick().startNanos();
    }

    void spend(long nanos) {
        spent = true;
        walk.stepped.clock().advance(nanos);
    }

    /** Code of the map begins to run. */
    void enter(Phase next, String what) {
        Findings findings = walk.findings;
        findings.note("    " + name + " " + what);
        findings.check(!gone, "R5, code of a map that has left: " + what, name);
        findings.check(context == null || context.isOwnerThread(), "code of a map runs inside its tick: " + what, name);
        Tick tick = context.tick();
        if (enteredTick != tick.number() || inLast != tick.isLast()) {
            tickBegins(tick);
        }
        findings.check(next.compareTo(phase) >= 0, "phases in order, " + next + " after " + phase, name);
        phase = next;
        walk.inside = this;
        if (next == Phase.INBOX) {
            inboxRan++;
            boolean within = inLast || inboxRan <= options.limits().work().callbacks();
            findings.check(within, "completions and posts within the budget of a tick", inboxRan);
        }
    }

    private void tickBegins(Tick tick) {
        Findings findings = walk.findings;
        enteredTick = tick.number();
        inLast = tick.isLast();
        phase = Phase.NONE;
        spent = false;
        inboxRan = 0;
        walk.entered(this);
        timers.tickBegins();
        findings.check(tick.startNanos() - tick.deadlineNanos() >= 0, "R3, a tick never starts early", name);
        if (inLast) {
            findings.check(tick.number() == ticks, "the last task counts as no tick", name);
            closing = true;
            posts.beginClose();
            timers.stop();
            tasks.close();
            return;
        }
        ticks++;
        findings.check(tick.number() == ticks, "ticks are counted one by one, model " + ticks, tick.number());
        findings.check(context.tickPeriod().toNanos() == tick.periodNanos(), "tickPeriod() is that of the tick", name);
        calmSinceNs = tick.startNanos();
        longestPeriodNs = tick.periodNanos();
    }

    @Override
    public void onOpen(MapContext c) {
        context = c;
        walk.guard(this, () -> {
            enter(Phase.OPEN, "onOpen");
            walk.findings.check(!opened && ticks == 1, "onOpen comes once, in the first tick", name);
            walk.deeds.ofTheMapItself(this, 3);
        });
        if (failsToOpen) {
            stopped = true;
            closes();
            tickFaults++;
            throw new PlannedFault("onOpen");
        }
        opened = true;
    }

    /** The map is being closed by this call or by the runtime itself. */
    void closes() {
        closing = true;
        posts.beginClose();
    }

    /** A post or completion threw. */
    void faulted() {
        if (options.postFaults() == PostFaults.STOP_MAP && !stopped) {
            stopped = true;
            tickFaults += inLast ? 0 : 1;
            closes();
        }
    }

    @Override
    public void onTick(MapContext c) {
        walk.guard(this, () -> {
            enter(Phase.TICK, "onTick");
            walk.findings.check(
                    spent || inboxRan >= options.limits().work().callbacks() || !posts.isDue(ticks),
                    "posts that were there when the drain began run, up to the budget",
                    posts);
            timers.phaseOver(startNanos(), spent);
            if (kept && walk.oneIn(3)) {
                version++;
                c.markChanged();
            }
            if (walk.oneIn(3)) {
                walk.deeds.ofTheMapItself(this, 2);
            }
        });
        fault("onTick");
    }

    @Override
    public void onReplicate(MapContext c) {
        walk.guard(this, () -> enter(Phase.REPLICATE, "onReplicate"));
        fault("onReplicate");
    }

    @Override
    public int occupants(MapContext c) {
        walk.guard(this, () -> enter(Phase.OCCUPANTS, "occupants"));
        return tells ? occupants : OCCUPANTS_UNKNOWN;
    }

    private void fault(String what) {
        if (walk.oneIn(20)) {
            tickFaults++;
            throw new PlannedFault(what);
        }
    }

    @Override
    public void onClose(MapContext c) {
        context = c;
        walk.guard(this, () -> {
            enter(Phase.CLOSE, "onClose");
            walk.findings.check(!lastRan, "onClose comes once", name);
            walk.findings.check(c.isOpened() == opened, "isOpened() in onClose", name);
            lastRan = true;
            walk.deeds.ofTheMapItself(this, 1);
        });
        if (failsToClose) {
            throw new PlannedFault("onClose");
        }
    }

    boolean leavesWithFailure() {
        return stopped || failsToClose;
    }

    @Override
    public void prepare() {
        walk.findings.check(walk.inside == null, "prepare runs off the ticks", name);
    }

    @Override
    public Snapshot capture() {
        walk.findings.check(!gone && opened && context.isOwnerThread(), "R5, capture inside the tick", name);
        return Snapshot.of((name + ":" + version).getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public boolean tracksChanges() {
        return true;
    }

    @Override
    public String toString() {
        return name;
    }
}
