package dev.maptick.maps.pool;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The objects through which arrays are used, kept for their next loan. First in, first out, and kept back until 64 are
 * there: so one that was given back stays closed for that long, and a late use of it is found. In strict mode none is ever
 * lent again.
 */
final class LoanRow<L extends Loan> {
    private static final int KEPT = 64;

    private final Supplier<L> maker;
    private final boolean strict;
    private final @Nullable Object[] row = new @Nullable Object[KEPT];
    private int head;
    private int size;

    LoanRow(Supplier<L> maker, boolean strict) {
        this.maker = maker;
        this.strict = strict;
    }

    @SuppressWarnings("unchecked") // only loans of this kind are put here
    L take() {
        Object loan = null;
        if (size == KEPT) {
            loan = row[head];
            row[head] = null;
            head = (head + 1) % KEPT;
            size--;
        }
        L lent = loan == null ? maker.get() : (L) loan;
        lent.lend();
        return lent;
    }

    void giveBack(L loan) {
        if (!strict && size < KEPT) {
            row[(head + size) % KEPT] = loan;
            size++;
        }
    }
}
