/**
 * Lists and arrays that a map borrows within a tick and gives back, so that the tick makes no garbage.
 *
 * <pre>
 *   the game, on the map's tick ──► MapPool ──► PooledList, PooledInts, PooledBytes
 *                                      │            │ grow, close
 *                                      └──► Shelf ◄─┘   the arrays that are free, by size
 * </pre>
 *
 * A pool belongs to one map and its thread, and has no locks.
 */
@NullMarked
package dev.maptick.maps.pool;

import org.jspecify.annotations.NullMarked;
