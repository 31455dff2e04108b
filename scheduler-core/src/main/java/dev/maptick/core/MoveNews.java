package dev.maptick.core;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The moves of one registration that listeners have not been told of yet, told one after the other in the order in which
 * they were made, each exactly once.
 *
 * <p>Two threads may move the same registration right after each other. If each told its own move, a listener could hear
 * the later one first and keep a wrong placement for good.
 *
 * <p>Why the order holds: moves are added under the lock of the lane the registration leaves and of the one it enters, so
 * additions have one order, that of the moves. Every adder calls {@link #tell} once, after the addition. The one that
 * raises {@code untold} from 0 tells until it is 0 again, the others leave at once; so there is at most one teller at a
 * time, it sees every move whose adder has raised the counter, and each raise is answered by one move. Handing over from
 * one teller to the next goes through the atomic counter, which orders what they do.
 */
final class MoveNews {
    private final Queue<Move> moves = new ConcurrentLinkedQueue<>();
    private final AtomicInteger untold = new AtomicInteger();

    private record Move(Placement from, Placement to) {}

    /** Holding both lanes' locks. */
    void add(Placement from, Placement to) {
        moves.add(new Move(from, to));
    }

    /** Once after each addition, holding no lock. Another thread that is telling right now tells this move too. */
    void tell(TickEntry entry, Listeners listeners) {
        if (untold.getAndIncrement() != 0) {
            return;
        }
        do {
            @Nullable Move move = moves.poll();
            if (move != null) {
                listeners.moved(entry, move.from(), move.to());
            }
        } while (untold.decrementAndGet() != 0);
    }
}
