package dev.maptick.it.maps.walk;

import dev.maptick.maps.Admission;
import dev.maptick.maps.MailboxLimits;
import dev.maptick.maps.MailboxStats;
import dev.maptick.maps.RefusedPostException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * What a map's mailbox should hold, by the rules of the product: two lanes and a line of those that wait. The walk does one
 * thing at a time, so the order is exact, and that of each producer with it.
 */
final class PostBook {
    /** How a post was made. */
    enum Kind {
        NORMAL,
        HIGH,
        ASYNC,
        CALL,
        COMMAND
    }

    /** One post, from its making to its end. */
    static final class Post {
        final String name;
        final Kind kind;
        final boolean fails;

        /** The number of the first tick that may run it: what a tick posts to its own map waits for the next. */
        long notBefore;

        boolean ran;
        boolean dropped;
        Admission refused;
        CompletableFuture<?> future;

        Post(String name, Kind kind, boolean fails, long notBefore) {
            this.name = name;
            this.kind = kind;
            this.fails = fails;
            this.notBefore = notBefore;
        }

        @Override
        public String toString() {
            return kind + " " + name;
        }
    }

    private final String map;
    private final MailboxLimits limits;
    private final Findings findings;

    private final Deque<Post> high = new ArrayDeque<>();
    private final Deque<Post> normal = new ArrayDeque<>();
    private final Deque<Post> waiting = new ArrayDeque<>();
    private final List<Post> withFutures = new ArrayList<>();

    private Admission closed;
    private long accepted;
    private long executed;
    private long faults;
    private long failedAtClose;
    private long refusedFull;
    private long refusedWaiting;
    private long refusedStopping;
    private long refusedGone;
    private long withdrawn;

    PostBook(String map, MailboxLimits limits, Findings findings) {
        this.map = map;
        this.limits = limits;
        this.findings = findings;
    }

    /** What must become of a post of either lane now. */
    private Admission expected(boolean toHigh) {
        if (closed != null) {
            return closed;
        }
        boolean full = toHigh
                ? high.size() >= limits.highCapacity()
                : normal.size() >= limits.capacity() || !waiting.isEmpty();
        return full ? Admission.FULL : Admission.ACCEPTED;
    }

    /** A post was answered at once. */
    void answered(Post post, Admission answer) {
        boolean toHigh = post.kind == Kind.HIGH;
        findings.check(answer == expected(toHigh), "R4, answer to a post", answer, expected(toHigh));
        if (answer.isAccepted()) {
            accept(post);
        } else {
            refuse(post, answer);
        }
    }

    /** A post that may wait: its future tells. */
    void awaits(Post post, CompletableFuture<?> future) {
        track(post, future);
        Admission answer = expected(false);
        if (answer.isAccepted()) {
            accept(post);
        } else if (answer != Admission.FULL) {
            refuse(post, answer);
        } else if (waiting.size() < limits.waiters()) {
            waiting.add(post);
        } else {
            post.refused = Admission.FULL;
            refusedWaiting++;
        }
        boolean waits = waiting.contains(post);
        findings.check(future.isDone() != waits, "postAsync waits for space only", post);
    }

    /** Keeps the future of a post, to see that it ends, and how. */
    void track(Post post, CompletableFuture<?> future) {
        post.future = future;
        withFutures.add(post);
    }

    private void accept(Post post) {
        accepted++;
        (post.kind == Kind.HIGH ? high : normal).add(post);
    }

    private void refuse(Post post, Admission answer) {
        post.refused = answer;
        switch (answer) {
            case FULL -> refusedFull++;
            case STOPPING -> refusedStopping++;
            default -> refusedGone++;
        }
    }

    /** Some post that waits for space, or null. */
    Post someWaiting() {
        return waiting.peekLast();
    }

    /** The future of a post was cancelled; it answered whether that changed anything. */
    void cancelled(Post post, boolean answer) {
        boolean took = waiting.remove(post);
        findings.check(took == answer, "cancel of a post that waits", post);
        if (took) {
            withdrawn++;
        }
    }

    /** The map runs a post. */
    void begins(Post post, long tick, boolean last) {
        findings.check(!post.ran && !post.dropped, "R4, a post runs once", post);
        Deque<Post> lane = post.kind == Kind.HIGH ? high : normal;
        findings.check(lane.peekFirst() == post, "order of posts", post, lane.peekFirst());
        findings.check(last || tick >= post.notBefore, "a post never runs inline nor in its own drain", post);
        if (post.kind != Kind.HIGH) {
            Post before = high.peekFirst();
            findings.check(before == null || before.notBefore > tick, "high before normal", post, before);
        }
        lane.remove(post);
        post.ran = true;
        executed++;
        if (post.fails) {
            faults++;
        }
        if (post.kind != Kind.HIGH && closed == null) {
            while (!waiting.isEmpty() && normal.size() < limits.capacity()) {
                Post admitted = waiting.removeFirst();
                admitted.notBefore = tick + 1;
                accept(admitted);
            }
        }
    }

    /** The map is closing: those that wait are told. */
    void beginClose() {
        if (closed == null) {
            closed = Admission.STOPPING;
            for (Post post : waiting) {
                refuse(post, Admission.STOPPING);
            }
            waiting.clear();
        }
    }

    /** The map has left: what is queued will not run. */
    void gone(boolean drained) {
        if (closed == null) {
            for (Post post : waiting) {
                refuse(post, Admission.GONE);
            }
            waiting.clear();
        }
        closed = Admission.GONE;
        findings.check(!drained || depth() == 0, "R4, the last task runs all that was accepted", this);
        high.forEach(post -> post.dropped = true);
        normal.forEach(post -> post.dropped = true);
        failedAtClose += depth();
        high.clear();
        normal.clear();
    }

    /** Whether any post waits that a tick should have run. */
    boolean isDue(long tick) {
        return high.stream().anyMatch(post -> post.notBefore <= tick)
                || normal.stream().anyMatch(post -> post.notBefore <= tick);
    }

    int depth() {
        return high.size() + normal.size();
    }

    /** R4, after every step. */
    void check(MailboxStats found) {
        boolean holds = found.isBalanced()
                && found.accepted() == accepted
                && found.executed() == executed
                && found.faults() == faults
                && found.failedAtClose() == failedAtClose
                && found.depth() == depth()
                && found.highDepth() == high.size()
                && found.waiting() == waiting.size()
                && found.withdrawn() == withdrawn
                && found.refusedFull() == refusedFull
                && found.refusedWaiting() == refusedWaiting
                && found.refusedStopping() == refusedStopping
                && found.refusedGone() == refusedGone
                && found.hookFaults() == 0
                && found.highDepth() <= limits.highCapacity()
                && found.depth() - found.highDepth() <= limits.capacity()
                && found.highWaterDepth() <= limits.capacity() + limits.highCapacity();
        findings.check(holds, "R4, posts", found, this);
    }

    /** R4 over futures: those that are done say what became of the post, and once the map has left all are done. */
    void checkFutures() {
        withFutures.removeIf(post -> {
            if (!post.future.isDone()) {
                boolean open = post.kind == Kind.ASYNC
                        ? waiting.contains(post)
                        : !post.ran && !post.dropped && post.refused == null;
                findings.check(open, "R4, a future of " + map + " that never ends", post);
                return false;
            }
            checkEnd(post, reason(post.future));
            return true;
        });
    }

    private void checkEnd(Post post, Throwable reason) {
        boolean told;
        if (reason instanceof CancellationException) {
            told = true;
        } else if (post.refused != null) {
            told = reason instanceof RefusedPostException e && e.admission() == post.refused;
        } else if (post.kind == Kind.ASYNC) {
            told = reason == null;
        } else if (post.dropped) {
            told = reason instanceof RefusedPostException e && e.admission() == Admission.GONE;
        } else {
            told = post.ran && (post.fails ? reason instanceof PlannedFault : reason == null);
        }
        findings.check(told, "R4, told reason " + reason, post);
    }

    /** What a future that is done failed with; null if it has a value. */
    static Throwable reason(CompletableFuture<?> future) {
        return future.handle((value, thrown) ->
                        thrown instanceof CompletionException e && e.getCause() != null ? e.getCause() : thrown)
                .getNow(null);
    }

    @Override
    public String toString() {
        return "model of " + map + "[closed=" + closed + ", accepted=" + accepted + ", executed=" + executed
                + ", faults=" + faults + ", failedAtClose=" + failedAtClose + ", high=" + high.size() + ", normal="
                + normal.size() + ", waiting=" + waiting.size() + ", withdrawn=" + withdrawn + ", full=" + refusedFull
                + "/" + refusedWaiting + ", stopping=" + refusedStopping + ", gone=" + refusedGone + "]";
    }
}
