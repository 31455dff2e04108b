package dev.maptick.metrics;

import dev.maptick.maps.save.MapSaving;
import dev.maptick.maps.save.SaveListener;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * For how long maps stood still to be captured, and how long their writes took, by type. Recorded on the map's tick and on
 * the saving threads; read by any. The host bounds the number of types.
 */
final class SaveTimes implements SaveListener {
    /** The times of one type. */
    static final class Row {
        final TimeRecorder pause = new TimeRecorder();
        final TimeRecorder write = new TimeRecorder();
    }

    private final ConcurrentMap<String, Row> rows = new ConcurrentHashMap<>();

    /** The row of a type, made if there is none. */
    Row row(String type) {
        Row row = rows.get(type);
        return row == null ? rows.computeIfAbsent(type, t -> new Row()) : row;
    }

    @Override
    public void captured(MapSaving map, long pauseNanos, boolean last) {
        row(map.type()).pause.record(pauseNanos);
    }

    @Override
    public void written(MapSaving map, int bytes, long writeNanos) {
        row(map.type()).write.record(writeNanos);
    }
}
