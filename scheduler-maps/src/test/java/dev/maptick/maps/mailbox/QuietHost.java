package dev.maptick.maps.mailbox;

import java.util.concurrent.Executor;

/** A host that does nothing, for counting and timing. */
class QuietHost implements MailboxHost {
    @Override
    public String name() {
        return "house";
    }

    @Override
    public boolean isOwnerThread() {
        return false;
    }

    @Override
    public boolean isInsideSomeTick() {
        return false;
    }

    @Override
    public Executor completions() {
        return Runnable::run;
    }

    @Override
    public void onAdmitted() {}

    @Override
    public void onFault(Throwable thrown) {}
}
