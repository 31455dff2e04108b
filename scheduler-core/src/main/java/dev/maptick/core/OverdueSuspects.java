package dev.maptick.core;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Registrations seen to wait long past their time while a worker waited too. One look proves nothing: the process may have
 * been frozen, or the worker be called and without a processor yet. So a registration is believed to be lost only if it is
 * seen so several times, far apart in real time, and has not had its turn in between. However long a freeze lasts, it comes
 * between two looks only. Guarded by the audit's lock.
 */
final class OverdueSuspects {
    /** So far past its time nobody is by way of load: who waits in line waits for workers that are busy. */
    static final long FAR_NS = 10_000_000_000L;

    /** Looks closer together than this count as one. */
    static final long APART_NS = 10_000_000_000L;

    static final int LOOKS = 3;

    /** One would do to tell of the fault. */
    private static final int MOST = 64;

    private final Map<TickEntry, Suspicion> suspects = new HashMap<>();

    /**
     * One was seen to wait so.
     *
     * @param nowNs real time
     * @return whether it is believed to be lost now
     */
    boolean isLost(TickEntry entry, long nowNs) {
        Suspicion known = suspects.get(entry);
        if (known == null || known.dueNs != entry.dueNs) {
            if (known != null || suspects.size() < MOST) {
                suspects.put(entry, new Suspicion(entry.dueNs, nowNs, 1));
            }
            return false;
        }
        if (nowNs - known.seenNs >= APART_NS && known.looks < LOOKS) {
            known = new Suspicion(known.dueNs, nowNs, known.looks + 1);
            suspects.put(entry, known);
        }
        return known.looks >= LOOKS;
    }

    /** One was seen not to. */
    void acquit(TickEntry entry) {
        if (!suspects.isEmpty()) {
            suspects.remove(entry);
        }
    }

    List<TickEntry> all() {
        return suspects.isEmpty() ? List.of() : List.copyOf(suspects.keySet());
    }

    private record Suspicion(long dueNs, long seenNs, int looks) {}
}
