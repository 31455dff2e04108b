package dev.maptick.core;

import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** Holds registrations against the {@link AdmissionPolicy}. Any thread. */
final class AdmissionGate {
    /** Below this part of the bound it is told anew. */
    private static final double AGAIN = 0.9;

    private final AdmissionPolicy policy;
    private final IntSupplier threads;
    private final LoadNews news;
    private final LongAdder refused = new LongAdder();
    private final AtomicBoolean told = new AtomicBoolean();

    /** Work of those accepted since the last look, by their hints. */
    private final DoubleAdder come = new DoubleAdder();

    private volatile double measured;

    AdmissionGate(AdmissionPolicy policy, IntSupplier threads, LoadNews news) {
        this.policy = policy;
        this.threads = threads;
        this.news = news;
    }

    /** The work of those accepted since the last measure, to be given to the next one. The guard's thread, before it measures. */
    double beforeMeasure() {
        return come.sum();
    }

    /**
     * The pool's work has been measured. Who came meanwhile may count twice until the next time.
     *
     * @param known what {@link #beforeMeasure} said
     */
    void measured(double work, double known) {
        come.add(-known);
        measured = work;
        if (work < AGAIN * policy.bound() * threads.getAsInt()) {
            told.set(false);
        }
    }

    /**
     * A map wants into the pool.
     *
     * @return why it is refused, null if it is not
     */
    @Nullable
    String refusal(String name, long costHintNs, long periodNs) {
        if (!policy.isOn()) {
            return null;
        }
        double own = (double) costHintNs / periodNs;
        double before = measured + come.sum();
        double most = policy.bound() * threads.getAsInt();
        if (own > 0 ? before + own <= most : before < most) {
            come.add(own);
            return null;
        }
        String words = String.format(
                Locale.ROOT,
                "map %s would take the pool's work from %.2f to %.2f threads, allowed: %.2f (%.2f of %d)",
                Names.quote(name),
                before,
                before + own,
                most,
                policy.bound(),
                threads.getAsInt());
        if (!told.getAndSet(true)) {
            news.warn(EventKind.OVERBOOKED, null, words + (policy.refuses() ? ": refused" : ": accepted"));
        }
        if (policy.refuses()) {
            refused.increment();
            return words;
        }
        come.add(own);
        return null;
    }

    long refused() {
        return refused.sum();
    }
}
