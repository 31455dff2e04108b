/**
 * Walking on a floor plan: {@link dev.maptick.server.world.path.PathFinder} finds shortest ways between tiles, within a
 * budget and without allocating.
 */
@NullMarked
package dev.maptick.server.world.path;

import org.jspecify.annotations.NullMarked;
