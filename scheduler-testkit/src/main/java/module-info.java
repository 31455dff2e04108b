/** Virtual time for tests of schedulers and maps. */
module dev.maptick.testkit {
    requires transitive dev.maptick.core;
    requires static transitive org.jspecify;

    exports dev.maptick.testkit;
}
