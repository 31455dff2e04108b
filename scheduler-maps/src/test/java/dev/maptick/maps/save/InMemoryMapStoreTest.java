package dev.maptick.maps.save;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class InMemoryMapStoreTest extends MapStoreContractTest {
    private final MapStore store = new InMemoryMapStore(MAX_BYTES);

    @Override
    protected MapStore store() {
        return store;
    }

    @Test
    void refusesALimitBelowOne() {
        assertThatThrownBy(() -> new InMemoryMapStore(0)).hasMessage("maxBytes=0 is below 1");
    }
}
