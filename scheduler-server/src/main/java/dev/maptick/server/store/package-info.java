/**
 * Snapshots of maps in the files of one data directory.
 *
 * <pre>
 *   background workers ──► FileMapStore ──► Claims, one lock of Stripes for each map name
 *                              │  │
 *                              │  └──► EpochCounter ──┐
 *                              ▼                      ▼
 *                           FileNames            TwoSlotFile ──► FileFormat (header, checksums), Slots (what is found)
 *                                                     │
 *                                                     ▼
 *                              DataDirectory: the lock against other processes, and what makes a rename durable
 * </pre>
 *
 * In the directory: {@code lock}, {@code epochs.0} and {@code .1}, and for each map {@code m-<name>.0} and {@code .1}.
 * Each pair is one thing in two versions, of which the newest complete one counts. A write goes to {@code .tmp}, is forced,
 * and is then renamed over the older of the two; so at every moment the newest version is a file that nobody touches.
 */
@NullMarked
package dev.maptick.server.store;

import org.jspecify.annotations.NullMarked;
