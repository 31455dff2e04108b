package dev.maptick.core;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * News of one registration that listeners have not been told of yet, told one after the other in the order in which they
 * came about, each exactly once.
 *
 * <p>Two threads may move the same registration right after each other, or one free it while another quarantines it. If each
 * told its own news, a listener could hear the later one first and keep a wrong placement for good.
 *
 * <p>Why the order holds: news are added under the lock of the lane the registration is in (of a move: of both), so
 * additions have one order, that of the changes. Every adder calls {@link #tell} once, after the addition. The one that
 * raises {@code untold} from 0 tells until it is 0 again, the others leave at once; so there is at most one teller at a
 * time, it sees every piece whose adder has raised the counter, and each raise is answered by one piece. Handing over from
 * one teller to the next goes through the atomic counter, which orders what they do.
 */
final class News<T> {
    private final Queue<T> pieces = new ConcurrentLinkedQueue<>();
    private final AtomicInteger untold = new AtomicInteger();

    /** Holding the lock, or both. */
    void add(T piece) {
        pieces.add(piece);
    }

    /**
     * Once after each addition, holding no lock. Another thread that is telling right now tells this piece too.
     *
     * @param teller must not throw
     */
    void tell(Consumer<? super T> teller) {
        if (untold.getAndIncrement() != 0) {
            return;
        }
        do {
            @Nullable T piece = pieces.poll();
            if (piece != null) {
                teller.accept(piece);
            }
        } while (untold.decrementAndGet() != 0);
    }
}
