package dev.maptick.core;

/**
 * What is done about load: about maps that cost much, registrations past a bound, and more work than the threads can do. Immutable.
 *
 * @param heavy heavy maps
 * @param admission registrations
 * @param overload overload
 */
record LoadSettings(HeavyPolicy heavy, AdmissionPolicy admission, OverloadPolicy overload) {
    static final LoadSettings DEFAULT =
            new LoadSettings(HeavyPolicy.off(), AdmissionPolicy.accept(), OverloadPolicy.off());

    LoadSettings check(SettingsCheck check) {
        heavy.check(check);
        admission.check(check);
        overload.check(check);
        return this;
    }

    /** Whether load has to be measured. */
    boolean measures() {
        return heavy.isOn() || admission.isOn() || overload.isOn();
    }
}
