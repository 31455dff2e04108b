package dev.maptick.core;

import java.util.Locale;

/**
 * Where a map stands with its {@link FaultPolicy}.
 *
 * <pre>
 *            faults of the first trigger            faults of the second trigger
 *   FREE ──────────────────────────────► BACK_OFF ─────────────────────────────► QUARANTINE ◄─┐ trial tick
 *    ▲ │                                    │ │                                   ▲  │   └────┘ that throws
 *    │ └────────────────────────────────────┼─┼───────────────────────────────────┘  │
 *    └──── a tick that does not throw ──────┘ └── resume by hand                     │
 *    └──── trial tick that does not throw, or resume by hand ────────────────────────┘
 * </pre>
 */
public enum FaultStage {
    /** Ticks as if it had no faults. */
    FREE,
    /** Leaves out grid points after each fault, until a tick does not throw. */
    BACK_OFF,
    /** Suspended for its faults, or inside the one trial tick that is to end that. */
    QUARANTINE;

    /** For people. */
    String words() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
