package dev.maptick.maps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class OwnerThreadTest {
    private final World world = new World(0);
    private final RecordingMap map = new RecordingMap();
    private final AtomicReference<MapContext> context = new AtomicReference<>();

    private static Throwable onThread(String name, Runnable act) throws InterruptedException {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread thread = new Thread(() -> thrown.set(catchThrowable(act::run)), name);
        thread.start();
        thread.join();
        return thrown.get();
    }

    @Test
    void onlyTheThreadInsideTheTickIsTheOwner() {
        List<Boolean> inside = new ArrayList<>();
        map.tick = c -> {
            inside.add(c.isOwnerThread());
            c.checkOwner("moving a player");
            context.set(c);
        };
        MapHandle h = MapHost.builder(world.scheduler).build().open("house", MapOptions.defaults(), map);
        world.run(60);
        assertThat(inside).isNotEmpty().doesNotContain(false);
        assertThat(h.stats().faults()).isZero();
        assertThat(context.get().isOwnerThread()).isFalse();
        assertThatThrownBy(() -> context.get().checkOwner("moving a player"))
                .isInstanceOf(NotOwnerException.class)
                .hasMessage("moving a player from thread \""
                        + Thread.currentThread().getName() + "\": map \"house\" is not ticking at this moment");
        assertThatThrownBy(() -> context.get().tick())
                .isInstanceOf(NotOwnerException.class)
                .hasMessageStartingWith("reading the tick from thread ");
        assertThat(context.get().name()).isEqualTo("house");
        assertThat(context.get().handle()).isSameAs(h);
    }

    @Test
    void aForeignThreadIsRefusedWithActThreadAndOwner() {
        List<Throwable> refused = new ArrayList<>();
        map.tick = c -> {
            refused.add(onThread("io-3", () -> c.checkOwner("registering a timer")));
            refused.add(onThread("io-4", () -> c.tick().number()));
        };
        MapHost.builder(world.scheduler).build().open("house", MapOptions.defaults(), map);
        world.run(50);
        String owner = Thread.currentThread().getName();
        assertThat(refused.get(0))
                .isInstanceOf(NotOwnerException.class)
                .hasMessage("registering a timer from thread \"io-3\": map \"house\" is ticking on \"" + owner + "\"");
        assertThat(refused.get(1)).isInstanceOf(NotOwnerException.class);
    }

    @Test
    void ownershipEndsWithATickThatThrows() {
        map.tick = c -> {
            context.set(c);
            throw new IllegalStateException("planned");
        };
        MapHost.builder(world.scheduler).build().open("house", MapOptions.defaults(), map);
        world.run(50);
        assertThat(context.get().isOwnerThread()).isFalse();
    }
}
