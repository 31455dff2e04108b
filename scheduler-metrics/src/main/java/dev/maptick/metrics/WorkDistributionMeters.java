package dev.maptick.metrics;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;

/** Shows {@link WorkDistribution}s in one registry, in the form it can take. Called under a binding's monitor. */
interface WorkDistributionMeters {
    /** Before the first type. */
    void open();

    /**
     * Shows a type.
     *
     * @param row the type's times
     * @param tags its tags
     * @param companion a meter of the same type as the registry has named it, common tags included
     */
    void add(SaveTimes.Row row, Tags tags, Meter.Id companion);

    /** Takes away everything shown. */
    void close();
}
