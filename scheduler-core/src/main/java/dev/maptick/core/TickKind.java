package dev.maptick.core;

/** What registrations of one sort have in common, kept once for all of them where they come one after the other. */
record TickKind(String group, long costHintNs, MissPolicy missPolicy, FaultPolicy faultPolicy, Controls controls) {
    /** Whether a registration with these options is of this kind. */
    boolean isOf(TickOptions options) {
        return costHintNs == options.costHint().toNanos()
                && missPolicy == options.missPolicy()
                && faultPolicy.equals(options.faultPolicy())
                && group.equals(options.group());
    }

    /** The kind of a registration with these options, on the same scheduler. */
    TickKind like(TickOptions options) {
        return new TickKind(
                options.group(), options.costHint().toNanos(), options.missPolicy(), options.faultPolicy(), controls);
    }
}
