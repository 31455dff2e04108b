/** The map runtime on top of the scheduler: what one game map is and how a host opens and closes thousands of them. */
module dev.maptick.maps {
    requires transitive dev.maptick.core;
    requires org.agrona;
    requires org.jctools.core.jdk11;
    requires org.slf4j;
    requires static org.jspecify;

    exports dev.maptick.maps;
    exports dev.maptick.maps.activation;
    exports dev.maptick.maps.pool;
    exports dev.maptick.maps.save;
    exports dev.maptick.maps.tasks;
}
