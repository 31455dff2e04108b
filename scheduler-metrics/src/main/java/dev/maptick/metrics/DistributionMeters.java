package dev.maptick.metrics;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;

/** Shows the distributions of rows in one registry, in the form that registry can take. Called under a binding's monitor. */
interface DistributionMeters {
    /** Before the first row. */
    void open();

    /**
     * Shows a row.
     *
     * @param row the row
     * @param tags its tags
     * @param companion a meter of the same row as the registry has named it, common tags included
     */
    void addRow(TypeRow row, Tags tags, Meter.Id companion);

    /** Takes away everything shown. */
    void close();
}
