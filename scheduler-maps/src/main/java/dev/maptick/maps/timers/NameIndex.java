package dev.maptick.maps.timers;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Timers by name, so that cancelling a name costs as much as it has timers. Owner only. */
final class NameIndex {
    /** All timers of one name. */
    static final class Group {
        final String name;

        @Nullable
        NamedTimer first;

        Group(String name) {
            this.name = name;
        }
    }

    private Map<String, Group> groups = Map.of();

    void add(String name, TimerNode node) {
        if (groups.isEmpty()) {
            groups = new HashMap<>();
        }
        Group group = groups.computeIfAbsent(name, Group::new);
        NamedTimer link = new NamedTimer(node, group);
        NamedTimer after = group.first;
        link.next = after;
        if (after != null) {
            after.prev = link;
        }
        group.first = link;
        node.named = link;
    }

    void remove(TimerNode node) {
        NamedTimer link = node.named;
        if (link == null) {
            return;
        }
        node.named = null;
        NamedTimer before = link.prev;
        NamedTimer after = link.next;
        if (after != null) {
            after.prev = before;
        }
        if (before != null) {
            before.next = after;
        } else {
            link.group.first = after;
            if (after == null) {
                groups.remove(link.group.name);
            }
        }
    }

    /** The first link of a name's list. */
    @Nullable
    NamedTimer first(String name) {
        Group group = groups.get(name);
        return group == null ? null : group.first;
    }

    /** Lets all memory go. Nodes keep their links, which lead nowhere that matters. */
    void clear() {
        groups = Map.of();
    }
}
