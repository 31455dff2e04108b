package dev.maptick.maps.save;

/** A driver in virtual time that does nothing but what the coordinator asks of it. */
final class SaveDriver {
    private final SaveWorld world;
    private int callsSeen;
    private long dueNs;
    private long answer = SaveCoordinator.NOTHING_DUE;

    /** How often it asked. */
    int asked;

    SaveDriver(SaveWorld world) {
        this.world = world;
    }

    /** Acts if it was called since, or if the time told has come. */
    void step() {
        while (world.calls != callsSeen || (answer != SaveCoordinator.NOTHING_DUE && dueNs - world.nowNs <= 0)) {
            ask();
        }
    }

    /** Asks without a reason. */
    void ask() {
        callsSeen = world.calls;
        asked++;
        answer = world.coordinator.advance(world.nowNs);
        dueNs = world.nowNs + answer;
    }

    /** Sets the clock to the time told, if there is one. */
    boolean jump() {
        step();
        if (answer == SaveCoordinator.NOTHING_DUE) {
            return false;
        }
        world.nowNs = dueNs;
        return true;
    }

    long nextNs() {
        return answer;
    }
}
