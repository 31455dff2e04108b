package dev.maptick.maps;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.RecordComponent;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Watches totals: no count of any type may go down from one reading to the next. One thread. */
final class RisingCounts {
    /** What is of open maps only. */
    private static final Set<String> LEVELS = Set.of(
            "open",
            "asleep",
            "occupied",
            "occupants",
            "depth",
            "highDepth",
            "waiting",
            "leftOverNs",
            "pending",
            "queued",
            "running",
            "completionsQueued",
            "entities",
            "players",
            "active",
            "starved",
            "maps",
            "dormant",
            "inFlight");

    private final Map<String, Long> before = new HashMap<>();

    /** Throws if one went down. */
    void read(List<TypeTotals> totals) {
        for (TypeTotals type : totals) {
            read(type.type(), type);
        }
    }

    private void read(String path, Record part) {
        for (RecordComponent component : part.getClass().getRecordComponents()) {
            Object value = value(component, part);
            if (value instanceof WorkBounds || value instanceof MailboxLimits || LEVELS.contains(component.getName())) {
                continue;
            }
            String name = path + "." + component.getName();
            if (value instanceof Record inner) {
                read(name, inner);
            } else if (value instanceof Number count) {
                Long was = before.put(name, count.longValue());
                assertThat(count.longValue()).as(name).isGreaterThanOrEqualTo(was == null ? 0 : was);
            }
        }
    }

    private static Object value(RecordComponent component, Record part) {
        try {
            return component.getAccessor().invoke(part);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    int size() {
        return before.size();
    }
}
