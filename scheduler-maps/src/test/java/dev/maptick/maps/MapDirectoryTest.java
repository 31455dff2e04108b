package dev.maptick.maps;

import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.core.TickOptions;
import dev.maptick.core.TickRegistration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MapDirectoryTest {
    private final World world = new World(0);
    private final HostParts parts = world.parts();
    private final List<String> heard = new ArrayList<>();
    private final MapListener listener = new MapListener() {
        @Override
        public void onFirstOfType(String type) {
            heard.add("first " + type);
        }

        @Override
        public void onOpened(MapHandle map) {
            heard.add("opened");
        }

        @Override
        public void onClosed(MapHandle map, Throwable failure) {
            heard.add("closed");
        }
    };
    private final MapDirectory directory = new MapDirectory(new MapHooks(List.of(listener)), parts.totals());

    /** Another thread may run a map's whole life between its registration and its entry here. */
    @Test
    void aMapThatLeftBeforeItsEntryIsToldOfAndForgotten() {
        TickRegistration registration =
                world.scheduler.register("a", TickOptions.every(Duration.ofMillis(50)), tick -> {});
        assertThat(registration.unregister()).isCompleted();
        directory.onUnregistered(registration);
        assertThat(heard).isEmpty();
        directory.add(registration, new HostedMap("a", MapOptions.defaults(), parts));
        assertThat(heard).containsExactly("first default", "opened", "closed");
        assertThat(directory.size()).isZero();
        directory.onUnregistered(registration);
        assertThat(heard).hasSize(3);
    }

    @Test
    void registrationsOfOthersAreIgnored() {
        TickRegistration registration =
                world.scheduler.register("a", TickOptions.every(Duration.ofMillis(50)), tick -> {});
        directory.onUnregistered(registration);
        assertThat(directory.find(registration)).isNull();
        assertThat(heard).isEmpty();
    }
}
