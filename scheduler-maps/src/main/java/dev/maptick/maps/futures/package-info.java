/** Futures whose waits are refused where they could never end. Not exported; all of the map runtime builds on them. */
@NullMarked
package dev.maptick.maps.futures;

import org.jspecify.annotations.NullMarked;
