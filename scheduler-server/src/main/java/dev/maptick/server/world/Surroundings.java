package dev.maptick.server.world;

/**
 * What all maps of a world share. Each is for any thread.
 *
 * @param directory where visitors go back to
 * @param sink where maps send their changes
 * @param market where houses ask for prices
 * @param counts what happens in the maps
 */
record Surroundings(VisitorDirectory directory, ReplicationSink sink, Market market, WorldCounts counts) {}
