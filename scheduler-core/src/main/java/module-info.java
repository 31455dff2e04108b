/** The scheduler core: deadlines and threads. */
module dev.maptick.core {
    requires static transitive org.jspecify;
    requires java.management;
    requires org.slf4j;

    exports dev.maptick.core;
    exports dev.maptick.core.spi;
}
