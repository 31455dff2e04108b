package dev.maptick.core;

/** A request was refused and nothing changed. {@link #refusal()} tells why in a way a program can act on. */
public class RefusedException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    /** The reason. */
    private final Refusal refusal;

    /**
     * Makes one.
     *
     * @param refusal the reason
     * @param message what was refused, the value found and what is allowed
     */
    public RefusedException(Refusal refusal, String message) {
        super(message);
        this.refusal = refusal;
    }

    /**
     * Why it was refused.
     *
     * @return the reason
     */
    public final Refusal refusal() {
        return refusal;
    }
}
