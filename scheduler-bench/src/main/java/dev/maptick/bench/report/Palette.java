package dev.maptick.bench.report;

import dev.maptick.bench.contender.Contenders;

/** A colour for each contender, the same in every chart: class names of the style sheet. Pure functions. */
final class Palette {
    private Palette() {}

    /** Class of whatever shows a contender. */
    static String of(String contender) {
        Contenders known = Contenders.named(contender);
        if (known == null) {
            return "k k-other";
        }
        return (known.isMaptick() ? "k ours k-" : "k k-") + known.label();
    }
}
