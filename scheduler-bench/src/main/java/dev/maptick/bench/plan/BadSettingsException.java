package dev.maptick.bench.plan;

import java.util.List;

/** Settings that cannot be, every one of them in one message. */
public final class BadSettingsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BadSettingsException(List<String> problems) {
        super(String.join("\n", problems));
    }
}
