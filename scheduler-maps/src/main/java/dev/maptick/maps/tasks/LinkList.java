package dev.maptick.maps.tasks;

import org.jspecify.annotations.Nullable;

/**
 * Things in the order in which they came, linked through themselves: adding, taking and removing one allocate nothing and do
 * not depend on the length. Each is in one list at most. Guarded by the pool's lock, but for a list that one method keeps to
 * itself.
 *
 * @param <N> what is listed
 */
final class LinkList<N extends Linked<N>> {
    private @Nullable N first;
    private @Nullable N last;
    private int size;

    int size() {
        return size;
    }

    boolean isEmpty() {
        return first == null;
    }

    boolean contains(N node) {
        return node.list == this;
    }

    @Nullable
    N first() {
        return first;
    }

    void addLast(N node) {
        assert node.list == null : "in another list";
        node.list = this;
        node.previous = last;
        if (last == null) {
            first = node;
        } else {
            last.next = node;
        }
        last = node;
        size++;
    }

    @Nullable
    N pollFirst() {
        N node = first;
        if (node != null) {
            remove(node);
        }
        return node;
    }

    void remove(N node) {
        assert node.list == this : "not in this list";
        N before = node.previous;
        N after = node.next;
        if (before == null) {
            first = after;
        } else {
            before.next = after;
        }
        if (after == null) {
            last = before;
        } else {
            after.previous = before;
        }
        node.previous = null;
        node.next = null;
        node.list = null;
        size--;
    }
}
