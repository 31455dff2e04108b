/**
 * Saving of maps: who may write, when, and what became of it.
 *
 * <pre>
 *   driver, calls advance(now) ──► SaveCoordinator ──► SaveSpread (when each map's turn is)       any thread
 *          ◄── dueEarlier() ───────    │  ▲  ▲   └──► SaveTimes (what is due when, what the driver knows)
 *                                      │  ▲  ▲
 *              prepare, encode, write  │  │  └─────── MapSaving ◄── the map's tick: tick(), markChanged()
 *                                      ▼  │ wrote         │     ◄── the map's last task: close()
 *                               Executor ─┘               ▼
 *                                  │                  SaveSource.capture ──► Snapshot                the map's tick
 *                                  ▼
 *                     SaveSource.prepare, Snapshot.encode, MapStore.save                             background
 * </pre>
 *
 * A save has three parts: {@code prepare} off the tick, {@code capture} on it, which is the only pause the map feels and
 * is measured, then {@code encode} and the write off it again. The coordinator has one lock and no thread; it holds the
 * lock for its own books only, never while a source, the store, the executor or a listener runs.
 *
 * <p>Who may write is settled by the store: {@link dev.maptick.maps.save.MapStore#claim} makes an owner, and a claim ends
 * every earlier one.
 */
@NullMarked
package dev.maptick.maps.save;

import org.jspecify.annotations.NullMarked;
