package dev.maptick.metrics;

import dev.maptick.core.Placement;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The rows, by type and placement. Any thread; finding a row that is there takes no lock and allocates nothing.
 *
 * <p>Types are taken as they come, up to a cap. Later ones share the rows of type {@code other} and leave no trace here,
 * so nothing grows with the number of types seen. Rows are never removed, so that totals never go down.
 */
final class TypeTable {
    static final String OTHER = "other";

    private final int maxTypes;
    private final Set<String> types = ConcurrentHashMap.newKeySet();
    private final ConcurrentMap<String, TypeRow> pool = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, TypeRow> dedicated = new ConcurrentHashMap<>();

    /** Rows that listeners have not been told of yet. */
    private final Queue<TypeRow> untold = new ConcurrentLinkedQueue<>();

    private final List<Consumer<TypeRow>> listeners = new CopyOnWriteArrayList<>();

    TypeTable(int maxTypes) {
        this.maxTypes = maxTypes;
    }

    /** The row for a registration's group, made if it is new; {@link #announce} tells of new ones. */
    TypeRow row(String group, Placement placement) {
        ConcurrentMap<String, TypeRow> rows = placement == Placement.POOL ? pool : dedicated;
        TypeRow row = rows.get(group);
        if (row == null) {
            String type = admit(group);
            row = rows.get(type);
            if (row == null) {
                row = add(rows, new TypeRow(type, placement));
            }
        }
        return row;
    }

    private TypeRow add(ConcurrentMap<String, TypeRow> rows, TypeRow row) {
        TypeRow before = rows.putIfAbsent(row.type(), row);
        if (before != null) {
            return before;
        }
        untold.add(row);
        return row;
    }

    private String admit(String group) {
        if (types.contains(group)) {
            return group;
        }
        if (types.size() >= maxTypes) {
            return OTHER;
        }
        synchronized (types) {
            if (types.contains(group)) {
                return group;
            }
            if (types.size() >= maxTypes) {
                return OTHER;
            }
            types.add(group);
            return group;
        }
    }

    /** Every row there is. */
    List<TypeRow> rows() {
        List<TypeRow> all = new ArrayList<>(pool.values());
        all.addAll(dedicated.values());
        return all;
    }

    /** Hears of every row, those there are already included; of some it may hear twice. */
    void addListener(Consumer<TypeRow> listener) {
        listeners.add(listener);
        rows().forEach(listener);
    }

    void removeListener(Consumer<TypeRow> listener) {
        listeners.remove(listener);
    }

    /**
     * Tells listeners of new rows. Called outside every lock, since listeners run code of others.
     *
     * @throws RuntimeException what a listener threw first, after all have been told
     */
    void announce() {
        RuntimeException first = null;
        for (TypeRow row = untold.poll(); row != null; row = untold.poll()) {
            for (Consumer<TypeRow> listener : listeners) {
                first = tell(listener, row, first);
            }
        }
        if (first != null) {
            throw first;
        }
    }

    private static @Nullable RuntimeException tell(
            Consumer<TypeRow> listener, TypeRow row, @Nullable RuntimeException first) {
        try {
            listener.accept(row);
            return first;
        } catch (RuntimeException e) {
            return first == null ? e : first;
        }
    }
}
