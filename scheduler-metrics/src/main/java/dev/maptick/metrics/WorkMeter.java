package dev.maptick.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.function.DoubleSupplier;
import java.util.function.ToDoubleFunction;

/**
 * A line of {@link WorkMeters}: one meter, and what it reads.
 *
 * <p>A base unit repeats the last word of the meter's name unless it is a true unit, because Prometheus's naming would
 * append any other.
 *
 * @param counter whether it never goes down; else a gauge
 * @param name its name
 * @param tags labels it has besides that of the type
 * @param unit its base unit
 * @param description what it counts
 * @param read how to get it
 * @param <S> what it is read from
 */
record WorkMeter<S>(
        boolean counter, String name, Tags tags, String unit, String description, ToDoubleFunction<S> read) {
    static <S> WorkMeter<S> counter(String name, String description, ToDoubleFunction<S> read) {
        return new WorkMeter<>(true, name, Tags.empty(), lastWord(name), description, read);
    }

    static <S> WorkMeter<S> gauge(String name, String description, ToDoubleFunction<S> read) {
        return new WorkMeter<>(false, name, Tags.empty(), lastWord(name), description, read);
    }

    static <S> WorkMeter<S> seconds(String name, String description, ToDoubleFunction<S> nanos) {
        return new WorkMeter<>(
                false, name, Tags.empty(), "seconds", description, from -> nanos.applyAsDouble(from) / 1e9);
    }

    private static String lastWord(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    WorkMeter<S> with(String label, String value) {
        return new WorkMeter<>(counter, name, tags.and(label, value), unit, description, read);
    }

    /**
     * Adds it to a registry.
     *
     * @param more labels of the one who shows it
     * @param value asked whenever the meter is; held strongly, see {@link Binding}
     */
    Meter register(MeterRegistry registry, Tags more, DoubleSupplier value) {
        if (counter) {
            return FunctionCounter.builder(name, value, ignored -> value.getAsDouble())
                    .description(description)
                    .baseUnit(unit)
                    .tags(more.and(tags))
                    .register(registry);
        }
        return Gauge.builder(name, value, DoubleSupplier::getAsDouble)
                .description(description)
                .baseUnit(unit)
                .tags(more.and(tags))
                .strongReference(true)
                .register(registry);
    }
}
