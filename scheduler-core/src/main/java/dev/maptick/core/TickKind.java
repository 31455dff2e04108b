package dev.maptick.core;

/** What registrations of one sort have in common, kept once for all of them where they come one after the other. */
record TickKind(String group, long costHintNs, MissPolicy missPolicy, Controls controls) {
    /** The same object again if nothing differs. */
    static TickKind of(TickKind last, TickOptions options) {
        long costHintNs = options.costHint().toNanos();
        boolean same = last.costHintNs == costHintNs
                && last.missPolicy == options.missPolicy()
                && last.group.equals(options.group());
        return same ? last : new TickKind(options.group(), costHintNs, options.missPolicy(), last.controls);
    }
}
