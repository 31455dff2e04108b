package dev.maptick.core;

/**
 * What becomes of a registration that would take the pool's work past a bound. Immutable. The bound is checked when the scheduler
 * is built.
 *
 * <p>The pool's work is the sum of cost by period over its maps, in threads: by measure, or by the {@linkplain
 * TickOptions#costHint cost hint} as long as a map has not ticked. So of maps that come without hints it learns about half a second
 * later. Suspended maps count as nothing. A map that gets a dedicated thread is always accepted.
 */
public final class AdmissionPolicy {
    private static final AdmissionPolicy ACCEPT = new AdmissionPolicy(Act.ACCEPT, 1);

    private final Act act;
    private final double bound;

    private AdmissionPolicy(Act act, double bound) {
        this.act = act;
        this.bound = bound;
    }

    /** What to do past the bound. */
    enum Act {
        ACCEPT,
        WARN,
        REFUSE
    }

    /**
     * Accepts all and measures nothing. The default.
     *
     * @return the policy
     */
    public static AdmissionPolicy accept() {
        return ACCEPT;
    }

    /**
     * Accepts all; a log line and an event {@link EventKind#OVERBOOKED} when registrations have gone past the bound, once until the
     * work was below nine tenths of it again.
     *
     * @param bound share of the pool's threads, 0.01 to 100
     * @return the policy
     */
    public static AdmissionPolicy warn(double bound) {
        return new AdmissionPolicy(Act.WARN, bound);
    }

    /**
     * Refuses a registration that would go past the bound, with {@link Refusal#OVERLOADED}; the first one is logged and an event
     * as with {@link #warn}. A newcomer without a cost hint is refused once the bound is reached.
     *
     * @param bound share of the pool's threads, 0.01 to 100
     * @return the policy
     */
    public static AdmissionPolicy refuse(double bound) {
        return new AdmissionPolicy(Act.REFUSE, bound);
    }

    /** Notes what is wrong with it. */
    void check(SettingsCheck check) {
        if (!(bound >= 0.01 && bound <= 100)) {
            check.bad("admission.bound", Double.toString(bound), "0.01..100");
        }
    }

    boolean isOn() {
        return act != Act.ACCEPT;
    }

    boolean refuses() {
        return act == Act.REFUSE;
    }

    double bound() {
        return bound;
    }

    @Override
    public String toString() {
        return isOn() ? "AdmissionPolicy[" + act + " above " + bound + "]" : "AdmissionPolicy[ACCEPT]";
    }
}
