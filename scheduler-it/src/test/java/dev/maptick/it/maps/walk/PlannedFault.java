package dev.maptick.it.maps.walk;

/** A fault that the walk throws on purpose. */
final class PlannedFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    PlannedFault(String what) {
        super(what);
    }

    @Override
    public Throwable fillInStackTrace() {
        return this;
    }
}
