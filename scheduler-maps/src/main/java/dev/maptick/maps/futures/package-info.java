/** A future whose waits are refused where they could never end. Not exported; mailbox, timers and tasks build on it. */
@NullMarked
package dev.maptick.maps.futures;

import org.jspecify.annotations.NullMarked;
