/** Virtual time for tests of schedulers and maps, and rules for the code that runs in maps. */
module dev.maptick.testkit {
    requires transitive dev.maptick.core;
    requires static transitive org.jspecify;
    // Needed by whoever runs the rules, and by nobody else.
    requires static transitive com.tngtech.archunit;

    exports dev.maptick.testkit;
    exports dev.maptick.testkit.rules;
}
