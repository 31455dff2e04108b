package dev.maptick.maps;

import static org.assertj.core.api.Assertions.assertThat;

import dev.maptick.core.TickListener;
import dev.maptick.core.TickRegistration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class MapListenerTest {
    private final World world = new World(0);
    private final List<String> heard = new ArrayList<>();

    private final MapListener recorder = new MapListener() {
        @Override
        public void onOpened(MapHandle map) {
            heard.add("opened " + map.name() + " " + map.registration().name());
        }

        @Override
        public void onClosed(MapHandle map, Throwable failure) {
            heard.add("closed " + map.name() + " " + failure);
        }
    };

    private final MapListener thrower = new MapListener() {
        @Override
        public void onOpened(MapHandle map) {
            throw new IllegalStateException("planned");
        }

        @Override
        public void onClosed(MapHandle map, Throwable failure) {
            throw new AssertionError("planned");
        }
    };

    @Test
    void hearsOfEachMapOnceAndInOrder() {
        MapHost host = MapHost.builder(world.scheduler).listener(recorder).build();
        MapHandle a = host.open("a", MapOptions.defaults(), new RecordingMap());
        assertThat(heard).containsExactly("opened a a");
        world.run(100);
        CompletableFuture<Void> gone = a.close()
                .thenRun(() -> heard.add("future, found " + host.find("a").isPresent()));
        world.settle();
        assertThat(gone).isCompleted();
        assertThat(heard).containsExactly("opened a a", "closed a null", "future, found false");
    }

    @Test
    void hearsWhyAMapLeft() {
        MapHost host = MapHost.builder(world.scheduler).listener(recorder).build();
        RecordingMap map = new RecordingMap();
        map.open = c -> {
            throw new IllegalStateException("no such dungeon");
        };
        host.open("a", MapOptions.defaults(), map);
        world.run(100);
        assertThat(heard).containsExactly("opened a a", "closed a java.lang.IllegalStateException: no such dungeon");
    }

    @Test
    void throwingDisturbsNothingAndIsCounted() {
        MapHost host = MapHost.builder(world.scheduler)
                .listener(thrower)
                .listener(recorder)
                .build();
        RecordingMap map = new RecordingMap();
        MapHandle a = host.open("a", MapOptions.defaults(), map);
        world.run(60);
        assertThat(a.close()).isNotDone();
        world.settle();
        assertThat(a.close()).isCompleted();
        assertThat(heard).containsExactly("opened a a", "closed a null");
        assertThat(host.listenerFailures()).isEqualTo(2);
        assertThat(a.stats().faults()).isZero();
        assertThat(world.scheduler.stats().listenerFailures()).isZero();
    }

    @Test
    void hearsInOrderOfAMapThatLeavesWhileItIsBeingTold() {
        List<MapHandle> opened = new ArrayList<>();
        MapHost host = MapHost.builder(world.scheduler)
                .listener(new MapListener() {
                    @Override
                    public void onOpened(MapHandle map) {
                        opened.add(map);
                        assertThat(map.close()).isNotDone();
                        world.settle();
                    }
                })
                .listener(recorder)
                .build();
        MapHandle a = host.open("a", MapOptions.defaults(), new RecordingMap());
        assertThat(heard).containsExactly("opened a a", "closed a null");
        assertThat(opened).containsExactly(a);
        assertThat(a.close()).isCompleted();
        assertThat(host.size()).isZero();
    }

    @Test
    void hearsInOrderOfAMapThatLeavesBeforeTheHostHasSeenIt() {
        MapHost host = MapHost.builder(world.scheduler).listener(recorder).build();
        world.scheduler.addListener(new TickListener() {
            @Override
            public void onRegistered(TickRegistration registration) {
                assertThat(registration.unregister()).isNotNull();
                world.settle();
            }
        });
        RecordingMap map = new RecordingMap();
        MapHandle a = host.open("a", MapOptions.defaults(), map);
        world.settle();
        assertThat(map.calls).containsExactly("close");
        assertThat(heard).containsExactly("opened a a", "closed a null");
        assertThat(a.close()).isCompleted();
        assertThat(host.size()).isZero();
    }
}
