package dev.maptick.maps.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists and arrays without garbage; U5 of the feature ledger. */
class MapPoolTest {
    private final MapPool pool = new MapPool();

    @AfterEach
    void allIsGivenBack() {
        assertThat(pool.outstanding()).isZero();
        assertThat(pool.retainedBytes()).isBetween(0L, MapPool.DEFAULT_MAX_RETAINED_BYTES);
    }

    @Test
    void aListHoldsWhatIsPutIn() {
        try (PooledList<String> list = pool.list()) {
            assertThat(list.isEmpty()).isTrue();
            for (int i = 0; i < 100; i++) {
                list.add("e" + i);
            }
            list.set(5, "five");
            assertThat(list.size()).isEqualTo(100);
            assertThat(list.get(5)).isEqualTo("five");
            assertThat(list.swapRemove(0)).isEqualTo("e0");
            assertThat(list.get(0)).isEqualTo("e99");
            List<String> seen = new ArrayList<>();
            list.forEach(seen::add);
            assertThat(seen).hasSize(99);
            assertThatThrownBy(() -> list.get(99)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> list.add(null)).isInstanceOf(NullPointerException.class);
            list.clear();
            assertThat(list.size()).isZero();
        }
        try (PooledList<Integer> list = pool.list()) {
            assertThat(list.isEmpty()).isTrue();
        }
    }

    @Test
    void aListOfIntsHoldsWhatIsPutIn() {
        try (PooledInts ints = pool.ints()) {
            for (int i = 0; i < 1_000; i++) {
                ints.add(i);
            }
            ints.set(7, -7);
            assertThat(ints.get(7)).isEqualTo(-7);
            assertThat(ints.swapRemove(0)).isZero();
            assertThat(ints.get(0)).isEqualTo(999);
            assertThat(ints.size()).isEqualTo(999);
            assertThatThrownBy(() -> ints.get(999)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> ints.get(-1)).isInstanceOf(IndexOutOfBoundsException.class);
            ints.clear();
            assertThat(ints.isEmpty()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 16, 17, 65_536, 65_537, 1_000_000})
    void anArrayIsAsLongAsAskedFor(int length) {
        try (PooledBytes bytes = pool.bytes(length)) {
            assertThat(bytes.array().length).isGreaterThanOrEqualTo(length);
            assertThat(bytes.length()).isEqualTo(length);
        }
        assertThatThrownBy(() -> pool.bytes(-1)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void givingBackTwiceAndUsingItAfterThatAreRefused(boolean strict) {
        MapPool own = new MapPool(1_000, strict);
        PooledList<String> list = own.list();
        PooledInts ints = own.ints();
        PooledBytes bytes = own.bytes(5);
        assertThat(own.outstanding()).isEqualTo(3);
        list.close();
        ints.close();
        bytes.close();
        // Others borrow in between, and get other objects.
        own.list().close();
        own.ints().close();
        own.bytes(3).close();

        assertThatThrownBy(list::close).hasMessage("PooledList was given back twice");
        assertThatThrownBy(ints::close).hasMessage("PooledInts was given back twice");
        assertThatThrownBy(bytes::close).hasMessage("PooledBytes was given back twice");
        assertThatThrownBy(() -> list.add("x")).hasMessage("PooledList was used after it was given back");
        assertThatThrownBy(list::clear).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> ints.get(0)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(ints::isEmpty).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(bytes::array).isInstanceOf(IllegalStateException.class);
        assertThat(own.outstanding()).isZero();
    }

    @Test
    void strictModeFindsALateUseHoweverLate() {
        MapPool own = new MapPool(1_000, true);
        PooledInts ints = own.ints();
        ints.close();
        for (int i = 0; i < 1_000; i++) {
            own.ints().close();
        }
        List<PooledInts> lent = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            lent.add(own.ints());
        }
        assertThatThrownBy(ints::close).isInstanceOf(IllegalStateException.class);
        lent.forEach(PooledInts::close);
    }

    @Test
    void keepsNothingAliveThatWasInAList() {
        List<WeakReference<Object>> references = new ArrayList<>();
        try (PooledList<Object> list = pool.list()) {
            for (int i = 0; i < 40; i++) {
                Object element = new Object();
                references.add(new WeakReference<>(element));
                list.add(element);
            }
            list.swapRemove(3);
        }
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> {
            System.gc();
            return references.stream().allMatch(r -> r.refersTo(null));
        });
    }

    @Test
    void freeMemoryStaysWithinItsLimit() {
        MapPool own = new MapPool(1_000, false);
        List<PooledBytes> lent = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            lent.add(own.bytes(256));
        }
        lent.forEach(PooledBytes::close);

        assertThat(own.retainedBytes()).isEqualTo(768);
        assertThat(own.dropped()).isEqualTo(97);
        assertThat(own.made()).isEqualTo(100);
        own.bytes(200).close();
        assertThat(own.reused()).isEqualTo(1);
        assertThat(own.retainedBytes()).isEqualTo(768);
        MapPool none = new MapPool(0, false);
        none.bytes(1).close();
        assertThat(none.retainedBytes()).isZero();
        assertThatThrownBy(() -> new MapPool(-1, false)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void twoLoansNeverShareAnArray() {
        long seed = 77;
        SplittableRandom random = new SplittableRandom(seed);
        List<PooledInts> lent = new ArrayList<>();
        List<Integer> marks = new ArrayList<>();
        for (int step = 0; step < 20_000; step++) {
            if (lent.isEmpty() || (random.nextInt(3) > 0 && lent.size() < 50)) {
                PooledInts ints = pool.ints();
                assertThat(ints.size()).isZero();
                for (int i = random.nextInt(200); i >= 0; i--) {
                    ints.add(step);
                }
                lent.add(ints);
                marks.add(step);
            } else {
                int at = random.nextInt(lent.size());
                PooledInts ints = lent.remove(at);
                int mark = marks.remove(at);
                for (int i = 0; i < ints.size(); i++) {
                    if (ints.get(i) != mark) {
                        throw new AssertionError("seed " + seed + ", step " + step + ": another's number");
                    }
                }
                ints.close();
            }
        }
        lent.forEach(PooledInts::close);
    }

    @Test
    void borrowingAllocatesNothingInSteadyState() {
        ThreadMXBean bean = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long id = Thread.currentThread().getId();
        int rounds = 20_000;
        borrow(rounds);
        long before = bean.getThreadAllocatedBytes(id);
        borrow(rounds);
        assertThat(bean.getThreadAllocatedBytes(id) - before).isLessThan(rounds / 10);
    }

    private void borrow(int rounds) {
        for (int round = 0; round < rounds; round++) {
            try (PooledList<String> list = pool.list();
                    PooledInts ints = pool.ints();
                    PooledBytes bytes = pool.bytes(1_000)) {
                for (int i = 0; i < 40; i++) {
                    list.add("x");
                    ints.add(i);
                    bytes.array()[i] = 1;
                }
            }
        }
    }
}
