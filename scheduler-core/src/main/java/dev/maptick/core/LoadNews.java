package dev.maptick.core;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is done about load is an event and a log line, both with the reason. Any thread, no lock held. */
final class LoadNews {
    private static final Logger LOG = LoggerFactory.getLogger(TickScheduler.class);

    private final Events events;
    private final Listeners listeners;

    LoadNews(Events events, Listeners listeners) {
        this.events = events;
        this.listeners = listeners;
    }

    void tell(EventKind kind, @Nullable TickRegistration map, String text) {
        events.tell(kind, map, text);
        listeners.log(() -> LOG.info("{}", text));
    }

    void warn(EventKind kind, @Nullable TickRegistration map, String text) {
        events.tell(kind, map, text);
        listeners.log(() -> LOG.warn("{}", text));
    }
}
