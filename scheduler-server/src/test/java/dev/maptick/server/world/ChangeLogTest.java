package dev.maptick.server.world;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChangeLogTest {
    private final List<List<Integer>> sent = new ArrayList<>();
    private final List<Integer> counts = new ArrayList<>();
    private final ReplicationSink sink = (map, buffer, length, changes) -> {
        assertThat(map).isEqualTo("house-1");
        counts.add(changes);
        sent.add(decode(buffer, length));
    };

    @Test
    void sendsNothingWhenNothingChanged() {
        new ChangeLog(4).flush("house-1", sink);

        assertThat(counts).isEmpty();
    }

    @Test
    void keepsOnlyTheLastMoveOfEachWalkerInOneUpdate() {
        ChangeLog log = new ChangeLog(4);
        log.moved(3, 10);
        log.met(0, 1);
        log.moved(3, 300);
        log.moved(2, 5);
        log.flush("house-1", sink);
        log.moved(3, 7);
        log.flush("house-1", sink);

        assertThat(counts).containsExactly(3, 1);
        assertThat(sent).containsExactly(List.of(1, 3, 300, 2, 0, 1, 1, 2, 5), List.of(1, 3, 7));
    }

    @Test
    void tellsEveryKindAndNumbersOfEverySize() {
        ChangeLog log = new ChangeLog(300);
        log.came(0, 0);
        log.left(1, 127);
        log.effect(128, 16_383);
        log.health(299, Integer.MAX_VALUE);
        log.flush("house-1", sink);

        assertThat(sent).containsExactly(List.of(3, 0, 0, 4, 1, 127, 5, 128, 16_383, 6, 299, Integer.MAX_VALUE));
    }

    @Test
    void growsWithWhatAMapNeeds() {
        ChangeLog log = new ChangeLog(5_000);
        for (int slot = 0; slot < 5_000; slot++) {
            log.moved(slot, 1_000_000 + slot);
        }
        log.flush("house-1", sink);

        assertThat(counts).containsExactly(5_000);
        assertThat(sent.get(0)).hasSize(15_000).endsWith(1, 4_999, 1_004_999);
    }

    private static List<Integer> decode(byte[] buffer, int length) {
        List<Integer> numbers = new ArrayList<>();
        int at = 0;
        while (at < length) {
            int value = 0;
            int shift = 0;
            byte next;
            do {
                next = buffer[at++];
                value |= (next & 0x7f) << shift;
                shift += 7;
            } while (next < 0);
            numbers.add(value);
        }
        return numbers;
    }
}
