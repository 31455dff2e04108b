/**
 * The benchmark and its command.
 */
@NullMarked
package dev.maptick.bench;

import org.jspecify.annotations.NullMarked;
