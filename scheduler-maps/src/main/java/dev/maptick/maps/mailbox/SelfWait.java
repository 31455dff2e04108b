package dev.maptick.maps.mailbox;

import dev.maptick.core.Names;
import dev.maptick.core.SelfWaitException;

/** Refuses waits inside a map's tick for what only a later tick of that map can bring about. */
final class SelfWait {
    private SelfWait() {}

    /** Throws inside the map's tick. */
    static void check(MailboxHost host, String act) {
        if (host.isOwnerThread()) {
            throw new SelfWaitException(act + " inside the tick of map " + Names.quote(host.name())
                    + " would wait for this map's own tick, which goes on after it");
        }
    }
}
