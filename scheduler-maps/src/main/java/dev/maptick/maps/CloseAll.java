package dev.maptick.maps;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Closes many maps and gathers how each went. Any thread; the last map to leave completes the future. */
final class CloseAll {
    private final int count;
    private final AtomicInteger left;
    private final Map<String, Throwable> failures = new ConcurrentHashMap<>();
    private final CloseAllFuture done;

    private CloseAll(List<CompletableFuture<Void>> members) {
        count = members.size();
        left = new AtomicInteger(count);
        done = new CloseAllFuture(members);
    }

    static CompletableFuture<CloseReport> of(List<MapHandle> maps) {
        List<CompletableFuture<Void>> members = new ArrayList<>(maps.size());
        for (MapHandle map : maps) {
            members.add(map.close());
        }
        CloseAll all = new CloseAll(members);
        if (maps.isEmpty()) {
            all.finish();
        }
        for (int i = 0; i < maps.size(); i++) {
            String name = maps.get(i).name();
            var unused = members.get(i).whenComplete((nothing, failure) -> all.closed(name, failure));
        }
        return all.done;
    }

    private void closed(String name, @Nullable Throwable failure) {
        if (failure != null) {
            failures.put(name, failure);
        }
        if (left.decrementAndGet() == 0) {
            finish();
        }
    }

    private void finish() {
        done.done(new CloseReport(count, failures));
    }
}
