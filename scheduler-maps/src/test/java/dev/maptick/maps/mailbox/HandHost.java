package dev.maptick.maps.mailbox;

import dev.maptick.maps.MailboxLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/** A map whose ticks are made by hand: the thread that calls {@link #tick} is the owner meanwhile. */
final class HandHost implements MailboxHost {
    final AtomicInteger admitted = new AtomicInteger();
    final List<Throwable> faults = new ArrayList<>();
    final List<Runnable> completions = new ArrayList<>();
    Executor executor = completions::add;
    Runnable onAdmitted = () -> {};
    Runnable onFault = () -> {};
    volatile boolean insideOther;
    volatile Thread owner;

    Mailbox open(int capacity) {
        return new Mailbox(this, new MailboxLimits(capacity, 3, 4));
    }

    /** One tick's drain: what was there, at most so many. */
    int tick(Mailbox mailbox, int budget) {
        owner = Thread.currentThread();
        try {
            mailbox.beginDrain(0);
            int ran = 0;
            while (ran < budget && mailbox.runOne()) {
                ran++;
            }
            return ran;
        } finally {
            owner = null;
        }
    }

    /** The last task. */
    int last(Mailbox mailbox) {
        owner = Thread.currentThread();
        try {
            return mailbox.drainForClose(0, () -> true);
        } finally {
            mailbox.finishClose(null);
            owner = null;
        }
    }

    /** Runs what would run off the tick. */
    int complete() {
        List<Runnable> all = new ArrayList<>(completions);
        completions.clear();
        all.forEach(Runnable::run);
        return all.size();
    }

    @Override
    public String name() {
        return "house";
    }

    @Override
    public boolean isOwnerThread() {
        return owner == Thread.currentThread();
    }

    @Override
    public boolean isInsideSomeTick() {
        return insideOther || isOwnerThread();
    }

    @Override
    public Executor completions() {
        return executor;
    }

    @Override
    public void onAdmitted() {
        admitted.incrementAndGet();
        onAdmitted.run();
    }

    @Override
    public void onFault(Throwable thrown) {
        faults.add(thrown);
        onFault.run();
    }
}
