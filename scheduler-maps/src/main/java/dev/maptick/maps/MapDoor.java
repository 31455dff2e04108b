package dev.maptick.maps;

import dev.maptick.core.TickScheduler;
import dev.maptick.maps.mailbox.MailboxHost;
import dev.maptick.maps.tasks.TaskOwner;
import dev.maptick.maps.timers.TimerOwner;
import java.util.concurrent.Executor;

/** What mailbox, timers and tasks ask of the map they belong to. Any thread, but for the faults. */
final class MapDoor implements MailboxHost, TimerOwner, TaskOwner {
    private final HostedMap handle;
    private final OwnerThread owner;
    private final TickScheduler scheduler;
    private final WorkFaults faults;

    MapDoor(HostedMap handle, OwnerThread owner, TickScheduler scheduler, WorkFaults faults) {
        this.handle = handle;
        this.owner = owner;
        this.scheduler = scheduler;
        this.faults = faults;
    }

    @Override
    public String name() {
        return handle.name();
    }

    @Override
    public boolean isCurrent() {
        return owner.isCurrent();
    }

    @Override
    public void check(String act) {
        owner.check(act);
    }

    @Override
    public boolean isOwnerThread() {
        return owner.isCurrent();
    }

    @Override
    public boolean isInsideSomeTick() {
        return scheduler.isInsideTick();
    }

    @Override
    public Executor completions() {
        return scheduler.completions();
    }

    @Override
    public void onAdmitted() {
        handle.wakeForWork();
    }

    @Override
    public void onCompletion() {
        handle.wakeForWork();
    }

    @Override
    public void counted() {
        handle.counted();
    }

    @Override
    public void onFault(Throwable thrown) {
        faults.work("a post", thrown);
    }
}
