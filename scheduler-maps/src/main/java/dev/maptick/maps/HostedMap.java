package dev.maptick.maps;

import dev.maptick.core.ControlResult;
import dev.maptick.core.Names;
import dev.maptick.core.SettingsCheck;
import dev.maptick.core.TickRegistration;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** One map of a host: the handle outside, and the facts that its loop leaves there for other threads to read. */
final class HostedMap implements MapHandle {
    /**
     * What listeners have been told of a map.
     *
     * <pre>
     *   UNTOLD ──(opener, after onOpened)──► OPENED ──(whoever finds it gone, then calls onClosed)──► LEFT
     *     └──(left before the opener got there; the opener calls both)──────────────────────────────► LEFT
     * </pre>
     */
    private enum Told {
        UNTOLD,
        OPENED,
        LEFT
    }

    private final String name;
    private final String type;

    private final AtomicReference<Told> told = new AtomicReference<>(Told.UNTOLD);

    /** Set by the opener and, since a first tick may come before {@code register} has returned, by the loop too. */
    private volatile @Nullable TickRegistration registration;

    /** Written inside the map's tick when its period has changed. */
    private volatile Pace pace;

    /** Written once, inside the last task. */
    private volatile @Nullable Throwable failure;

    HostedMap(String name, MapOptions options) {
        this.name = name;
        this.type = options.type();
        this.pace = options.pace();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String type() {
        return type;
    }

    @Override
    public TickRegistration registration() {
        TickRegistration r = registration;
        if (r == null) {
            throw new IllegalStateException("map " + Names.quote(name) + " is not registered yet");
        }
        return r;
    }

    @Override
    public Duration tickPeriod() {
        return pace.tickPeriod();
    }

    @Override
    public int replicationEveryTicks() {
        return pace.replicationEveryTicks();
    }

    @Override
    public Duration updateInterval() {
        return pace.updateInterval();
    }

    @Override
    public CompletableFuture<Void> close() {
        return registration().unregister();
    }

    @Override
    public ControlResult setTick(Duration period) {
        SettingsCheck check = new SettingsCheck();
        Pace.check(check, "", period, pace.replicationEveryTicks());
        check.throwIfAny();
        return registration().setPeriod(period);
    }

    /** Tells the handle its registration. Always the same one; any thread. */
    void bind(TickRegistration r) {
        if (registration == null) {
            registration = r;
        }
    }

    /** Takes over the period of the present tick. Inside the map's tick; allocates only when it has changed. */
    void paceAt(long tickNanos) {
        Pace before = pace;
        if (before.tickNanos() != tickNanos) {
            pace = before.withTickNanos(tickNanos);
        }
    }

    /** Leaves the reason of a failed close for the listeners. Inside the last task. */
    void failed(Throwable cause) {
        failure = cause;
    }

    @Nullable
    Throwable failure() {
        return failure;
    }

    /**
     * The opener has called {@code onOpened}.
     *
     * @return false if the map has left meanwhile, so that the opener has to call {@code onClosed} too
     */
    boolean toldOpened() {
        return told.compareAndSet(Told.UNTOLD, Told.OPENED);
    }

    /**
     * The map was found gone.
     *
     * @return true for the one caller that has to call {@code onClosed}
     */
    boolean toldLeft() {
        return told.getAndSet(Told.LEFT) == Told.OPENED;
    }

    @Override
    public String toString() {
        TickRegistration r = registration;
        return "map " + Names.quote(name) + " of type " + Names.quote(type) + (r == null ? "" : ", " + r.state());
    }
}
