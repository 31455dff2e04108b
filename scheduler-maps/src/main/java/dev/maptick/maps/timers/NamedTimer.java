package dev.maptick.maps.timers;

import org.jspecify.annotations.Nullable;

/** A timer's link in the list of all timers of its name. Owner only. */
final class NamedTimer {
    final TimerNode node;
    final NameIndex.Group group;

    @Nullable
    NamedTimer next;

    @Nullable
    NamedTimer prev;

    NamedTimer(TimerNode node, NameIndex.Group group) {
        this.node = node;
        this.group = group;
    }

    String name() {
        return group.name;
    }
}
