package dev.maptick.maps.mailbox;

import dev.maptick.maps.MapWork;
import dev.maptick.maps.RefusedPostException;

/** An item that somebody waits for: after it was accepted, exactly one of {@link #settle} and {@link #drop} is called. */
abstract class PostedWork implements MapWork {
    /** It has run, and what it threw has been counted. Inside the map's tick. */
    abstract void settle();

    /** It will never run. Any thread. */
    abstract void drop(RefusedPostException reason);
}
