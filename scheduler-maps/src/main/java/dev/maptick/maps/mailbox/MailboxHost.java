package dev.maptick.maps.mailbox;

import java.util.concurrent.Executor;

/** What a mailbox asks of the map it belongs to. What these methods throw is caught and counted. */
public interface MailboxHost {
    /**
     * The map's name, for messages.
     *
     * @return as it was opened
     */
    String name();

    /**
     * Whether the calling thread is inside this map's tick or last task.
     *
     * @return true only there
     */
    boolean isOwnerThread();

    /**
     * Whether the calling thread is inside the tick of any map of the same scheduler.
     *
     * @return true inside this map's own tick too
     */
    boolean isInsideSomeTick();

    /**
     * Where futures complete, and with them their dependents, which are code of a user.
     *
     * @return an executor off the tick; if it refuses, the future completes on the thread that asked
     */
    Executor completions();

    /**
     * A post was admitted. Called after the item can be taken, on the thread that posted or, for one that waited for
     * space, on the one that made it; never under a lock. A map that may be suspended is woken here.
     *
     * <p>No wake-up is lost if a map that wants to suspend first makes its suspension visible, by a volatile write or a
     * stronger one, and then asks {@link Mailbox#pending()}. The post raised the depth by a compare-and-set before it
     * called here, so of the two writes, depth and suspension, one comes first in the order of volatile accesses: either
     * the map sees the depth, or the post finds the map suspended.
     */
    void onAdmitted();

    /**
     * A posted item threw. Called inside the map's tick, after it was counted.
     *
     * @param thrown what it threw
     */
    void onFault(Throwable thrown);

    /**
     * A count that threads other than the map's raise has gone up, by an atomic write that precedes this call. On whichever
     * thread raised it, under no lock of the mailbox, and after the map has left too. Must not throw.
     */
    default void counted() {}
}
