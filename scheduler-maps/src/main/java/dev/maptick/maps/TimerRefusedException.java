package dev.maptick.maps;

/** What the stage of a refused {@link MapTimers#delay} fails with. */
public final class TimerRefusedException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** The reason. */
    private final TimerRefusal refusal;

    /**
     * Makes one.
     *
     * @param refusal the reason
     * @param message what was refused and why
     */
    public TimerRefusedException(TimerRefusal refusal, String message) {
        super(message);
        this.refusal = refusal;
    }

    /**
     * Why it was refused.
     *
     * @return the reason
     */
    public TimerRefusal refusal() {
        return refusal;
    }
}
