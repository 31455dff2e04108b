package dev.maptick.server.demo;

import java.util.concurrent.TimeUnit;

/** Shows how many maps are open while they are opened, where that takes long enough to wonder. One thread. */
final class OpeningLine {
    private static final long EVERY_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Console console;
    private final int all;
    private final long beganAt = System.nanoTime();
    private long shownAt = beganAt;
    private int open;

    OpeningLine(Console console, int all) {
        this.console = console;
        this.all = all;
    }

    void opened(int count) {
        open = count;
        long now = System.nanoTime();
        if (now - shownAt >= EVERY_NANOS) {
            shownAt = now;
            console.progress("opening " + all + " maps: " + count);
        }
    }

    void end() {
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beganAt);
        console.say("opened " + open + " of " + all + " maps in " + millis + " ms");
    }
}
