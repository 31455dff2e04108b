package dev.maptick.maps;

import java.util.ArrayList;
import java.util.List;

/** Notes each call; each can be given something to do. */
final class RecordingMap implements GameMap {
    /** Something a call does. */
    interface Act {
        void run(MapContext context) throws Exception;
    }

    final List<String> calls = new ArrayList<>();
    Act open = c -> {};
    Act tick = c -> {};
    Act replicate = c -> {};
    Act close = c -> {};
    int occupants = OCCUPANTS_UNKNOWN;

    @Override
    public void onOpen(MapContext context) throws Exception {
        calls.add("open");
        open.run(context);
    }

    @Override
    public void onTick(MapContext context) throws Exception {
        calls.add("tick " + context.tick().number());
        tick.run(context);
    }

    @Override
    public void onReplicate(MapContext context) throws Exception {
        calls.add("replicate " + context.tick().number());
        replicate.run(context);
    }

    @Override
    public int occupants(MapContext context) {
        return occupants;
    }

    @Override
    public void onClose(MapContext context) throws Exception {
        calls.add("close");
        close.run(context);
    }

    long count(String start) {
        return calls.stream().filter(call -> call.startsWith(start)).count();
    }
}
